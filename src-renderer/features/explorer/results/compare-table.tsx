import type { ComparedAttribute } from '#shared/catalogue/results/compare-items.ts';
import { classNames } from '#renderer/ui/class-names.ts';
import { makeScrollReachable } from '#renderer/ui/scroll/make-scroll-reachable.ts';
import plain from '#renderer/ui/plain-table/plain-table.module.css';
import styles from './compare-panel.module.css';
import { comparedText, comparisonWords } from './comparison-words.ts';
import { differingPart } from './differing-part.ts';
import type { DifferingText } from './differing-part.ts';

export interface CompareTableProps {
  readonly compared: readonly ComparedAttribute[];
  readonly left: string;
  readonly right: string;
}

export function CompareTable({ compared, left, right }: CompareTableProps) {
  return (
    <div ref={makeScrollReachable} className={plain.scrolls}>
      <table className={classNames(plain.table, styles.table)} aria-label="Attributes side by side">
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
              <td className={classNames(styles.word, styles[toneOf(one)])}>
                {comparisonWords[one.comparison]}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Values({ compared: { comparison, left, right } }: { readonly compared: ComparedAttribute }) {
  const [leftText, rightText] = [comparedText(left), comparedText(right)];
  if (comparison === 'changed') {
    const [a, b] = differingPart(leftText, rightText);
    return (
      <>
        <Marked text={a} />
        <Marked text={b} />
      </>
    );
  }
  return (
    <>
      <td className={valueStyle(left)}>{leftText}</td>
      <td className={valueStyle(right)}>{rightText}</td>
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

function valueStyle(value: ComparedAttribute['left']): string {
  if (value === null) return classNames(styles.value, styles.absent);
  return classNames(styles.value, 'MASKED' in value && styles.masked);
}

function toneOf({ comparison }: ComparedAttribute): 'quiet' | 'differs' {
  return comparison === 'same' || comparison === 'masked' ? 'quiet' : 'differs';
}
