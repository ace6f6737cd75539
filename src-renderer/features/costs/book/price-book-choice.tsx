import { priceBooks } from '#shared/pricing/price-books.ts';
import { Select } from '#renderer/ui/select/select.tsx';
import styles from './book.module.css';
import { usePriceBook } from './use-price-book.ts';

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
