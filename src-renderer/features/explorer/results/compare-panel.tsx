import { useMemo, useState } from 'react';
import { Button } from '#renderer/ui/button.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import plain from '#renderer/ui/plain-table.module.css';
import { makeScrollReachable } from '#renderer/ui/make-scroll-reachable.ts';
import { Select } from '#renderer/ui/select.tsx';
import { EmptyState } from '#renderer/ui/states.tsx';
import { Switch } from '#renderer/ui/switch.tsx';
import { compareItems, type ComparedAttribute } from '#shared/catalogue/items/compare-items.ts';
import type { OpenSystem, ReadItem } from '#shared/contract/explorer.ts';
import {
  formatCompared,
  summarizeComparison,
  comparisonLabels,
  chooseDefaultPair,
  findDifferingPart,
  labelItems,
  filterDifferences,
  type DifferingText,
} from './compare-items.ts';
import { messages } from '../messages.ts';
import styles from './results-panel.module.css';

interface ComparePanelProps {
  readonly items: readonly ReadItem[];
  readonly system: OpenSystem;
  /** The handles of the selected items; two of them are compared first. */
  readonly selected?: readonly string[] | undefined;
}

/** Compares two of the loaded items by attribute. */
export function ComparePanel({ items, system, selected }: ComparePanelProps) {
  const { declaration } = system;
  const [chosen, setChosen] = useState<{ readonly left?: string; readonly right?: string }>({});
  const [onlyWhatDiffers, setOnlyWhatDiffers] = useState(true);
  const labels = useMemo(() => labelItems(declaration, items), [declaration, items]);
  const pair = useMemo(() => chooseDefaultPair(declaration, items, selected), [declaration, items, selected]);
  const find = (handle: string | undefined) => items.find((item) => item.handle === handle);
  const left = find(chosen.left) ?? find(pair?.[0]);
  const right = find(chosen.right) ?? find(pair?.[1]);

  if (left === undefined || right === undefined) {
    return <EmptyState title={messages.results.nothingToCompare}>{messages.results.twoItems}</EmptyState>;
  }
  const compared = compareItems(left.attributes, right.attributes);
  const shown = onlyWhatDiffers ? filterDifferences(compared) : compared;
  const options = items.map(({ handle }) => ({ value: handle, label: labels.get(handle) ?? handle }));
  return (
    <div className={styles.panel}>
      <div className={styles.choices}>
        <Select
          label="Left"
          className={styles.item}
          value={left.handle}
          onChange={(next) => setChosen({ left: next, right: right.handle })}
          options={options}
        />
        <span className={styles.swap}>
          <Button
            variant="ghost"
            aria-label={messages.results.swap}
            onClick={() => setChosen({ left: right.handle, right: left.handle })}
          >
            Swap
          </Button>
        </span>
        <Select
          label="Right"
          className={styles.item}
          value={right.handle}
          onChange={(next) => setChosen({ left: left.handle, right: next })}
          options={options}
        />
      </div>
      <div className={styles.bar}>
        <Switch
          label={messages.results.onlyDifferences}
          checked={onlyWhatDiffers}
          onChange={setOnlyWhatDiffers}
        />
        <p className={styles.said}>
          {left === right ? 'An item and itself. ' : ''}
          {summarizeComparison(compared)}
        </p>
      </div>
      {shown.length === 0 ? (
        <EmptyState title={messages.results.noDifference}>{messages.results.allSame}</EmptyState>
      ) : (
        <CompareTable
          compared={shown}
          left={labels.get(left.handle) ?? 'Left'}
          right={labels.get(right.handle) ?? 'Right'}
        />
      )}
    </div>
  );
}

interface CompareTableProps {
  readonly compared: readonly ComparedAttribute[];
  readonly left: string;
  readonly right: string;
}

function CompareTable({ compared, left, right }: CompareTableProps) {
  return (
    <div ref={makeScrollReachable} className={plain.scrolls}>
      <table className={classNames(plain.table, styles.table)} aria-label={messages.results.sideBySide}>
        <thead>
          <tr>
            <th scope="col">Attribute</th>
            <th scope="col">{left}</th>
            <th scope="col">{right}</th>
            <th scope="col">Compared</th>
          </tr>
        </thead>
        <tbody>
          {compared.map((one) => (
            <tr key={JSON.stringify(one.path)}>
              <th scope="row" className={styles.name}>
                {one.name}
              </th>
              <Values compared={one} />
              <td className={classNames(styles.word, styles[pickTone(one)])}>
                {comparisonLabels[one.comparison]}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Values({ compared: { comparison, left, right } }: { readonly compared: ComparedAttribute }) {
  const [leftText, rightText] = [formatCompared(left), formatCompared(right)];
  if (comparison === 'changed') {
    const [a, b] = findDifferingPart(leftText, rightText);
    return (
      <>
        <Marked text={a} />
        <Marked text={b} />
      </>
    );
  }
  return (
    <>
      <td className={pickValueStyle(left)}>{leftText}</td>
      <td className={pickValueStyle(right)}>{rightText}</td>
    </>
  );
}

function Marked({ text: { start, differs, end } }: { readonly text: DifferingText }) {
  return (
    <td className={styles.value}>
      {start}
      {differs === '' ? null : <mark className={styles.mark}>{differs}</mark>}
      {end}
    </td>
  );
}

function pickValueStyle(value: ComparedAttribute['left']): string {
  if (value === null) return classNames(styles.value, styles.absent);
  return classNames(styles.value, 'MASKED' in value && styles.masked);
}

function pickTone({ comparison }: ComparedAttribute): 'quiet' | 'differs' {
  return comparison === 'same' || comparison === 'masked' ? 'quiet' : 'differs';
}
