import type { TransactWriteItem } from '@aws-sdk/client-dynamodb';
import type { ApiAnswer, ApiCall } from '../../api/call.ts';
import { KeyTaken } from '../../api/handlers/handler.ts';
import { isRefused, OthersWereQuicker, transact } from '../../extraction/items/transact.ts';
import type { PipelineParts } from '../../parts.ts';

/** The change with its answer, or neither. `lost`: what is changed is not as it was seen any more. */
export async function commit(
  parts: PipelineParts,
  call: ApiCall,
  change: TransactWriteItem,
  answer: ApiAnswer,
): Promise<'done' | 'lost'> {
  for (let attempt = 1; attempt <= mostAttempts; attempt += 1) {
    const reasons = await transact(parts, [change, call.remembered(answer)]);
    if (reasons === 'done') return 'done';
    if (isRefused(reasons[1])) throw new KeyTaken();
    if (isRefused(reasons[0])) return 'lost';
    await parts.pause(attempt);
  }
  throw new OthersWereQuicker(`${mostAttempts} attempts at a change met another one of the same item`);
}

const mostAttempts = 20;
