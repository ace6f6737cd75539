import type { ReviewKey } from '#shared/contract/review/document.ts';
import type { ReviewMode } from '#shared/domain/review/draft-rules.ts';
import type { ReviewQueue } from '../queue/review-queue.ts';
import type { DeskRow } from './desk-row.ts';

export interface ReviewDeskProps {
  readonly mode: ReviewMode;
  /** In the order in which they are worked off; those of others, set aside or held are left out by now. */
  readonly rows: readonly DeskRow[];
  readonly queue: ReviewQueue;
  readonly open: ReviewKey;
  /** Another one is to be open; null: back to the list. */
  readonly onOpen: (key: ReviewKey | null) => void;
  readonly dueHours: number;
}
