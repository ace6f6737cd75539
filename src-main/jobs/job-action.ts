import type { DownloadBatch, DownloadFile } from '#shared/contract/downloads.ts';
import type { JobKind, Plan } from '#shared/contract/plans.ts';
import type { Result } from '#shared/contract/result.ts';
import type { Batch, Stage } from '#shared/contract/pipeline-items.ts';
import type { DocumentRow, Usage } from '#shared/contract/triage.ts';
import type { DocumentStatus } from '#shared/domain/statuses.ts';

/** What is sent together: one call under one key, which is on disk before it goes. */
export interface Sending {
  /** All of the call, always in the same order. */
  readonly ids: readonly string[];
  /** Of those, the ones without a clear answer yet; all, where nothing is said. */
  readonly open?: readonly string[];
  readonly idempotencyKey: string;
  /** It may have been made before, whole or in part. */
  readonly isAgain?: boolean;
}

export type Sent =
  | {
      readonly kind: 'accepted';
      /** The run that it began; null where none had to begin, or where it is no run that begins. */
      readonly run: number | null;
      /** Of downloads: the batch that each went with, or began. */
      readonly downloadBatches?: ReadonlyMap<string, string>;
      /** Those that were not taken, and why; all others were. */
      readonly refused: ReadonlyMap<string, string>;
      /** Those that may have been taken, or not. */
      readonly uncertain?: ReadonlyMap<string, string>;
      /** Those that were no longer there. */
      readonly skipped?: ReadonlyMap<string, string>;
      /**
       * Those that had no clear answer while others had one: they alone go again under the call's key, and are
       * uncertain when that comes to nothing.
       */
      readonly unclear?: ReadonlyMap<string, string>;
      /** Those whose turn did not come before it was over: they wait again. */
      readonly left?: ReadonlySet<string>;
      /** Messages sent earlier that were found in their dead-letter queue meanwhile, and what to say of each. */
      readonly returned?: ReadonlyMap<string, string>;
      /** Why those cannot be sent before a person has done something about it: the job waits for somebody. */
      readonly standstill?: string | null;
    }
  /** Nothing was done, for certain, and the same would be refused again. */
  | { readonly kind: 'refused'; readonly why: string }
  /** It never arrived, or nobody could be signed in: nothing was done, and the same may be tried a little later. */
  | { readonly kind: 'not-sent'; readonly why: string }
  /** It may have been done. */
  | { readonly kind: 'unclear'; readonly why: string };

/** How an item stands after it was sent. */
export interface Look {
  readonly state: 'running' | 'fixed' | 'failed-again' | 'overtaken' | 'unconfirmed';
  readonly status: DocumentStatus | null;
  readonly stage: Stage | null;
  readonly run: number | null;
  readonly endedAt: string | null;
  readonly usage: Usage | null;
  readonly note: string | null;
}

export interface Looked {
  readonly looks: ReadonlyMap<string, Look>;
  readonly seen: SeenItems;
  /** Messages of the whole job that were found in their dead-letter queue again, and what to say of each. */
  readonly returned?: ReadonlyMap<string, string>;
}

/** What was read on the way, for everybody's lists. */
export interface SeenItems {
  readonly documents: readonly DocumentRow[];
  readonly batches: readonly Batch[];
  readonly downloads?: {
    readonly files: readonly DownloadFile[];
    readonly batches: readonly DownloadBatch[];
  };
}

/** Of an item, what the answer to its call said. */
export interface SentItem {
  readonly id: string;
  readonly run: number | null;
  readonly downloadBatchId?: string | null;
}

/**
 * What a kind of job does. The engine knows when: how many at a time, what is on disk before, when to brake, and
 * what to say after a crash.
 */
export interface JobAction {
  readonly kind: JobKind;
  /**
   * For how long an unanswered call may be made again under its own key without happening twice, in milliseconds;
   * null: never, and then it is listed as uncertain. Infinity: the action itself keeps account of what it has done.
   */
  readonly repeatableForMs: number | null;
  /** The most items in one call. */
  readonly mostInCall: number;
  /** Reads them again by their keys just before they are sent: those that may no longer go, and why. */
  readonly recheck: (
    plan: Plan,
    ids: readonly string[],
  ) => Promise<Result<{ readonly skip: ReadonlyMap<string, string>; readonly seen: SeenItems }>>;
  readonly send: (job: RunningJob, sending: Sending) => Promise<Sent>;
  /** What became of those that were sent, by their keys. An id that is left out could not be read this time. */
  readonly look: (job: RunningJob, sent: readonly SentItem[]) => Promise<Result<Looked>>;
  /** The present state of an item, shown beside its note and never written to the journal. */
  readonly besides?: (plan: Plan) => (id: string) => string | null;
}

export interface RunningJob {
  readonly plan: Plan;
  /** Who started it: calls are made as this person. */
  readonly by: string;
  readonly reason: string | undefined;
  /** Somebody has stopped it, or the console ends: a call of many parts begins no more of them. */
  readonly isOver: () => boolean;
}

/** Each thing once: an index has to be told only of what it may not know yet. */
export function newsOnly(): (id: string, standing: string) => boolean {
  const told = new Map<string, string>();
  return (id, standing) => {
    if (told.get(id) === standing) return false;
    told.set(id, standing);
    return true;
  };
}
