import type { Estimate, ManyBatches, Plan, PlanItem } from '#shared/contract/plans.ts';
import type { Result } from '#shared/contract/result.ts';
import type { ReviewDocument, ReviewKey } from '#shared/contract/review-document.ts';
import type { QueueInput } from '#shared/contract/review.ts';
import type { Persona, Session } from '#shared/contract/session.ts';
import type { PriceBook } from '#shared/pricing/price-book.ts';
import type { ConnectionDoors } from '../../aws/doors.ts';
import type { Executions } from '../../aws/executions.ts';
import type { CatalogueReader } from '../../aws/dynamodb/reading.ts';
import type { ReadsSoFar } from '../../reads/paid-reads.ts';
import type { OtherJobs } from './other-jobs.ts';
import type { PlannedMessages } from './plan-messages.ts';

/** Gives a kind of job what it needs to make its plan. */
export interface DraftParts extends PlannedMessages {
  readonly doors: ConnectionDoors;
  readonly reader: CatalogueReader;
  readonly executions: Executions;
  readonly reads: ReadsSoFar;
  readonly book: PriceBook;
  readonly now: number;
  /** Jobs that have not ended and may have the same documents. */
  readonly otherJobs: OtherJobs;
  /** Looks at documents that wait for review; absent where a test plans no such job. */
  readonly review?: ReviewLooks | undefined;
  readonly who: Persona;
  readonly connection: Session['connection'];
}

/** Lists and reads waiting documents as Review does, on the connection and with the rights of a plan's beginning. */
export type LookAtReview = (asked: {
  readonly session: Session;
  readonly doors: ConnectionDoors;
}) => ReviewLooks;

export interface ReviewLooks {
  /** Returns the longest waiting first, up to a limit. */
  list(
    filters: Omit<QueueInput, 'dueHours' | 'sort' | 'cursor' | 'pageSize'>,
    most: number,
  ): Promise<Result<{ readonly documents: readonly ReviewKey[]; readonly isAll: boolean }>>;
  read(key: ReviewKey): Promise<Result<ReviewDocument>>;
}

/** Contains the parts of a plan that depend on its kind. */
export interface PlanDraft {
  /** This is null where the items may belong to any tenant. */
  readonly tenantId: string | null;
  readonly items: PlanItem[];
  /** This is the workflow of its batch, if the plan is about one. */
  readonly workflowId?: string | null | undefined;
  /** This is present if the plan is about many batches. */
  readonly many?: ManyBatches;
  readonly estimate: Estimate;
  readonly checks: Plan['checks'];
  /** This is shown where nothing can be sent. */
  readonly nothingToDo: string;
}
