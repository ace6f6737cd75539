import { useMemo, useState } from 'react';
import { Checkbox } from '#renderer/ui/checkbox.tsx';
import { CopyButton } from '#renderer/ui/copy-button.tsx';
import { describeCount } from '#renderer/ui/data-table/use-shown-rows.ts';
import plain from '#renderer/ui/plain-table.module.css';
import { formatItemCount } from '#renderer/ui/receipt-footer.tsx';
import { makeScrollReachable } from '#renderer/ui/make-scroll-reachable.ts';
import { Select } from '#renderer/ui/select.tsx';
import { EmptyState } from '#renderer/ui/states.tsx';
import { groupAndSum, type GroupRow, type GroupSum } from '#shared/catalogue/items/group-and-sum.ts';
import type { OpenSystem, ReadItem } from '#shared/contract/explorer.ts';
import { csvText } from '#shared/domain/exported-file.ts';
import { toLabel } from '../question/fields.ts';
import styles from './results-panel.module.css';
import { formatExact, listGroupChoices, toGroupCsv } from './group-choices.ts';
import { messages } from '../messages.ts';

interface GroupAndSumPanelProps {
  readonly items: readonly ReadItem[];
  readonly system: OpenSystem;
}

/** Shows counts and exact sums over the loaded items. It makes no request. */
export function GroupAndSumPanel({ items, system }: GroupAndSumPanelProps) {
  const choices = useMemo(() => listGroupChoices(system.declaration, items), [system, items]);
  const [chosen, setChosen] = useState<Chosen>({});
  const first = chosen.first ?? choices.firstBy;
  const second = chosen.second ?? null;
  const sum = choices.sum.filter((name) => (chosen.sum ?? choices.firstSum).includes(name));
  const by = [first, second].filter((name) => name !== null && choices.by.includes(name)) as string[];

  if (items.length === 0) {
    return <EmptyState title={messages.results.nothingToGroup}>{messages.results.noItem}</EmptyState>;
  }
  return (
    <div className={styles.panel}>
      <div className={styles.groupAndSumPanelChoices}>
        <Select
          label={messages.results.groupBy}
          className={styles.by}
          value={first}
          onChange={(next) => setChosen({ ...chosen, first: next, second: next === second ? null : second })}
          options={toOptions(choices.by)}
        />
        <Select
          label={messages.results.thenBy}
          className={styles.by}
          value={second ?? nothing}
          onChange={(next) => setChosen({ ...chosen, second: next === nothing ? null : next })}
          options={[
            { value: nothing, label: messages.results.nothingMore },
            ...toOptions(choices.by.filter((name) => name !== first)),
          ]}
        />
        <fieldset className={styles.sums}>
          <legend className={styles.legend}>Sum</legend>
          {choices.sum.length === 0 ? <span className={styles.none}>{messages.results.noNumber}</span> : null}
          <div className={styles.names}>
            {choices.sum.map((name) => (
              <Checkbox
                key={name}
                label={toLabel(name)}
                checked={sum.includes(name)}
                onChange={(on) =>
                  setChosen({ ...chosen, sum: on ? [...sum, name] : sum.filter((one) => one !== name) })
                }
              />
            ))}
          </div>
        </fieldset>
      </div>
      <GroupTable items={items} by={by} sum={sum} groups={groupAndSum(listAttributes(items), { by, sum })} />
    </div>
  );
}

interface Chosen {
  readonly first?: string;
  readonly second?: string | null;
  readonly sum?: readonly string[];
}

/** Stands for no choice. No attribute has this name, but one may be empty. */
const nothing = '\u001F';

function toOptions(names: readonly string[]) {
  return names.map((name) => ({ value: name, label: toLabel(name) }));
}

function listAttributes(items: readonly ReadItem[]) {
  return items.map(({ attributes }) => attributes);
}

interface GroupTableProps {
  readonly items: readonly ReadItem[];
  readonly by: readonly string[];
  readonly sum: readonly string[];
  readonly groups: readonly GroupRow[];
}

function GroupTable({ items, by, sum, groups }: GroupTableProps) {
  const [total] = groupAndSum(
    items.map(({ attributes }) => attributes),
    { by: [], sum },
  );
  return (
    <>
      <div className={styles.groupAndSumPanelBar}>
        <p className={styles.said}>
          {groups.length === 1 ? '1 group' : `${describeCount(groups.length)} groups`} of the{' '}
          {describeCount(items.length)} loaded
        </p>
        <CopyButton
          text={csvText(toGroupCsv(by, sum, groups))}
          label={messages.results.copyGroups}
          visibleLabel={messages.results.copyCsv}
        />
      </div>
      <div ref={makeScrollReachable} className={plain.scrolls}>
        <table className={plain.table} aria-label={messages.results.groups}>
          <thead>
            <tr>
              {by.map((name) => (
                <th key={name} scope="col">
                  {toLabel(name)}
                </th>
              ))}
              <th scope="col" className={plain.end}>
                Items
              </th>
              {sum.map((name) => (
                <th key={name} scope="col" className={plain.end}>
                  Sum of {toLabel(name).toLowerCase()}
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
                  Total
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

/** A sum over fewer items than its group has is marked. */
function Sum({ sum: { total, counted }, of }: { readonly sum: GroupSum; readonly of: number }) {
  if (total === null) return <td className={`${plain.end} ${plain.quiet}`}>none</td>;
  return (
    <td className={plain.end}>
      <span className={styles.sum}>
        {counted < of ? <span className={styles.counted}>of {formatItemCount(counted)} </span> : null}
        {formatExact(total)}
      </span>
    </td>
  );
}
