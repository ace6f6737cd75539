import { useQuery } from '@tanstack/react-query';
import { createContext, useContext, useEffect, useState, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import type { OpenSystem } from '#shared/contract/explorer.ts';
import type { Receipt } from '#shared/contract/receipt.ts';
import { findDeclared } from '#shared/catalogue/find-declared.ts';
import { operationOptions } from '#renderer/contract/operation-options.ts';
import { ReceiptFooter } from '#renderer/ui/receipt-footer/receipt-footer.tsx';
import { oldestAsOf } from '#renderer/ui/receipt-footer/receipt-words.ts';
import { useNow } from '#renderer/ui/relative-time/use-now.ts';
import { receiptShelf } from './receipt-shelf.ts';
import type { ReceiptShelf } from './receipt-shelf.ts';

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
  readonly onRefresh?: (() => void) | undefined;
  readonly refreshing?: boolean | undefined;
}

export function ReceiptsOfView({ onRefresh, refreshing }: ReceiptsOfViewProps) {
  const shelf = useContext(Shelf) ?? nothing;
  const receipts = useSyncExternalStore(shelf.subscribe, shelf.read);
  const catalogue = useQuery(operationOptions('catalogue.read', {}));
  const systems = catalogue.data?.value.systems ?? [];
  const now = Math.max(useNow(), oldestAsOf(receipts) ?? 0);
  return (
    <ReceiptFooter
      receipts={receipts}
      now={now}
      titleOf={(pattern) => receiptTitle(systems, pattern)}
      onRefresh={onRefresh}
      refreshing={refreshing}
    />
  );
}

/** "extraction.batchesByStatus" → "AP5 Batches by status". */
function receiptTitle(systems: readonly OpenSystem[], name: string): string {
  for (const { declaration } of systems) {
    if (!name.startsWith(`${declaration.id}.`)) continue;
    const pattern = findDeclared(declaration.patterns, name.slice(declaration.id.length + 1));
    if (pattern !== undefined) return `${pattern.number} ${pattern.title}`;
  }
  return name;
}

const Shelf = createContext<ReceiptShelf | null>(null);
const nothing = receiptShelf();
