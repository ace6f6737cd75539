import { useMemo, useState } from 'react';
import { groupAndSum } from '#shared/catalogue/results/group-and-sum.ts';
import type { OpenSystem, ReadItem } from '#shared/contract/explorer.ts';
import { Checkbox } from '#renderer/ui/checkbox/checkbox.tsx';
import { Select } from '#renderer/ui/select/select.tsx';
import { EmptyState } from '#renderer/ui/states/empty-state.tsx';
import { spaced } from '../question/fields.ts';
import { groupChoices } from './attributes-to-group.ts';
import { GroupTable } from './group-table.tsx';
import styles from './group-and-sum-panel.module.css';

export interface GroupAndSumPanelProps {
  readonly items: readonly ReadItem[];
  readonly system: OpenSystem;
}

/** Counts and exact sums over what was loaded; nothing more is read for them. */
export function GroupAndSumPanel({ items, system }: GroupAndSumPanelProps) {
  const choices = useMemo(() => groupChoices(system.declaration, items), [system, items]);
  const [chosen, setChosen] = useState<Chosen>({});
  const first = chosen.first ?? choices.firstBy;
  const second = chosen.second ?? null;
  const sum = choices.sum.filter((name) => (chosen.sum ?? choices.firstSum).includes(name));
  const by = [first, second].filter((name) => name !== null && choices.by.includes(name)) as string[];

  if (items.length === 0) {
    return <EmptyState title="Nothing to group">No item is loaded.</EmptyState>;
  }
  return (
    <div className={styles.panel}>
      <div className={styles.choices}>
        <Select
          label="Group by"
          className={styles.by}
          value={first}
          onChange={(next) => setChosen({ ...chosen, first: next, second: next === second ? null : second })}
          options={options(choices.by)}
        />
        <Select
          label="Then by"
          className={styles.by}
          value={second ?? nothing}
          onChange={(next) => setChosen({ ...chosen, second: next === nothing ? null : next })}
          options={[
            { value: nothing, label: 'Nothing more' },
            ...options(choices.by.filter((name) => name !== first)),
          ]}
        />
        <fieldset className={styles.sums}>
          <legend className={styles.legend}>Sum</legend>
          {choices.sum.length === 0 ? <span className={styles.none}>no item holds a number</span> : null}
          <div className={styles.names}>
            {choices.sum.map((name) => (
              <Checkbox
                key={name}
                label={spaced(name)}
                checked={sum.includes(name)}
                onChange={(on) =>
                  setChosen({ ...chosen, sum: on ? [...sum, name] : sum.filter((one) => one !== name) })
                }
              />
            ))}
          </div>
        </fieldset>
      </div>
      <GroupTable items={items} by={by} sum={sum} groups={groupAndSum(attributesOf(items), { by, sum })} />
    </div>
  );
}

interface Chosen {
  readonly first?: string;
  readonly second?: string | null;
  readonly sum?: readonly string[];
}

/** No attribute has this name; an empty one would stand for no choice. */
const nothing = '\u001F';

function options(names: readonly string[]) {
  return names.map((name) => ({ value: name, label: spaced(name) }));
}

function attributesOf(items: readonly ReadItem[]) {
  return items.map(({ attributes }) => attributes);
}
