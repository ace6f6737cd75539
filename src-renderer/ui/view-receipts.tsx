import { createContext, useContext, useEffect, useState, useSyncExternalStore, type ReactNode } from 'react';
import type { Receipt } from '#shared/contract/result.ts';
import { findOldestReadTime, ReceiptFooter } from './receipt-footer.tsx';
import { useNow } from './relative-time.tsx';

/** Collects the receipts of all parts of a view for its footer. */
export function ViewReceipts({ children }: { readonly children: ReactNode }) {
  const [shelf] = useState(receiptShelf);
  return <Shelf value={shelf}>{children}</Shelf>;
}

/**
 * Shows this part's receipts in the view's footer for as long as the part is mounted. `name` tells it from
 * the other parts; the receipts of all pages of one list count as one.
 */
export function useShowReceipt(name: string, receipt: Receipt | readonly Receipt[] | undefined): void {
  const shelf = useContext(Shelf);
  const key = JSON.stringify(receipt ?? []);
  useEffect(() => {
    const shown = JSON.parse(key) as Receipt | readonly Receipt[];
    return shelf?.put(name, 'pattern' in shown ? [shown] : shown);
  }, [shelf, name, key]);
}

interface ReceiptsOfViewProps {
  /** Returns the readable name of a pattern. */
  readonly titleOf: (pattern: string) => string;
  readonly onRefresh?: (() => void) | undefined;
  readonly refreshing?: boolean | undefined;
}

export function ReceiptsOfView(props: ReceiptsOfViewProps) {
  const shelf = useContext(Shelf) ?? nothing;
  const receipts = useSyncExternalStore(shelf.subscribe, shelf.read);
  const now = Math.max(useNow(), findOldestReadTime(receipts) ?? 0);
  return <ReceiptFooter receipts={receipts} now={now} {...props} />;
}

const Shelf = createContext<ReceiptShelf | null>(null);
const nothing = receiptShelf();

/** The parts of a view put their receipts here, in the order in which they first appeared. */
interface ReceiptShelf {
  /** Returns a function that removes the receipts again. */
  readonly put: (name: string, receipts: readonly Receipt[]) => () => void;
  readonly subscribe: (listener: () => void) => () => void;
  readonly read: () => readonly Receipt[];
}

export function receiptShelf(): ReceiptShelf {
  const parts = new Map<string, readonly Receipt[]>();
  const listeners = new Set<() => void>();
  let all: readonly Receipt[] = [];

  function changed(): void {
    all = onceEach([...parts.values()].flat());
    for (const listener of listeners) listener();
  }

  return {
    put(name, receipts) {
      const shown = byPattern(receipts);
      parts.set(name, shown);
      changed();
      return () => {
        // Another part may have taken the name meanwhile.
        if (parts.get(name) !== shown) return;
        parts.delete(name);
        changed();
      };
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    read: () => all,
  };
}

/** Removes duplicates, because two parts may show something that was read once for both. */
function onceEach(receipts: readonly Receipt[]): readonly Receipt[] {
  return [...new Map(receipts.map((receipt) => [JSON.stringify(receipt), receipt])).values()];
}

/** Merges the pages of a list into one receipt, as old as the oldest of them. */
function byPattern(receipts: readonly Receipt[]): readonly Receipt[] {
  const sums = new Map<string, Receipt>();
  for (const receipt of receipts) {
    const sum = sums.get(receipt.pattern);
    sums.set(receipt.pattern, sum === undefined ? receipt : together(sum, receipt));
  }
  return [...sums.values()];
}

function together(a: Receipt, b: Receipt): Receipt {
  return {
    ...a,
    pages: a.pages + b.pages,
    items: a.items + b.items,
    rru: a.rru + b.rru,
    bytes: a.bytes + b.bytes,
    ms: a.ms + b.ms,
    asOf: a.asOf < b.asOf ? a.asOf : b.asOf,
  };
}
