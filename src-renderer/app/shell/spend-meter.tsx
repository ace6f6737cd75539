import { useWatch } from '#renderer/contract/use-operation.ts';
import { Icon } from '#renderer/ui/icon.tsx';
import { IndexName } from '#renderer/ui/key-role.tsx';
import { Popover } from '#renderer/ui/popover.tsx';
import { formatCount, formatRru } from '#renderer/ui/receipt-footer.tsx';
import { VisuallyHidden } from '#renderer/ui/visually-hidden.tsx';
import type { Spend, SpentOn } from '#shared/contract/costs.ts';
import { moneyText } from '#shared/pricing/decimal.ts';
import { getBookInUse } from '#shared/pricing/book-in-use.ts';
import { readCost, sumOfSpend } from '#shared/pricing/request-costs.ts';
import styles from './shell.module.css';
import topBarStyles from './top-bar.module.css';
import { messages } from '../messages.ts';

/** Shows the cost of this session's reads, as the services counted them. */
export function SpendMeter() {
  const { value: spend, failure } = useWatch('spend.watch', {});
  const unknown = failure === undefined ? '…' : 'unknown';
  const figure = spend === undefined ? unknown : describeSpend(spend);

  return (
    <Popover
      title="Read by this session"
      align="end"
      className={styles.wide}
      trigger={
        <button type="button" className={topBarStyles.meter}>
          <Icon name="receipt" size={14} />
          <VisuallyHidden>Read by this session: </VisuallyHidden>
          <span className={topBarStyles.folds}>{figure}</span>
        </button>
      }
    >
      {failure === undefined ? null : <p className={topBarStyles.explain}>{failure.message}</p>}
      {spend === undefined ? null : <SpendTable spend={spend} />}
      <p className={topBarStyles.explain}>
        Read request units as DynamoDB counted them, and 0 scans: Sluice never scans. Other services charge
        per request or metric. Dollars are an estimate by {readCost(0).book}.
      </p>
    </Popover>
  );
}

function describeSpend({ rru, calls, byPattern }: Spend): string {
  return calls === 0 ? formatRru(rru) : `${formatRru(rru)} · ${spentText(byPattern)}`;
}

/** Lists the most expensive access pattern first. */
function SpendTable({ spend }: { readonly spend: Spend }) {
  if (spend.byPattern.length === 0) return <p className={styles.none}>{messages.shell.nothingRead}</p>;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keys
    <section className={styles.scroll} aria-label="By access pattern" tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Access pattern</th>
            <th scope="col">Index</th>
            <th scope="col">Calls</th>
            <th scope="col">Items</th>
            <th scope="col">RRU</th>
            <th scope="col">Cost</th>
          </tr>
        </thead>
        <tbody>
          {spend.byPattern
            .toSorted((a, b) => b.rru - a.rru)
            .map(({ pattern, index, calls, items, rru }) => (
              <tr key={`${pattern} ${index}`}>
                <th scope="row">{pattern}</th>
                <td>
                  <IndexName index={index} />
                </td>
                <td>{formatCount(calls)}</td>
                <td>{formatCount(items)}</td>
                <td>{formatCount(rru)}</td>
                <td>{spentText([{ pattern, calls, items, rru }])}</td>
              </tr>
            ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{messages.shell.total}</th>
            <td>all</td>
            <td>{formatCount(spend.calls)}</td>
            <td>{formatCount(spend.byPattern.reduce((sum, { items }) => sum + items, 0))}</td>
            <td>{formatCount(spend.rru)}</td>
            <td>{spentText(spend.byPattern)}</td>
          </tr>
        </tfoot>
      </table>
    </section>
  );
}

/**
 * Returns for example "$0.0002" or "<$0.0001", "at least $0.01" if a part has no price, and "unknown" if none
 * has one.
 */
export function spentText(rows: readonly SpentOn[]): string {
  const { usd, unpriced } = sumOfSpend(rows, getBookInUse());
  const text = moneyText(usd, { tiny: 'sign' });
  if (unpriced.length === 0) return text;
  return usd === '0' ? 'unknown' : `at least ${text}`;
}
