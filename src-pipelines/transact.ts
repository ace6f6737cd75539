import {
  TransactionCanceledException,
  TransactWriteItemsCommand,
  type CancellationReason,
  type TransactWriteItem,
} from '@aws-sdk/client-dynamodb';
import type { PipelineParts } from './parts.ts';

/** Many attempts at a change met other changes of the same items; the next may go well. */
export class OthersWereQuicker extends Error {}

/** https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactWriteItems.html */
export const mostActions = 100;

/**
 * Writes all of it or nothing: where a condition does not hold, the reasons say which, one for each action. While another
 * transaction holds the same items, it waits for its turn.
 */
export async function transactInTurn(
  parts: PipelineParts,
  actions: readonly TransactWriteItem[],
  { mostAttempts }: { readonly mostAttempts: number },
): Promise<'done' | readonly CancellationReason[]> {
  for (let attempt = 1; attempt <= mostAttempts; attempt += 1) {
    const reasons = await transact(parts, actions);
    if (reasons === 'done' || reasons.some(isRefused)) return reasons;
    await parts.pause(attempt);
  }
  throw new OthersWereQuicker(`${mostAttempts} attempts at a change met another one of the same items`);
}

/** One attempt. */
export async function transact(
  parts: PipelineParts,
  actions: readonly TransactWriteItem[],
): Promise<'done' | readonly CancellationReason[]> {
  try {
    await parts.clients.dynamodb.send(new TransactWriteItemsCommand({ TransactItems: [...actions] }));
    return 'done';
  } catch (error) {
    if (!(error instanceof TransactionCanceledException)) throw error;
    const reasons = error.CancellationReasons ?? [];
    if (!reasons.every(({ Code = 'None' }) => expected.has(Code))) throw error;
    return reasons;
  }
}

/** The condition did not hold because the item was changed meanwhile. */
export function isRefused(reason: CancellationReason | undefined): boolean {
  return reason?.Code === 'ConditionalCheckFailed';
}

/** Anything else is no matter of who was quicker. */
const expected = new Set([
  'None',
  'ConditionalCheckFailed',
  'TransactionConflict',
  'ThrottlingError',
  'ProvisionedThroughputExceeded',
]);
