import { useMemo, useState } from 'react';
import { Button } from '#renderer/ui/button.tsx';
import { Chip } from '#renderer/ui/chip.tsx';
import { DialogBody } from '#renderer/ui/dialog.tsx';
import { Drawer } from '#renderer/ui/drawer.tsx';
import plain from '#renderer/ui/plain-table.module.css';
import { makeScrollReachable } from '#renderer/ui/make-scroll-reachable.ts';
import { useNow } from '#renderer/ui/relative-time.tsx';
import { describeBookAge } from '#shared/pricing/compare-books.ts';
import type { PriceBook } from '#shared/pricing/price-book.ts';
import styles from '../costs.module.css';
import {
  listEntryShares,
  groupEntries,
  isSome,
  calculateShare,
  findStanding,
  sumUsdByStanding,
  type EntryShare,
  type FigureOf,
} from './confirmed-prices.ts';
import {
  formatEntryName,
  describeValidity,
  describeLeftOut,
  formatShare,
  formatPrice,
  formatService,
  describeSource,
  formatTileMoney,
} from './price-messages.ts';
import { usePriceBook } from './use-price-book.tsx';
import { makeEndColumn, MoneyTable, type MoneyColumn } from '../money-table.tsx';
import { messages } from '../messages.ts';

/** Opens the prices of the book in use, beside the figures that are made with them. */
export function BookPricesButton({ figureOf, figureName }: Omit<BookPricesProps, 'book'>) {
  const [open, setOpen] = useState(false);
  const { book } = usePriceBook();
  return (
    <>
      <Button size="sm" variant="ghost" icon="receipt" onClick={() => setOpen(true)}>
        Prices
      </Button>
      {open ? (
        <Drawer open onClose={() => setOpen(false)} title="Prices" wide>
          <DialogBody>
            <BookPrices book={book} figureOf={figureOf} figureName={figureName} />
          </DialogBody>
        </Drawer>
      ) : null}
    </>
  );
}

interface BookPricesProps {
  readonly book: PriceBook;
  /** When given, each price shows its part of the figure, and the total shows how much of it is unconfirmed. */
  readonly figureOf?: FigureOf | undefined;
  /** Follows an amount of dollars in a sentence: "of the last 30 days". */
  readonly figureName?: string | undefined;
}

/** Lists every price of a book with its source and date, and how well the shown figure is founded on them. */
function BookPrices({ book, figureOf, figureName = '' }: BookPricesProps) {
  const today = new Date(useNow(3_600_000)).toISOString().slice(0, 10);
  const entries = listEntryShares(book, figureOf);
  const standings = entries.map(({ price }) => findStanding(price));
  const unchecked = standings.filter((standing) => standing === 'unchecked').length;
  const unconfirmed = standings.filter((standing) => standing === 'second-hand').length + unchecked;
  return (
    <>
      <p className={styles.lead}>
        <b>{book.name}</b>, {describeValidity(book)}, {book.region}. {describeBookAge(book, today)}{' '}
        {book.source} {unconfirmed} of {entries.length} prices are not confirmed by the vendor: they were not
        read on its own pages. {unconfirmed - unchecked} of them are second hand, from files that others keep
        and test; {unchecked} are unchecked.{' '}
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
  const part = sumUsdByStanding(book, figureOf);
  const unchecked = sumUsdByStanding(book, figureOf, ['unchecked']);
  const share = calculateShare(part, whole);
  if (share === null) return null;
  return (
    <b>
      {formatTileMoney(part)} of the {formatTileMoney(whole)} {name}, {formatShare(share)}, rest on
      unconfirmed prices, {formatTileMoney(unchecked)} of it on unchecked ones.
    </b>
  );
}

interface BookEntriesProps {
  readonly entries: readonly EntryShare[];
  readonly factors: NonNullable<PriceBook['factors']>;
  /** Adds a column with each price's part of the figure, and puts the prices that have one first. */
  readonly withFigure: boolean;
}

type BookLine = EntryShare | { readonly factorName: string; readonly factor: Factor };
type Factor = NonNullable<PriceBook['factors']>[string];

function BookEntries({ entries, factors, withFigure }: BookEntriesProps) {
  const groups = useMemo(() => groupEntries(entries, withFigure), [entries, withFigure]);
  const priced = groups.map(({ title, rows }) => ({ title, lines: rows as readonly BookLine[] }));
  const factorLines = Object.entries(factors).map(([factorName, factor]) => ({ factorName, factor }));
  const listed =
    factorLines.length === 0 ? priced : [...priced, { title: messages.book.factors, lines: factorLines }];
  return (
    <div ref={makeScrollReachable} className={plain.scrolls}>
      <MoneyTable
        label={messages.book.prices}
        lines={{ groups: listed }}
        keyOf={(line) => ('factor' in line ? line.factorName : line.name)}
        name={entryName}
        columns={withFigure ? [priceColumn, figureColumn] : [priceColumn]}
      />
    </div>
  );
}

function EntryName({ line }: { readonly line: BookLine }) {
  if ('factor' in line) {
    const { factorName, factor } = line;
    return (
      <>
        <span className={plain.mono}>{factorName}</span>
        <p className={styles.source}>{joinSentences([describeSource(factor), factor.note])}</p>
      </>
    );
  }
  const { name, price } = line;
  return (
    <>
      {formatService(name)} <span className={plain.mono}>{formatEntryName(name)}</span>
      <p className={styles.source}>
        {joinSentences([describeSource(price), price.note, describeLeftOut(price)])}
      </p>
    </>
  );
}

const entryName = { title: messages.book.entry, text: (line: BookLine) => <EntryName line={line} /> };

const priceColumn: MoneyColumn<BookLine> = {
  title: 'Price',
  cell: (line) => (
    <td>
      {'factor' in line ? `${line.factor.times} times the price` : formatPrice(line.price)}
      <PriceStanding price={'factor' in line ? line.factor : line.price} />
    </td>
  ),
};

const figureColumn = makeEndColumn<BookLine>(messages.book.ofFigure, (line) => {
  const usd = 'factor' in line ? null : line.usd;
  return (
    <td className={plain.end} title={isSome(usd) ? `$${usd}` : undefined}>
      {isSome(usd) ? formatTileMoney(usd) : <span className={plain.quiet}>–</span>}
    </td>
  );
});

function joinSentences(words: readonly (string | undefined)[]): string {
  return words
    .filter((one) => one !== undefined && one !== '')
    .map((one) => one?.replace(/\.$/, ''))
    .join('. ');
}

interface PriceStandingProps {
  readonly price: { readonly verified: boolean; readonly source: string };
}

/** Marks every price that does not come from one of the vendor's own pages. */
export function PriceStanding({ price }: PriceStandingProps) {
  return (
    <div className={styles.known}>
      {findStanding(price) === 'vendor' ? messages.book.fromVendor : <UnconfirmedMark />}
    </div>
  );
}

/** Stands beside a price that is not from the vendor's own pages, and beside a figure that uses one. */
export function UnconfirmedMark() {
  return <Chip tone="review">{messages.book.notConfirmed}</Chip>;
}
