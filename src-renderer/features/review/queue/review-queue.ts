import type { ReviewKey } from '#shared/contract/review/document.ts';
import type { QueuePage, QueueRow } from '#shared/contract/review/queue.ts';
import type { Failure } from '#shared/contract/result.ts';

/** What waits, as far as it is loaded; the list and the desk share it. */
export interface ReviewQueue {
  readonly rows: readonly QueueRow[];
  /** The last page's word on the whole, less what was done since; undefined before the first. */
  readonly said:
    | (Pick<QueuePage, 'waiting' | 'waitingExact' | 'buckets' | 'read' | 'batches' | 'notAsked'> &
        Partial<Pick<QueuePage, 'throttled'>>)
    | undefined;
  readonly failure: Failure | undefined;
  readonly isReading: boolean;
  /** There is more to be read than is loaded. */
  readonly hasMore: boolean;
  readonly readMore: () => void;
  readonly readAgain: () => void;
  readonly readAt: string | undefined;
  /**
   * This person has decided it or handed it over, which made it this version: it leaves the list at once, and
   * stays away until something newer is read of it.
   */
  readonly done?: ((key: ReviewKey, version: number | null) => void) | undefined;
  /** That was taken back. */
  readonly undone?: ((key: ReviewKey) => void) | undefined;
}
