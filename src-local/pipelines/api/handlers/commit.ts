import type { TransactWriteItem } from '@aws-sdk/client-dynamodb';
import { isRefused, OthersWereQuicker, transact } from '../../extraction/items/transact.ts';
import type { PipelineParts } from '../../parts.ts';
import { KeyTaken } from './handler.ts';

/** A change and what is remembered of it. `lost`: a condition of the change does not hold, and nothing was done. */
export async function commit(
  parts: PipelineParts,
  change: readonly TransactWriteItem[],
  remembered: TransactWriteItem,
): Promise<'done' | 'lost'> {
  for (let attempt = 1; attempt <= mostAttempts; attempt += 1) {
    const reasons = await transact(parts, [remembered, ...change]);
    if (reasons === 'done') return 'done';
    if (isRefused(reasons[0])) throw new KeyTaken();
    if (reasons.some(isRefused)) return 'lost';
    // Another transaction has one of these items just now.
    await parts.pause(attempt);
  }
  throw new OthersWereQuicker(`${mostAttempts} attempts at a change met another one of the same items`);
}

const mostAttempts = 20;
