import { groupAndSum } from '#shared/catalogue/results/group-and-sum.ts';
import type { GroupRow, GroupSum } from '#shared/catalogue/results/group-and-sum.ts';
import type { ReadItem } from '#shared/contract/explorer.ts';
import { csvText } from '#shared/domain/csv.ts';
import { CopyButton } from '#renderer/ui/copy-button/copy-button.tsx';
import { describeCount } from '#renderer/ui/data-table/describe-rows.ts';
import { itemWords } from '#renderer/ui/receipt-footer/receipt-words.ts';
import { makeScrollReachable } from '#renderer/ui/scroll/make-scroll-reachable.ts';
import { spaced } from '../question/fields.ts';
import plain from '#renderer/ui/plain-table/plain-table.module.css';
import { exactText } from './exact-text.ts';
import styles from './group-and-sum-panel.module.css';
import { groupCsv } from './group-csv.ts';

export interface GroupTableProps {
  readonly items: readonly ReadItem[];
  readonly by: readonly string[];
  readonly sum: readonly string[];
  readonly groups: readonly GroupRow[];
}

export function GroupTable({ items, by, sum, groups }: GroupTableProps) {
  const [total] = groupAndSum(
    items.map(({ attributes }) => attributes),
    { by: [], sum },
  );
  return (
    <>
      <div className={styles.bar}>
        <p className={styles.said}>
          {groups.length === 1 ? '1 group' : `${describeCount(groups.length)} groups`} of the{' '}
          {describeCount(items.length)} loaded
        </p>
        <CopyButton
          text={csvText(groupCsv(by, sum, groups))}
          label="Copy the groups as CSV"
          visibleLabel="Copy as CSV"
        />
      </div>
      <div ref={makeScrollReachable} className={plain.scrolls}>
        <table className={plain.table} aria-label="Groups and sums">
          <thead>
            <tr>
              {by.map((name) => (
                <th key={name} scope="col">
                  {spaced(name)}
                </th>
              ))}
              <th scope="col" className={plain.end}>
                Items
              </th>
              {sum.map((name) => (
                <th key={name} scope="col" className={plain.end}>
                  Sum of {spaced(name).toLowerCase()}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {groups.map(({ group, count, sums }) => (
              <tr key={JSON.stringify(group)}>
                {group.map((text, place) =>
                  place === 0 ? (
                    <th key={by[place]} scope="row" className={styles.group}>
                      {text}
                    </th>
                  ) : (
                    <td key={by[place]} className={styles.group}>
                      {text}
                    </td>
                  ),
                )}
                <td className={plain.end}>{describeCount(count)}</td>
                {sums.map((one) => (
                  <Sum key={one.attribute} sum={one} of={count} />
                ))}
              </tr>
            ))}
          </tbody>
          {total === undefined || by.length === 0 ? null : (
            <tfoot>
              <tr>
                <th scope="row" colSpan={by.length}>
                  Together
                </th>
                <td className={plain.end}>{describeCount(total.count)}</td>
                {total.sums.map((one) => (
                  <Sum key={one.attribute} sum={one} of={total.count} />
                ))}
              </tr>
            </tfoot>
          )}
        </table>
      </div>
    </>
  );
}

/** A sum over fewer items than the group has says so. */
function Sum({ sum: { total, counted }, of }: { readonly sum: GroupSum; readonly of: number }) {
  if (total === null) return <td className={`${plain.end} ${plain.quiet}`}>none</td>;
  return (
    <td className={plain.end}>
      <span className={styles.sum}>
        {counted < of ? <span className={styles.counted}>of {itemWords(counted)} </span> : null}
        {exactText(total)}
      </span>
    </td>
  );
}
