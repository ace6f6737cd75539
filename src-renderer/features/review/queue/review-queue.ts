import type { Failure } from '#shared/contract/result.ts';
import type { QueuePage, QueueRow } from '#shared/contract/review/queue.ts';

/** What waits, as far as it is loaded; the list and the desk share it. */
export interface ReviewQueue {
  readonly rows: readonly QueueRow[];
  /** The last page's word on the whole; undefined before the first. */
  readonly said:
    | Pick<QueuePage, 'waiting' | 'waitingExact' | 'buckets' | 'read' | 'batches' | 'notAsked'>
    | undefined;
  readonly failure: Failure | undefined;
  readonly isReading: boolean;
  /** There is more to be read than is loaded. */
  readonly hasMore: boolean;
  readonly readMore: () => void;
  readonly readAgain: () => void;
  readonly readAt: string | undefined;
}
