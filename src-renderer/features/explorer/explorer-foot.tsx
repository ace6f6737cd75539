import type { OpenSystem } from '#shared/contract/explorer.ts';
import { receiptTitle } from '#renderer/contract/use-receipt-titles.ts';
import { oldestAsOf } from '#renderer/ui/receipt-footer/receipt-words.ts';
import { ReceiptFooter } from '#renderer/ui/receipt-footer/receipt-footer.tsx';
import { useReceipts } from './answer/use-receipts.ts';
import { useNow } from '#renderer/ui/relative-time/use-now.ts';

/** What the answers that are still here have cost. */
export function ExplorerFoot({ systems }: { readonly systems: readonly OpenSystem[] }) {
  const receipts = useReceipts();
  const now = Math.max(useNow(), oldestAsOf(receipts) ?? 0);
  return (
    <ReceiptFooter receipts={receipts} now={now} titleOf={(pattern) => receiptTitle(systems, pattern)} />
  );
}
