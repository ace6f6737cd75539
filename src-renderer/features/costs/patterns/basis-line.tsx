import type { PriceBook } from '#shared/pricing/price-book.ts';
import { isUnconfirmed } from '../book/confirmed-prices.ts';
import { UnconfirmedMark } from '../book/unconfirmed-mark.tsx';
import { forceWords } from '../book/price-words.ts';
import styles from './costs-view.module.css';

export interface BasisLineProps {
  readonly book: PriceBook;
  /** How many questions have their units from this session's receipts. */
  readonly measured: number;
}

/** What the figures below rest on. */
export function BasisLine({ book, measured }: BasisLineProps) {
  return (
    <p className={styles.basis}>
      Estimate, by price book <b>{book.name}</b>, {forceWords(book)}
      {isUnconfirmed(book, ['dynamodb.read', 'dynamodb.write']) ? (
        <>
          {' '}
          <UnconfirmedMark />{' '}
        </>
      ) : (
        '. '
      )}
      {unitsFrom(measured)} What you change here stays in this window.
    </p>
  );
}

function unitsFrom(measured: number): string {
  if (measured === 0) return 'Calls and units are declared, not metered.';
  const questions = measured === 1 ? 'one question' : `${String(measured)} questions`;
  return `Calls are declared; the units of ${questions}, in bold, are those of this session's receipts.`;
}
