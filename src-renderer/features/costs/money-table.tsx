import { Fragment, type CSSProperties, type ReactElement, type ReactNode } from 'react';
import plain from '#renderer/ui/plain-table.module.css';
import { VisuallyHidden } from '#renderer/ui/visually-hidden.tsx';
import { moneyText, type MoneyStyle } from '#shared/pricing/decimal.ts';
import { formatShare } from './book/price-messages.ts';
import { messages } from './messages.ts';
import styles from './costs.module.css';

export interface MoneyColumn<Line> {
  readonly title: string;
  readonly headClass?: string | undefined;
  /** Returns the whole `<td>`, because the content decides on its classes and its title. */
  readonly cell: (line: Line) => ReactElement;
}

interface MoneyGroup<Line> {
  readonly title: string;
  readonly lines: readonly Line[];
}

interface MoneyTableProps<Line> {
  readonly label: string;
  /** A list of groups has a heading above the lines of each. */
  readonly lines: readonly Line[] | { readonly groups: readonly MoneyGroup<Line>[] };
  readonly keyOf: (line: Line) => string;
  /** The first column, whose cells are the row headers. */
  readonly name: { readonly title: string; readonly text: (line: Line) => ReactNode };
  readonly columns: readonly MoneyColumn<Line>[];
  /** The cells of the total below the lines; its name spans two columns. */
  readonly sum?: ReactElement;
}

/** Shows a short list of costs that is read as a whole, so it has no sorting and no grid keys. */
export function MoneyTable<Line>(props: MoneyTableProps<Line>) {
  const { label, lines, keyOf, name, columns, sum } = props;
  const groups = 'groups' in lines ? lines.groups : [{ title: '', lines }];
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
      {groups.map((group) => (
        <tbody key={group.title}>
          {group.title === '' ? null : (
            <tr>
              <th scope="rowgroup" colSpan={columns.length + 1} className={styles.group}>
                {group.title}
              </th>
            </tr>
          )}
          {group.lines.map((line) => (
            <tr key={keyOf(line)}>
              <th scope="row">{name.text(line)}</th>
              {columns.map(({ title, cell }) => (
                <Fragment key={title}>{cell(line)}</Fragment>
              ))}
            </tr>
          ))}
        </tbody>
      ))}
      {sum === undefined ? null : (
        <tfoot>
          <tr>
            <th scope="row" colSpan={2}>
              Total
            </th>
            {sum}
          </tr>
        </tfoot>
      )}
    </table>
  );
}

/** Makes a right-aligned column of figures. */
export function makeFigureColumn<Line>(title: string, text: (line: Line) => string): MoneyColumn<Line> {
  return makeEndColumn(title, (line) => <td className={plain.end}>{text(line)}</td>);
}

export function makeEndColumn<Line>(title: string, cell: MoneyColumn<Line>['cell']): MoneyColumn<Line> {
  return { title, headClass: plain.end, cell };
}

/** Shows each line's part of the total as a bar. */
export function makeShareColumn<Line extends { readonly usd: string | null }>(
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

/** Fills the share column in the total row. */
export function NoShare() {
  return <td className={styles.share} aria-hidden />;
}

interface PricedCellProps {
  readonly usd: string | null;
  readonly style: MoneyStyle;
}

/**
 * Shows dollars, with all digits in the tooltip. An item that the book has no price for reads "unpriced", never zero.
 */
export function PricedCell({ usd, style }: PricedCellProps) {
  return (
    <td className={plain.end} title={usd === null ? messages.page.noPrice : `$${usd}`}>
      {usd === null ? <span className={plain.quiet}>unpriced</span> : moneyText(usd, style)}
    </td>
  );
}

interface ShareBarProps {
  readonly usd: string | null;
  /** Dollars of the line whose bar is full. */
  readonly largest: number;
  readonly total: number;
}

/** Shows a line's cost relative to the most expensive line as a bar, and as text for screen readers. */
function ShareBar({ usd, largest, total }: ShareBarProps) {
  const value = Number(usd ?? 0);
  const bar = { '--share': `${String(largest === 0 ? 0 : (value / largest) * 100)}%` } as CSSProperties;
  return (
    <td className={styles.share}>
      <span className={styles.track} style={bar} />
      <VisuallyHidden>{usd === null || total === 0 ? 'unknown' : formatShare(value / total)}</VisuallyHidden>
    </td>
  );
}
