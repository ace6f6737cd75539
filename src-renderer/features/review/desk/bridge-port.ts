import type { QueryClient } from '@tanstack/react-query';
import { toFailure } from '#renderer/contract/failure-text.ts';
import { findBridge } from '#renderer/contract/query-client.ts';
import { afterPaint } from '#renderer/ui/after-paint.ts';
import type { CommandName, InputOf, OutputOf, QueryName } from '#shared/contract/contract.ts';
import { ok, type Receipt, type Result } from '#shared/contract/result.ts';
import type { Draft, ReviewKey, TypedBy } from '#shared/contract/review-document.ts';
import type { ReviewMode } from '#shared/domain/review/draft-rules.ts';
import type { ReviewQueue } from '../queue/use-review-queue.ts';
import { documentId } from './flow/flow-state.ts';
import type { ReviewPort } from './flow/review-port.ts';

/** Holds what the calls need besides their input, as it is now. */
interface Here {
  readonly filters: ReviewQueue['filters'];
  readonly typedBy: TypedBy | undefined;
}

export function createHere() {
  let now: Here = { filters: undefined, typedBy: undefined };
  return {
    read: () => now,
    /** The person who began stays the one who typed, also when another one signs in. */
    tell(next: Here) {
      now = { ...next, typedBy: now.typedBy ?? next.typedBy };
    },
  };
}

interface BridgeParts {
  readonly onReceipt: (receipt: Receipt | undefined) => void;
  readonly here: { readonly read: () => Here };
  readonly mode: ReviewMode;
}

const usualDueHours = 24;

/**
 * Connects the desk to the main process. It does not use useCommand, whose cache would hold every document's values
 * for minutes after they are dropped. The desk shows failures itself.
 */
export function createBridgePort(client: QueryClient, { onReceipt, here, mode }: BridgeParts): ReviewPort {
  const bridge = findBridge(client);

  async function call<N extends CommandName>(operation: N, input: InputOf<N>): Promise<Result<OutputOf<N>>> {
    try {
      const result = await bridge.call(operation, input, crypto.randomUUID());
      if (!result.ok && result.failure.code === 'untrusted-caller') {
        void client.invalidateQueries({ queryKey: ['session.current'] });
      }
      return result;
    } catch (error) {
      return { ok: false, failure: toFailure(error) };
    }
  }

  async function ask<N extends QueryName>(operation: N, input: InputOf<N>): Promise<Result<OutputOf<N>>> {
    try {
      return await bridge.call(operation, input);
    } catch (error) {
      return { ok: false, failure: toFailure(error) };
    }
  }

  /** Names the person at this desk, so that the main process carries it out for no other person. */
  const byThem = () => {
    const { typedBy } = here.read();
    return typedBy === undefined ? {} : { typedBy };
  };

  return {
    now: () => Date.now(),
    newKey: () => crypto.randomUUID(),
    after(ms, run) {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
    async read(key) {
      const result = await call('review.read', mode === 'check' ? { ...key, isBlind: true } : key);
      if (result.ok) onReceipt(result.receipt);
      return result;
    },
    async claim(seen) {
      // The opened document has to be painted before.
      await new Promise<void>((resolve) => afterPaint(resolve));
      return call('review.claim', seen);
    },
    release: (seen) => call('review.release', seen),
    ...(mode === 'review' && {
      next: (asked) => call('review.next', { dueHours: usualDueHours, ...here.read().filters, ...asked }),
      findEarlier: (input) => ask('review.findEarlier', input),
    }),
    decide: (input) => call('review.decide', { ...input, ...byThem() }),
    undo: (seen) => call('review.undo', { ...seen, ...byThem() }),
    handOver: (input) => call('review.handOver', { ...input, ...byThem() }),
    check: (input) => call('review.check', { ...input, ...byThem() }),
    refile: (input) => call('review.refile', { ...input, ...byThem() }),
    postpone: (key, fileName, until) => call('review.postpone', { ...key, fileName, until, ...byThem() }),
    async drafts() {
      const result = await ask('review.desk', {});
      return result.ok
        ? { ok: true, value: typedHere.add(here.read().typedBy, result.value.drafts) }
        : result;
    },
    async saveDraft(key, draft) {
      const { typedBy } = here.read();
      const typed = typedHere.put(typedBy, key, draft);
      if (typed === undefined) return ok({});
      const result = await call('review.saveDraft', { key, draft, ...byThem() });
      if (result.ok) typed.isSaved = true;
      return result;
    },
  };
}

interface Typed {
  readonly draft: Draft | null;
  readonly savedAt: number;
  isSaved: boolean;
}

/**
 * Remembers what was last typed in this window, by person and document. A desk that was closed while nothing could be
 * saved, as when a sign-in ended, tries again later. The next desk begins with its text, and its late write does not
 * replace what was typed since.
 */
export function rememberTyped() {
  const latest = new Map<string, Typed>();
  return {
    /** Returns undefined if something later was typed already. */
    put(by: Here['typedBy'], key: ReviewKey, draft: Draft | null): Typed | undefined {
      const id = nameTyped(by, key);
      const last = latest.get(id);
      const savedAt = draft === null ? (last?.savedAt ?? 0) : Date.parse(draft.savedAt);
      if (last !== undefined && last.savedAt > savedAt) return undefined;
      const typed = { draft, savedAt, isSaved: false };
      latest.set(id, typed);
      return typed;
    },
    /** Adds what could not be saved to the drafts that were. */
    add(by: Here['typedBy'], saved: readonly Draft[]): readonly Draft[] {
      const unsaved = [...latest].flatMap(([id, { draft, isSaved }]) =>
        draft !== null && !isSaved && id === nameTyped(by, draft.key) ? [draft] : [],
      );
      const ids = new Set(unsaved.map(({ key }) => documentId(key)));
      return [...saved.filter(({ key }) => !ids.has(documentId(key))), ...unsaved];
    },
  };
}

const typedHere = rememberTyped();

function nameTyped(by: Here['typedBy'], key: ReviewKey): string {
  return JSON.stringify([by?.connectionId, by?.personId, documentId(key)]);
}
