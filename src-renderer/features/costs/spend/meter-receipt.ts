import type { Costs } from '#shared/contract/costs/costs.ts';
import type { Receipt } from '#shared/contract/receipt.ts';
import { meterReceipt } from '../costs-frame.tsx';

/** One line for all that a watch has read: lists and documents, all of the table itself. */
export function meterReceiptOf({ spent, meteredDocuments, readAt }: Costs): Receipt {
  return {
    pattern: meterReceipt,
    index: 'main',
    pages: spent.calls,
    items: meteredDocuments,
    rru: spent.rru,
    bytes: 0,
    ms: 0,
    asOf: readAt,
  };
}
