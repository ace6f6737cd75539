import { useMemo } from 'react';
import type { ScoredDocument } from '#shared/contract/workflows/workflows.ts';
import { scoreBands } from '#shared/domain/thresholds/score-bands.ts';
import { makeScrollReachable } from '#renderer/ui/scroll/make-scroll-reachable.ts';
import { rangeText, shareText } from './accuracy-words.ts';
import styles from './findings.module.css';

/** A row for scores that lie close together; where nobody looked, nothing is known. */
export function BandTable({ documents }: { readonly documents: readonly ScoredDocument[] }) {
  const bands = useMemo(() => scoreBands(documents).toReversed(), [documents]);
  return (
    <div ref={makeScrollReachable} className={styles.scrolls}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Score</th>
            <th scope="col">Documents</th>
            <th scope="col">Looked at</th>
            <th scope="col">Right</th>
            <th scope="col">95 %</th>
          </tr>
        </thead>
        <tbody>
          {bands.map(({ from, to, documents: inside, judged, wrong }) => (
            <tr key={from}>
              <th scope="row">
                {from.toFixed(2)} to {to.toFixed(2)}
              </th>
              <td>{inside.length.toLocaleString('en')}</td>
              <td>{judged.toLocaleString('en')}</td>
              <td>{judged === 0 ? 'unknown' : shareText((judged - wrong) / judged)}</td>
              <td>{judged === 0 ? '' : rangeText({ right: judged - wrong, n: judged })}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
