import type { Queues } from '#shared/contract/dead-letters/queues.ts';
import type { Receipt } from '#shared/contract/receipt.ts';
import { grouped } from '#shared/domain/grouped-number.ts';

/** Asking SQS takes no read units; what it takes is calls, and the receipt's name says how many. */
export function queuesReceipt({ queues, calls, readAt }: Queues): Receipt {
  return {
    pattern: `How queues stand, ${calls === 1 ? '1 call' : `${grouped(calls)} calls`}`,
    index: 'SQS',
    pages: calls,
    items: queues.length,
    rru: 0,
    bytes: 0,
    ms: 0,
    asOf: readAt,
  };
}
