import type { PriceBook } from './price-book.ts';
import { priceBooks } from './price-books.ts';

/**
 * Each process has one price book in use: the newest built-in one, or one that a person has loaded on this machine. It
 * is set at start and by the press that uses or reverts a book, so that every estimate has the same prices and names
 * them (decision 051).
 */
let loaded: PriceBook | null = null;

/** Uses a loaded book in this process from now on; null uses the newest built-in one again. */
export function setLoadedBook(book: PriceBook | null): void {
  loaded = book;
}

export function getBookInUse(): PriceBook {
  return loaded ?? priceBooks[0];
}

/** Lists the book in use first. */
export function listPriceBooks(): readonly [PriceBook, ...PriceBook[]] {
  return loaded === null ? priceBooks : [loaded, ...priceBooks];
}

/** Returns undefined if the book was reverted meanwhile. */
export function findPriceBook(id: string): PriceBook | undefined {
  return listPriceBooks().find((one) => one.id === id);
}

export function isBuiltIn(id: string): boolean {
  return priceBooks.some((one) => one.id === id);
}
