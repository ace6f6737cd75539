import { standingOf } from './confirmed-prices.ts';
import styles from './book.module.css';
import { UnconfirmedMark } from './unconfirmed-mark.tsx';

export interface PriceStandingProps {
  readonly price: { readonly verified: boolean; readonly source: string };
}

/** The mark of everything that is not from a page of the vendor. */
export function PriceStanding({ price }: PriceStandingProps) {
  return (
    <div className={styles.known}>
      {standingOf(price) === 'vendor' ? 'from the vendor’s page' : <UnconfirmedMark />}
    </div>
  );
}
