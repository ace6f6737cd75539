import type { ReactNode } from 'react';
import type { Costs } from '#shared/contract/costs/costs.ts';
import type { PriceBook } from '#shared/pricing/price-book.ts';
import type { CostsAddress, GoCosts } from '../../costs-address.ts';
import type { Spending } from '../sums/groups.ts';

export interface SpendListsProps {
  readonly costs: Costs;
  readonly spending: Spending;
  readonly book: PriceBook;
  readonly address: CostsAddress;
  readonly go: GoCosts;
  readonly onOpenBatch: (tenantId: string, batchId: string) => void;
}

export interface ListProps extends SpendListsProps {
  /** Which list it is, and of what. */
  readonly head: ReactNode;
}
