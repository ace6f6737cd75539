import { useMemo } from 'react';
import type { PriceBook } from '#shared/pricing/price-book.ts';
import plain from '#renderer/ui/plain-table/plain-table.module.css';
import { makeScrollReachable } from '#renderer/ui/scroll/make-scroll-reachable.ts';
import styles from './book.module.css';
import { entryGroups, isSome } from './confirmed-prices.ts';
import type { EntryShare } from './confirmed-prices.ts';
import { PriceStanding } from './price-standing.tsx';
import { entryOf, leftOutWords, priceText, serviceOf, sourceWords } from './price-words.ts';
import { tileMoney } from './tile-money.ts';

export interface BookEntriesProps {
  readonly entries: readonly EntryShare[];
  readonly factors: NonNullable<PriceBook['factors']>;
  /** A column says what each price makes of the figure, and those that make something come first. */
  readonly withFigure: boolean;
}

export function BookEntries({ entries, factors, withFigure }: BookEntriesProps) {
  const groups = useMemo(() => entryGroups(entries, withFigure), [entries, withFigure]);
  const columns = withFigure ? 3 : 2;
  return (
    <div ref={makeScrollReachable} className={plain.scrolls}>
      <table className={plain.table} aria-label="Prices of the book">
        <thead>
          <tr>
            <th scope="col">Entry, where it was read and when</th>
            <th scope="col">Price</th>
            {withFigure ? (
              <th scope="col" className={plain.end}>
                Of the figure
              </th>
            ) : null}
          </tr>
        </thead>
        {groups.map(({ title, rows }) => (
          <tbody key={title}>
            <GroupLine title={title} columns={columns} />
            {rows.map((row) => (
              <EntryLine key={row.name} entry={row} withFigure={withFigure} />
            ))}
          </tbody>
        ))}
        {Object.keys(factors).length === 0 ? null : (
          <tbody>
            <GroupLine title="Factors, which no figure here uses" columns={columns} />
            {Object.entries(factors).map(([name, factor]) => (
              <tr key={name}>
                <th scope="row">
                  <span className={plain.mono}>{name}</span>
                  <p className={styles.source}>{sentences([sourceWords(factor), factor.note])}</p>
                </th>
                <td colSpan={columns - 1}>
                  {factor.times} times the price
                  <PriceStanding price={factor} />
                </td>
              </tr>
            ))}
          </tbody>
        )}
      </table>
    </div>
  );
}

function GroupLine({ title, columns }: { readonly title: string; readonly columns: number }) {
  return (
    <tr>
      <th scope="rowgroup" colSpan={columns} className={styles.group}>
        {title}
      </th>
    </tr>
  );
}

function EntryLine({ entry, withFigure }: { readonly entry: EntryShare; readonly withFigure: boolean }) {
  const { name, price, usd } = entry;
  return (
    <tr>
      <th scope="row">
        {serviceOf(name)} <span className={plain.mono}>{entryOf(name)}</span>
        <p className={styles.source}>{sentences([sourceWords(price), price.note, leftOutWords(price)])}</p>
      </th>
      <td>
        {priceText(price)}
        <PriceStanding price={price} />
      </td>
      {withFigure ? (
        <td className={plain.end} title={isSome(usd) ? `$${usd}` : undefined}>
          {isSome(usd) ? tileMoney(usd) : <span className={plain.quiet}>–</span>}
        </td>
      ) : null}
    </tr>
  );
}

function sentences(words: readonly (string | undefined)[]): string {
  return words
    .filter((one) => one !== undefined && one !== '')
    .map((one) => one?.replace(/\.$/, ''))
    .join('. ');
}
