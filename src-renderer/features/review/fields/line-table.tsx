import { memo, useMemo, useRef } from 'react';
import { IconButton } from '#renderer/ui/button.tsx';
import { Icon } from '#renderer/ui/icon.tsx';
import { Kbd } from '#renderer/ui/kbd.tsx';
import { pageKeys } from '#renderer/ui/page-keys.ts';
import { lineColumns, linesPlace, type Edit, type ReviewDocument } from '#shared/contract/review-document.ts';
import {
  toCellPlace,
  editAt,
  type Edits,
  type Place,
  type ReviewMode,
} from '#shared/domain/review/draft-rules.ts';
import { listRemovedLines } from '#shared/domain/review/line-changes.ts';
import { lineChecks, describeTotal, type TotalCheck } from '#shared/domain/review/line-checks.ts';
import { messages } from '../messages.ts';
import { CandidateButtons, listCandidates, WhyLine } from './candidates.tsx';
import { ColumnDrag } from './column-drag.tsx';
import { LineMenu, type LineAction } from './line-actions.tsx';
import { LineBody } from './line-body.tsx';
import styles from './line-table.module.css';
import type { PlaceActions } from './use-place-focus.ts';

interface LineTableProps {
  /** The id of the document. */
  readonly id: string;
  /** The document with its lines as this person has arranged them. */
  readonly document: ReviewDocument;
  /** The document as it was read. */
  readonly read: ReviewDocument;
  readonly mode: ReviewMode;
  readonly edits: Edits;
  readonly toDecide: ReadonlySet<Place>;
  /** The place of the focused cell, or null. */
  readonly focused: Place | null;
  /** The cell that is being edited. */
  readonly typing: Place | null;
  readonly isLocked: boolean;
  readonly whyId: string;
  readonly actions: PlaceActions;
}

/** Shows the table of lines with its sums, which follow the edits. */
export const LineTable = memo(function LineTable(props: LineTableProps) {
  const { id, document, read, edits, toDecide, focused, typing, isLocked, whyId, actions } = props;
  const { lines } = document;
  const checks = useMemo(() => lineChecks(document, edits), [document, edits]);
  const focusedCell = focused === null ? undefined : toCellPlace(focused);
  const removed = useMemo(() => listRemovedLines(read, edits), [read, edits]);
  const root = useRef<HTMLElement>(null);
  const isDisputed = document.differs.includes(linesPlace);
  if (lines.length === 0 && removed.length === 0 && isLocked) return null;
  return (
    <section ref={root} aria-label={messages.fields.lines} className={styles.lines}>
      <LinesHead
        total={checks.total}
        hasLines={lines.length > 0}
        hasCell={focusedCell !== undefined}
        onLine={isLocked ? undefined : actions.onLine}
      />
      {isDisputed ? (
        <DisputedLines
          document={read}
          edit={editAt(edits, linesPlace)}
          isFocused={focused === linesPlace}
          whyId={whyId}
          onDecide={isLocked ? undefined : (edit) => actions.onDecide(linesPlace, edit)}
        />
      ) : null}
      {lines.length === 0 && removed.length === 0 ? null : (
        <table
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- cells are gone through by key
          role="grid"
          aria-label={messages.fields.lines}
          aria-rowcount={lines.length + 1}
          className={styles.table}
        >
          <thead className={styles.body}>
            <tr className={styles.headRow} aria-rowindex={1}>
              {lineColumns.map((column) => (
                <th
                  key={column}
                  scope="col"
                  data-column={column}
                  title={isLocked ? undefined : messages.lines.drag}
                >
                  {messages.fields[column]}
                </th>
              ))}
              <th scope="col" title={messages.fields.confidence}>
                {messages.fields.shortConfidence}
              </th>
            </tr>
          </thead>
          <LineBody
            {...{ id, document, read, edits, toDecide, removed, typing, isLocked, whyId, actions }}
            mode={props.mode}
            checks={checks.rows}
            focused={focusedCell === undefined ? null : focused}
          />
        </table>
      )}
      {isLocked ? null : <ColumnDrag root={root} onChange={actions.onLineChange} />}
    </section>
  );
});

interface DisputedLinesProps {
  readonly document: ReviewDocument;
  readonly edit: Edit | undefined;
  readonly isFocused: boolean;
  readonly whyId: string;
  readonly onDecide: ((edit: Edit) => void) | undefined;
}

/** Lets the third reviewer take the lines of either colleague as a whole. */
function DisputedLines({ document, edit, isFocused, whyId, onDecide }: DisputedLinesProps) {
  return (
    <fieldset
      className={styles.disputed}
      aria-label={messages.lines.opinions}
      data-place={linesPlace}
      data-focused={isFocused || undefined}
      tabIndex={-1}
      aria-describedby={isFocused ? whyId : undefined}
    >
      <WhyLine id={isFocused ? whyId : `${whyId}-lines`} why={[messages.lines.opinions]} />
      <CandidateButtons candidates={listCandidates(document, linesPlace)} edit={edit} onDecide={onDecide} />
    </fieldset>
  );
}

/** Shows the sum of the lines with the current edits. */
function LinesHead({ total, hasLines, hasCell, onLine }: LinesHeadProps) {
  return (
    <div className={styles.head}>
      <h3>{messages.fields.lines}</h3>
      {hasLines ? <Kbd keys={pageKeys.review.lines} decorative /> : null}
      {hasLines ? null : <span className={styles.none}>{messages.lines.none}</span>}
      {total === null ? null : (
        <output
          className={styles.total}
          data-fits={total.fits === null ? undefined : String(total.fits)}
          title={describeTotal(total)}
        >
          {total.fits === null ? null : <Icon name={total.fits ? 'check' : 'warning'} size={12} />}
          <span>{describeTotal(total)}</span>
        </output>
      )}
      {onLine === undefined ? null : (
        <span className={styles.headActions}>
          <IconButton
            icon="add"
            size="sm"
            label={messages.lines.add}
            shortcut={pageKeys.review.addBelow}
            onClick={() => onLine('addBelow')}
          />
          <LineMenu hasLine={hasCell} onRun={onLine} />
        </span>
      )}
    </div>
  );
}

interface LinesHeadProps {
  readonly total: TotalCheck | null;
  readonly hasLines: boolean;
  readonly hasCell: boolean;
  /** Undefined where nothing can be changed. */
  readonly onLine: ((action: LineAction) => void) | undefined;
}
