import type { Failure } from '#shared/contract/result.ts';
import type { Draft, ReviewDocument, ReviewKey } from '#shared/contract/review-document.ts';
import type { InHand } from './claim-keeping.ts';
import { documentId } from './flow-state.ts';
import { lanes, type ReviewPort } from './review-port.ts';

export interface KeptDrafts {
  readonly get: (key: ReviewKey) => Draft | undefined;
  /** Those from before; what was typed since then is newer. */
  readonly load: (drafts: readonly Draft[]) => void;
  /** Kept at once in memory, and on this machine a moment later. */
  readonly put: (draft: Draft) => void;
  readonly drop: (key: ReviewKey) => void;
  /** Writes what has not been written yet, of one document or of all; answers when it is. */
  readonly flush: (key?: ReviewKey) => Promise<void>;
  /** Why the last writing did not succeed. */
  readonly failure: () => Failure | undefined;
}

const pauseMs = 250;

export function keptDrafts(port: Pick<ReviewPort, 'saveDraft' | 'after'>, changed: () => void): KeptDrafts {
  const drafts = new Map<string, Draft>();
  /** What is to be written as it then is, and how to call the timer off. */
  const waiting = new Map<string, { readonly key: ReviewKey; readonly callOff: () => void }>();
  /** Those that are on this machine, so that nothing is dropped that was never written. */
  const known = new Set<string>();
  const writing = lanes();
  let failure: Failure | undefined;

  function later(key: ReviewKey, ms: number): void {
    const id = documentId(key);
    waiting.get(id)?.callOff();
    waiting.set(id, { key, callOff: port.after(ms, () => void write(id)) });
  }

  async function write(id: string): Promise<void> {
    const due = waiting.get(id);
    if (due === undefined) return;
    due.callOff();
    waiting.delete(id);
    await writing.run(id, async () => {
      const draft = drafts.get(id) ?? null;
      const result = await port.saveDraft(due.key, draft);
      const before = failure;
      failure = result.ok ? undefined : result.failure;
      if (result.ok && draft === null) known.delete(id);
      if (result.ok && draft !== null) known.add(id);
      // What could not be written stays due: the next writing, or a flush, takes it along.
      if (!result.ok && !waiting.has(id)) waiting.set(id, { key: due.key, callOff: () => undefined });
      if (failure !== before) changed();
    });
  }

  return {
    get: (key) => drafts.get(documentId(key)),
    load(loaded) {
      for (const draft of loaded) {
        const id = documentId(draft.key);
        known.add(id);
        if (!drafts.has(id) && !waiting.has(id)) drafts.set(id, draft);
      }
    },
    put(draft) {
      drafts.set(documentId(draft.key), draft);
      later(draft.key, pauseMs);
    },
    drop(key) {
      const id = documentId(key);
      drafts.delete(id);
      if (!known.has(id) && !waiting.has(id) && !writing.isBusy(id)) return;
      later(key, pauseMs);
      void write(id);
    },
    async flush(key) {
      const ids = key === undefined ? [...waiting.keys()] : [documentId(key)];
      await Promise.all(ids.map(write));
    },
    failure: () => failure,
  };
}

/** Whether a decision on the one is a decision on the other: claims and counts aside, they say the same. */
export function saysTheSame(one: ReviewDocument, other: ReviewDocument): boolean {
  return meaning(one) === meaning(other);
}

function meaning({ status, run, step, fields, lines, checks, opinions, whyNot }: ReviewDocument): string {
  return JSON.stringify([status, run, step, fields, lines, checks, opinions, whyNot]);
}

export function makeDraft(
  hand: InHand,
  parts: Pick<Draft, 'edits' | 'comment' | 'intentKey' | 'sent'> & { readonly fileName: string | null },
  now: number,
): Draft {
  return { key: hand.key, version: hand.version, ...parts, savedAt: new Date(now).toISOString() };
}
