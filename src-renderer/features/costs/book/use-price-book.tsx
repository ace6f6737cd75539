import { useKept } from '#renderer/contract/use-kept.ts';
import { Select } from '#renderer/ui/select.tsx';
import type { PriceBook } from '#shared/pricing/price-book.ts';
import { priceBooks } from '#shared/pricing/price-books.ts';
import styles from './use-price-book.module.css';

export interface PriceBookHandle {
  readonly book: PriceBook;
  readonly choose: (id: string) => void;
}

/** The book that all figures of costs are made with, on every page of this window; the newest at first. */
export function usePriceBook(): PriceBookHandle {
  const [id, keep] = useKept<string | null>(bookKey, null);
  return {
    book: priceBooks.find((one) => one.id === id) ?? priceBooks[0],
    choose: (next) => keep(() => next),
  };
}

const bookKey = ['costs.book'];

/** By which prices figures are made. */
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
      options={options}
    />
  );
}

const options = priceBooks.map(({ id, name }) => ({ value: id, label: name }));
