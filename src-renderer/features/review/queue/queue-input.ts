import type { QueueInput } from '#shared/contract/review/queue.ts';
import type { ReviewAddress } from '../review-address.ts';

/** What of an address decides which documents are asked for. */
export type Wanted = Pick<
  ReviewAddress,
  'tenant' | 'workflow' | 'reasons' | 'olderThanMinutes' | 'amountFrom' | 'amountTo'
>;

export function queueInput(wanted: Wanted, dueHours: number): Omit<QueueInput, 'cursor'> {
  const { tenant, workflow, reasons, olderThanMinutes, amountFrom, amountTo } = wanted;
  return {
    ...(tenant !== null && { tenantId: tenant }),
    ...(workflow !== null && { workflowId: workflow }),
    ...(reasons.length > 0 && { reasons: [...reasons] }),
    ...(olderThanMinutes !== null && { olderThanMinutes }),
    ...(amountFrom !== null && { amountFrom }),
    ...(amountTo !== null && { amountTo }),
    dueHours,
    pageSize,
  };
}

const pageSize = 50;
