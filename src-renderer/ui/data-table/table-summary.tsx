import type { ReactNode } from 'react';
import { Button } from '../button/button.tsx';
import styles from './table-summary.module.css';
import { describeCount, describeFilter, describeSelection } from './describe-rows.ts';
import type { SelectionCount } from './selection.ts';
import type { RowSelection } from './use-row-selection.ts';

export interface TableSummaryProps {
  readonly loadedCount: number;
  readonly shownCount: number;
  readonly filtered: boolean;
  readonly selection: RowSelection | undefined;
  readonly words: ((count: SelectionCount) => string) | undefined;
  readonly actions: ReactNode;
  /** A button that goes with its press leaves the focus to the table. */
  readonly onGone: () => void;
}

/** Below the rows, so that its coming and going moves none of them under the pointer. */
export function TableSummary(props: TableSummaryProps) {
  const { loadedCount, shownCount, filtered, selection, words, actions, onGone } = props;
  const leaving = (act: () => void) => () => {
    act();
    onGone();
  };
  const anySelected = selection !== undefined && selection.selected.size > 0;
  const text = [
    anySelected ? (words?.(selection.count) ?? describeSelection(selection.count, loadedCount)) : undefined,
    filtered ? describeFilter(shownCount, loadedCount) : undefined,
  ]
    .filter((part) => part !== undefined)
    .join('; ');
  const what = filtered ? `${describeCount(shownCount)} shown` : `${describeCount(loadedCount)} loaded`;
  return (
    <div className={styles.summary} data-empty={text === '' || undefined}>
      <output className={styles.summaryText}>{text}</output>
      {anySelected ? (
        <>
          {selection.share === 'all' || shownCount === 0 ? null : (
            <Button variant="ghost" size="sm" onClick={leaving(selection.toggleShown)}>
              Select all {what}
            </Button>
          )}
          <Button variant="ghost" size="sm" onClick={leaving(selection.clear)}>
            Clear selection
          </Button>
          <span className={styles.summaryActions}>{actions}</span>
        </>
      ) : null}
    </div>
  );
}
