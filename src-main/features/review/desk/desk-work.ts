import type { Outcome } from '#shared/contract/review/decisions.ts';
import type { ReviewKey } from '#shared/contract/review/document.ts';
import type { Result } from '#shared/contract/result.ts';
import type { Log } from '../../../log/open-log.ts';
import { nameOf } from './desk-place.ts';
import type { DeskStore, DoneNow } from './desk-store.ts';

/** What follows on a desk from what was done. None of it can undo that, so a full disk is told to the log alone. */
export interface DeskWork {
  /** Of who is there now: somebody else may be when the answer comes. */
  desk(): DeskAfterwards;
  /** Whether a draft of this intent has become a decision by now: what a page saves late is not kept again. */
  isDone(key: ReviewKey, intentKey: string): boolean;
}

interface DeskAfterwards {
  /** The draft that became a decision goes, and it counts, once. */
  after(
    outcome: Result<Outcome>,
    key: ReviewKey,
    what: { readonly intentKey: string; readonly done: DoneNow },
  ): Result<Outcome>;
  afterUndo(outcome: Result<Outcome>, key: ReviewKey): Result<Outcome>;
}

const mostKept = 1_000;

export function deskWork(store: DeskStore, log: Pick<Log, 'warn'>): DeskWork {
  /** By document, the intent that was done. */
  const finished = new Map<string, string>();

  function attempt(work: () => void): void {
    try {
      work();
    } catch (error) {
      log.warn({ err: error }, 'the desk could not be kept up to date');
    }
  }

  const afterwards = (desk: DeskStore): DeskAfterwards => ({
    after(outcome, key, { intentKey, done }) {
      if (!outcome.ok || outcome.value.kind !== 'done') return outcome;
      const isFirst = finished.get(nameOfKey(key)) !== intentKey;
      finished.delete(nameOfKey(key));
      finished.set(nameOfKey(key), intentKey);
      for (const oldest of finished.keys()) {
        if (finished.size <= mostKept) break;
        finished.delete(oldest);
      }
      attempt(() => desk.saveDraft(key, null));
      attempt(() => desk.postpone(key, null, null));
      if (isFirst) attempt(() => desk.note(done));
      return outcome;
    },
    afterUndo(outcome, key) {
      if (!outcome.ok || outcome.value.kind !== 'done') return outcome;
      finished.delete(nameOfKey(key));
      attempt(() => desk.note({ kind: 'undo', corrected: false, seconds: null }));
      return outcome;
    },
  });

  return {
    desk: () => afterwards(store.asNow()),
    isDone: (key, intentKey) => finished.get(nameOfKey(key)) === intentKey,
  };
}

function nameOfKey({ tenantId, projectId, batchId, documentId }: ReviewKey): string {
  return nameOf(tenantId, projectId, batchId, documentId);
}
