import { createContext, useContext, useEffect, useState, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import type { Receipt } from '#shared/contract/result.ts';
import { useNow } from '../relative-time/use-now.ts';
import { ReceiptFooter } from './receipt-footer.tsx';
import { receiptShelf } from './receipt-shelf.ts';
import type { ReceiptShelf } from './receipt-shelf.ts';
import { oldestAsOf } from './receipt-words.ts';

/** Around a view: what each part of it has read to be what it is, for one foot. */
export function ViewReceipts({ children }: { readonly children: ReactNode }) {
  const [shelf] = useState(receiptShelf);
  return <Shelf value={shelf}>{children}</Shelf>;
}

/**
 * Shows in the foot of the view what this part has read, for as long as the part is there. `name` tells it
 * from the other parts; the receipts of the pages of one list count as one.
 */
export function useShowReceipt(name: string, receipt: Receipt | readonly Receipt[] | undefined): void {
  const shelf = useContext(Shelf);
  const key = JSON.stringify(receipt ?? []);
  useEffect(() => {
    const shown = JSON.parse(key) as Receipt | readonly Receipt[];
    return shelf?.put(name, 'pattern' in shown ? [shown] : shown);
  }, [shelf, name, key]);
}

export interface ReceiptsOfViewProps {
  /** How people call a pattern. */
  readonly titleOf: (pattern: string) => string;
  readonly onRefresh?: (() => void) | undefined;
  readonly refreshing?: boolean | undefined;
}

export function ReceiptsOfView(props: ReceiptsOfViewProps) {
  const shelf = useContext(Shelf) ?? nothing;
  const receipts = useSyncExternalStore(shelf.subscribe, shelf.read);
  const now = Math.max(useNow(), oldestAsOf(receipts) ?? 0);
  return <ReceiptFooter receipts={receipts} now={now} {...props} />;
}

const Shelf = createContext<ReceiptShelf | null>(null);
const nothing = receiptShelf();
