import type { Failure } from '#shared/contract/result.ts';
import type { Draft, ReviewDocument, ReviewKey } from '#shared/contract/review-document.ts';
import type { HeldDocument } from './claim-keeping.ts';
import { documentId } from './flow-state.ts';
import { createLanes, type ReviewPort } from './review-port.ts';

export interface DraftStore {
  readonly get: (key: ReviewKey) => Draft | undefined;
  /** Loads the saved drafts. What was typed or deleted here since then is newer and stays. */
  readonly load: (drafts: readonly Draft[]) => void;
  /** Stores the draft in memory at once, and on this machine a moment later. */
  readonly put: (draft: Draft) => void;
  readonly drop: (key: ReviewKey) => void;
  /** Writes pending drafts, of one document or of all, and resolves when they are written. */
  readonly flush: (key?: ReviewKey) => Promise<void>;
  /** Sends all pending drafts now, because the page ends and would not hear that an earlier write is done. */
  readonly flushLast: () => void;
  /** The reason why the last write failed. */
  readonly failure: () => Failure | undefined;
}

const pauseMs = 250;
const firstWaitMs = 2_000;
const longestWaitMs = 60_000;

export function createDraftStore(
  port: Pick<ReviewPort, 'saveDraft' | 'after'>,
  changed: () => void,
): DraftStore {
  const drafts = new Map<string, Draft>();
  /** Pending writes, each with a function that cancels its timer. A write takes the draft as it is at that time. */
  const waiting = new Map<string, { readonly key: ReviewKey; readonly callOff: () => void }>();
  /** Documents with a saved draft, so that a draft that was never written is not deleted either. */
  const known = new Set<string>();
  /** Documents whose saved draft was deleted here. An answer that still has it is older. */
  const dropped = new Set<string>();
  const writing = createLanes();
  let failure: Failure | undefined;
  let failures = 0;

  function later(key: ReviewKey, ms: number): void {
    const id = documentId(key);
    waiting.get(id)?.callOff();
    waiting.set(id, { key, callOff: port.after(ms, () => void write(id)) });
  }

  async function write(id: string, isLast = false): Promise<void> {
    const due = waiting.get(id);
    if (due === undefined) return;
    const { key } = due;
    due.callOff();
    waiting.delete(id);
    await (isLast ? save() : writing.run(id, save));

    async function save(): Promise<void> {
      const draft = drafts.get(id) ?? null;
      const result = await port.saveDraft(key, draft);
      const before = failure;
      failure = result.ok ? undefined : result.failure;
      if (result.ok && draft === null) known.delete(id);
      if (result.ok && draft !== null) known.add(id);
      // A failed write stays pending, so that the next write or a flush repeats it.
      // Otherwise it is tried again until it succeeds, so that its warning ends with its cause.
      if (result.ok) failures = 0;
      else if (!waiting.has(id)) later(key, Math.min(longestWaitMs, firstWaitMs * 2 ** failures++));
      if (failure !== before) changed();
    }
  }

  return {
    get: (key) => drafts.get(documentId(key)),
    load(loaded) {
      for (const draft of loaded) {
        const id = documentId(draft.key);
        known.add(id);
        const own = drafts.get(id);
        const isOlder = own !== undefined && Date.parse(own.savedAt) >= Date.parse(draft.savedAt);
        if (!isOlder && !waiting.has(id) && !dropped.has(id)) drafts.set(id, draft);
      }
    },
    put(draft) {
      const id = documentId(draft.key);
      dropped.delete(id);
      drafts.set(id, draft);
      later(draft.key, pauseMs);
    },
    drop(key) {
      const id = documentId(key);
      drafts.delete(id);
      if (!known.has(id) && !waiting.has(id) && !writing.isBusy(id)) return;
      dropped.add(id);
      later(key, pauseMs);
      void write(id);
    },
    async flush(key) {
      const ids = key === undefined ? [...waiting.keys()] : [documentId(key)];
      await Promise.all(ids.map((id) => write(id)));
    },
    flushLast() {
      for (const id of waiting.keys()) void write(id, true);
    },
    failure: () => failure,
  };
}

/** Returns whether a decision on one document applies to the other: they are equal apart from claims and counters. */
export function hasSameContent(one: ReviewDocument, other: ReviewDocument): boolean {
  return serializeContent(one) === serializeContent(other);
}

function serializeContent({
  status,
  run,
  step,
  fields,
  lines,
  checks,
  opinions,
  whyNot,
}: ReviewDocument): string {
  return JSON.stringify([status, run, step, fields, lines, checks, opinions, whyNot]);
}

export function makeDraft(
  hand: HeldDocument,
  parts: Pick<Draft, 'edits' | 'comment' | 'intentKey' | 'sent'> & { readonly fileName: string | null },
  now: number,
): Draft {
  return { key: hand.key, version: hand.version, ...parts, savedAt: new Date(now).toISOString() };
}
