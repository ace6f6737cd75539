import { useKept } from '#renderer/contract/use-kept.ts';
import { Select } from '#renderer/ui/select.tsx';
import { findPriceBook, getBookInUse, listPriceBooks } from '#shared/pricing/book-in-use.ts';
import type { PriceBook } from '#shared/pricing/price-book.ts';
import styles from '../costs.module.css';

export interface PriceBookHandle {
  readonly book: PriceBook;
  readonly choose: (id: string | null) => void;
}

/** Returns the book that all cost figures of this window are computed with; it starts with the one in use. */
export function usePriceBook(): PriceBookHandle {
  const [id, keep] = useKept<string | null>(bookKey, null);
  return {
    book: (id === null ? undefined : findPriceBook(id)) ?? getBookInUse(),
    choose: (next) => keep(() => next),
  };
}

const bookKey = ['costs.book'];

/** Lets the user choose the price book that figures are computed with. */
export function PriceBookChoice({ size = 'sm' }: { readonly size?: 'sm' | 'md' }) {
  const { book, choose } = usePriceBook();
  return (
    <Select
      label="Price book"
      labelHidden
      size={size}
      className={styles.choice}
      value={book.id}
      onChange={choose}
      options={listPriceBooks().map(({ id, name }) => ({ value: id, label: name }))}
    />
  );
}
