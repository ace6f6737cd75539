import { Fragment, type CSSProperties, type ReactElement } from 'react';
import plain from '#renderer/ui/plain-table.module.css';
import { VisuallyHidden } from '#renderer/ui/visually-hidden.tsx';
import { moneyText, type MoneyStyle } from '#shared/pricing/decimal.ts';
import { percentOf } from './book/price-messages.ts';
import styles from './money-table.module.css';

export interface MoneyColumn<Line> {
  readonly title: string;
  readonly headClass?: string | undefined;
  /** A whole `<td>`: what stands in it decides about its classes and its title. */
  readonly cell: (line: Line) => ReactElement;
}

interface MoneyTableProps<Line> {
  readonly label: string;
  readonly lines: readonly Line[];
  readonly keyOf: (line: Line) => string;
  /** The first column, whose cells are the heads of their rows. */
  readonly name: { readonly title: string; readonly text: (line: Line) => string };
  readonly columns: readonly MoneyColumn<Line>[];
  /** The cells of the sum below the lines; its name spans two columns. */
  readonly sum?: ReactElement;
}

/** What a few things cost, read as a whole: no sorting, no grid keys. */
export function MoneyTable<Line>(props: MoneyTableProps<Line>) {
  const { label, lines, keyOf, name, columns, sum } = props;
  return (
    <table className={plain.table} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{name.title}</th>
          {columns.map(({ title, headClass }) => (
            <th key={title} scope="col" className={headClass}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={keyOf(line)}>
            <th scope="row">{name.text(line)}</th>
            {columns.map(({ title, cell }) => (
              <Fragment key={title}>{cell(line)}</Fragment>
            ))}
          </tr>
        ))}
      </tbody>
      {sum === undefined ? null : (
        <tfoot>
          <tr>
            <th scope="row" colSpan={2}>
              Together
            </th>
            {sum}
          </tr>
        </tfoot>
      )}
    </table>
  );
}

/** A column of figures, right-aligned. */
export function figureColumn<Line>(title: string, text: (line: Line) => string): MoneyColumn<Line> {
  return endColumn(title, (line) => <td className={plain.end}>{text(line)}</td>);
}

export function endColumn<Line>(title: string, cell: MoneyColumn<Line>['cell']): MoneyColumn<Line> {
  return { title, headClass: plain.end, cell };
}

/** Each line's part of the total, as a bar. */
export function shareColumn<Line extends { readonly usd: string | null }>(
  lines: readonly Line[],
  total: string,
): MoneyColumn<Line> {
  const largest = Math.max(0, ...lines.map(({ usd }) => Number(usd ?? 0)));
  return {
    title: 'Share',
    headClass: styles.share,
    cell: ({ usd }) => <ShareBar usd={usd} largest={largest} total={Number(total)} />,
  };
}

/** Below the bars of a share column, where the lines are summed up. */
export function NoShare() {
  return <td className={styles.share} aria-hidden />;
}

interface PricedCellProps {
  readonly usd: string | null;
  readonly style: MoneyStyle;
}

/** Dollars, with all their digits for the pointer; what the book does not price is unpriced and never nothing. */
export function PricedCell({ usd, style }: PricedCellProps) {
  return (
    <td className={plain.end} title={usd === null ? 'This book has no price for it' : `$${usd}`}>
      {usd === null ? <span className={plain.quiet}>unpriced</span> : moneyText(usd, style)}
    </td>
  );
}

interface ShareBarProps {
  readonly usd: string | null;
  /** Dollars of the line that has the whole bar. */
  readonly largest: number;
  readonly total: number;
}

/** A line's share, as long as its money is against the dearest; in words for who does not see it. */
function ShareBar({ usd, largest, total }: ShareBarProps) {
  const value = Number(usd ?? 0);
  const bar = { '--share': `${String(largest === 0 ? 0 : (value / largest) * 100)}%` } as CSSProperties;
  return (
    <td className={styles.share}>
      <span className={styles.track} style={bar} />
      <VisuallyHidden>{usd === null || total === 0 ? 'unknown' : percentOf(value / total)}</VisuallyHidden>
    </td>
  );
}
