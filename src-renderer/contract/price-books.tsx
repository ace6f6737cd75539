import { useQuery } from '@tanstack/react-query';
import { Fragment, useState, type ReactNode } from 'react';
import { setLoadedBook } from '#shared/pricing/book-in-use.ts';
import type { PriceBooks } from '#shared/contract/month-costs.ts';
import { operationOptions } from './operation-options.ts';

/** Returns which book was loaded on this machine; undefined until it is known. */
export function usePriceBooks(): PriceBooks | undefined {
  return useQuery({ ...operationOptions('costs.books', {}), staleTime: Number.POSITIVE_INFINITY }).data
    ?.value;
}

/**
 * Makes the loaded book the one in use for everything below, which starts over when the book changes, because prices
 * stand in every part of a page.
 */
export function PriceBooksProvider({ children }: { readonly children: ReactNode }) {
  const loaded = usePriceBooks()?.loaded ?? null;
  const key = loaded === null ? '' : `${loaded.book.id} ${loaded.usedSince}`;
  const [applied, setApplied] = useState('');
  if (applied !== key) {
    // This runs before the children do, so that none of them is drawn with the other prices.
    setLoadedBook(loaded?.book ?? null);
    setApplied(key);
  }
  return <Fragment key={key}>{children}</Fragment>;
}
