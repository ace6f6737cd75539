import type { PriceBook } from '#shared/pricing/price-book.ts';
import { percentOf } from './percent-of.ts';
import { BookEntries } from './book-entries.tsx';
import styles from './book.module.css';
import { entriesOf, shareOf, standingOf, usdStandingOn } from './confirmed-prices.ts';
import type { FigureOf } from './confirmed-prices.ts';
import { forceWords } from './price-words.ts';
import { tileMoney } from './tile-money.ts';

export interface BookPricesProps {
  readonly book: PriceBook;
  /** With it each price says what it makes of the figure, and the whole how much of it is unconfirmed. */
  readonly figureOf?: FigureOf | undefined;
  /** What the figure is, as it goes on after a number of dollars: "of the last 30 days". */
  readonly figureName?: string | undefined;
}

/** Every price of a book, where it was read and for when, and how well the figure shown is founded on them. */
export function BookPrices({ book, figureOf, figureName = '' }: BookPricesProps) {
  const entries = entriesOf(book, figureOf);
  const standings = entries.map(({ price }) => standingOf(price));
  const unchecked = standings.filter((standing) => standing === 'unchecked').length;
  const unconfirmed = standings.filter((standing) => standing === 'second-hand').length + unchecked;
  return (
    <>
      <p className={styles.lead}>
        <b>{book.name}</b>, {forceWords(book)}, {book.region}. {book.source} {unconfirmed} of {entries.length}{' '}
        prices are not confirmed by the vendor: they were not read on its own pages. {unconfirmed - unchecked}{' '}
        of them are second hand, from files that others keep and test; {unchecked} nobody has checked.{' '}
        {figureOf === undefined ? null : <Standing book={book} figureOf={figureOf} name={figureName} />}
      </p>
      <BookEntries entries={entries} factors={book.factors ?? {}} withFigure={figureOf !== undefined} />
    </>
  );
}

interface StandingProps {
  readonly book: PriceBook;
  readonly figureOf: FigureOf;
  readonly name: string;
}

function Standing({ book, figureOf, name }: StandingProps) {
  const whole = figureOf(book);
  const part = usdStandingOn(book, figureOf);
  const unchecked = usdStandingOn(book, figureOf, ['unchecked']);
  const share = shareOf(part, whole);
  if (share === null) return null;
  return (
    <b>
      {tileMoney(part)} of the {tileMoney(whole)} {name}, {percentOf(share)}, stand on prices that are not
      confirmed, {tileMoney(unchecked)} of it on unchecked ones.
    </b>
  );
}
