import type { Receipt } from '#shared/contract/receipt.ts';
import { grouped } from '#shared/domain/grouped-number.ts';

/** "Failed, running and waiting batches, 3 calls": for what is put together out of many answers. */
export function madeReceipt(title: string, index: string) {
  return ({ calls, readAt }: { readonly calls: number; readonly readAt: string }): Receipt => ({
    pattern: `${title}, ${calls === 1 ? '1 call' : `${grouped(calls)} calls`}`,
    index,
    pages: calls,
    items: 0,
    rru: 0,
    bytes: 0,
    ms: 0,
    asOf: readAt,
  });
}
