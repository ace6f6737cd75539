import type { TransactWriteItem } from '@aws-sdk/client-dynamodb';
import type { PipelineParts } from '../../parts.ts';
import { isRefused, transactInTurn } from '../../transact.ts';
import { KeyTaken } from './handler.ts';

/** A change and what is remembered of it. `lost`: a condition of the change does not hold, and nothing was done. */
export async function commit(
  parts: PipelineParts,
  change: readonly TransactWriteItem[],
  remembered: TransactWriteItem,
): Promise<'done' | 'lost'> {
  const reasons = await transactInTurn(parts, [remembered, ...change], { mostAttempts: 20 });
  if (reasons === 'done') return 'done';
  if (isRefused(reasons[0])) throw new KeyTaken();
  return 'lost';
}
