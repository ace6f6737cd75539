import type { Spend } from '#shared/contract/costs.ts';
import { countWords } from '#renderer/ui/receipt-footer/receipt-words.ts';
import { IndexName } from '#renderer/ui/index-name/index-name.tsx';
import styles from './spend-table.module.css';
import { spentText } from './spent-text.ts';

/** The dearest question first. */
export function SpendTable({ spend }: { readonly spend: Spend }) {
  if (spend.byPattern.length === 0) return <p className={styles.none}>Nothing has been read yet.</p>;
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
                <td>{countWords(calls)}</td>
                <td>{countWords(items)}</td>
                <td>{countWords(rru)}</td>
                <td>{spentText([{ pattern, calls, items, rru }])}</td>
              </tr>
            ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Together</th>
            <td>all</td>
            <td>{countWords(spend.calls)}</td>
            <td>{countWords(spend.byPattern.reduce((sum, { items }) => sum + items, 0))}</td>
            <td>{countWords(spend.rru)}</td>
            <td>{spentText(spend.byPattern)}</td>
          </tr>
        </tfoot>
      </table>
    </section>
  );
}
