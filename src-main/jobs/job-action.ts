import type { DownloadBatch, DownloadFile } from '#shared/contract/downloads.ts';
import type { Plan } from '#shared/contract/plans.ts';
import type { JobKind } from '#shared/domain/job-kinds/job-kinds.ts';
import type { Result } from '#shared/contract/result.ts';
import type { Batch, Stage } from '#shared/contract/pipeline-items.ts';
import type { DocumentRow, Usage } from '#shared/contract/triage.ts';
import type { DocumentStatus } from '#shared/domain/statuses.ts';

/** Describes items that are sent together: one call under one key, which is on disk before it is sent. */
export interface Sending {
  /** Lists all items of the call, always in the same order. */
  readonly ids: readonly string[];
  /** Lists the items without a clear answer yet; all of them if it is missing. */
  readonly open?: readonly string[];
  readonly idempotencyKey: string;
  /** The call may have been made before, in whole or in part. */
  readonly isAgain?: boolean;
}

export type Sent =
  | {
      readonly kind: 'accepted';
      /** This is the run that the call began; null where none had to begin, or where the action begins no runs. */
      readonly run: number | null;
      /** Gives for each download the batch that it went with, or that it began. */
      readonly downloadBatches?: ReadonlyMap<string, string>;
      /** Gives the reason for each item that was not taken; all others were taken. */
      readonly refused: ReadonlyMap<string, string>;
      /** Gives the reason for each item that may or may not have been taken. */
      readonly uncertain?: ReadonlyMap<string, string>;
      /** Gives the reason for each item that was left out, for example because it no longer exists. */
      readonly skipped?: ReadonlyMap<string, string>;
      /**
       * Gives the reason for each item without a clear answer where others had one. Only these are sent again under the
       * call's key, and they become uncertain if that fails.
       */
      readonly unclear?: ReadonlyMap<string, string>;
      /** Lists items whose turn did not come before the end; they wait again. */
      readonly left?: ReadonlySet<string>;
      /** Gives a note for each earlier message that was found in its dead-letter queue meanwhile. */
      readonly returned?: ReadonlyMap<string, string>;
      /** Explains why items cannot be sent until a person has acted; the job then waits. */
      readonly standstill?: string | null;
    }
  /** Nothing was done, for certain, and the same call would be refused again. */
  | { readonly kind: 'refused'; readonly why: string }
  /**
   * The call never arrived, or the sign-in failed. Nothing was done, and the same call may be tried a little later.
   */
  | { readonly kind: 'not-sent'; readonly why: string }
  /** The call may have taken effect. */
  | { readonly kind: 'unclear'; readonly why: string };

/** Describes how an item stands after it was sent. */
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
  /** Gives a note for each message of the whole job that was found in its dead-letter queue again. */
  readonly returned?: ReadonlyMap<string, string>;
}

/** Holds items that were read on the way, so that all lists can use them. */
export interface SeenItems {
  readonly documents: readonly DocumentRow[];
  readonly batches: readonly Batch[];
  readonly downloads?: {
    readonly files: readonly DownloadFile[];
    readonly batches: readonly DownloadBatch[];
  };
}

/** Records what the answer to its call said about an item. */
export interface SentItem {
  readonly id: string;
  readonly run: number | null;
  readonly downloadBatchId?: string | null;
}

/**
 * Defines what a kind of job does. The engine decides when: how many items at a time, what is on disk first, when to
 * brake, and what to report after a crash.
 */
export interface JobAction {
  readonly kind: JobKind;
  /**
   * This is the time in milliseconds during which an unanswered call may be repeated under its own key without
   * happening twice. With null it is never repeated and is listed as uncertain. With Infinity the action keeps its own
   * record of what it has done.
   */
  readonly repeatableForMs: number | null;
  /** Returns the time in milliseconds between sending this many items and the first look at them. */
  readonly firstLookAfter: (items: number) => number;
  /** Limits the items in one call. */
  readonly mostInCall: number;
  /**
   * Reads the items again by their keys just before they are sent; returns a reason for each that must no longer be
   * sent.
   */
  readonly recheck: (
    plan: Plan,
    ids: readonly string[],
  ) => Promise<Result<{ readonly skip: ReadonlyMap<string, string>; readonly seen: SeenItems }>>;
  readonly send: (job: RunningJob, sending: Sending) => Promise<Sent>;
  /** Reads by keys what became of items that were sent. An id that is missing could not be read this time. */
  readonly look: (job: RunningJob, sent: readonly SentItem[]) => Promise<Result<Looked>>;
  /** Returns the present state of an item, shown beside its note and never written to the journal. */
  readonly besides?: (plan: Plan) => (id: string) => string | null;
}

export interface RunningJob {
  readonly plan: Plan;
  /** This is the person who started it; calls are made as this person. */
  readonly by: string;
  readonly reason: string | undefined;
  /** This is true once the job was stopped or the console ends; a call with many parts then begins no more of them. */
  readonly isOver: () => boolean;
}

/** Reports each state of an item only once, because an index needs to hear only what it may not know yet. */
export function newsOnly(): (id: string, standing: string) => boolean {
  const told = new Map<string, string>();
  return (id, standing) => {
    if (told.get(id) === standing) return false;
    told.set(id, standing);
    return true;
  };
}
