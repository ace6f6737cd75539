import { Fragment, memo, useEffect, useMemo, useState, useTransition } from 'react';
import type { LineColumn, ReviewDocument } from '#shared/contract/review/document.ts';
import { editAt, type Edits, type ReviewMode } from '#shared/domain/review/draft-rules.ts';
import { fieldLabel } from '#shared/domain/review/field-label.ts';
import { lineChecks } from '#shared/domain/review/line-checks.ts';
import { cellOf, cellPlace, type Place } from '#shared/domain/review/places.ts';
import { whyFlagged } from '#shared/domain/review/why-flagged.ts';
import { CellInput } from './cell-input.tsx';
import { LineDetails } from './line-details.tsx';
import { LineRow } from './line-row.tsx';
import { LinesHead } from './lines-head.tsx';
import type { PlaceActions } from './use-steady-actions.ts';
import styles from './lines.module.css';

export interface LineTableProps {
  /** Of the document. */
  readonly id: string;
  readonly document: ReviewDocument;
  readonly mode: ReviewMode;
  readonly edits: Edits;
  readonly toDecide: ReadonlySet<Place>;
  /** A cell's place, or null. */
  readonly focused: Place | null;
  /** The cell that is being typed in. */
  readonly typing: Place | null;
  readonly isLocked: boolean;
  readonly whyId: string;
  readonly actions: PlaceActions;
}

/** The table of lines with its sums, which follow what is typed. */
export const LineTable = memo(function LineTable(props: LineTableProps) {
  const { id, document, edits, toDecide, focused, typing, isLocked, whyId, actions } = props;
  const { lines, thresholds } = document;
  const checks = useMemo(() => lineChecks(document, edits), [document, edits]);
  const focusedCell = focused === null ? undefined : cellOf(focused);
  const drawn = useDrawnLines(id, lines.length, focusedCell?.line ?? -1);
  if (lines.length === 0) return null;
  return (
    <section aria-label="Line items">
      <LinesHead total={checks.total} />
      <table
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- cells are gone through by key
        role="grid"
        aria-label="Line items"
        aria-rowcount={lines.length + 1}
        className={styles.table}
      >
        <thead className={styles.body}>
          <tr className={styles.headRow}>
            <th scope="col">Description</th>
            <th scope="col">Qty</th>
            <th scope="col">Unit</th>
            <th scope="col">Amount</th>
            <th scope="col" title="Confidence">
              Conf.
            </th>
          </tr>
        </thead>
        <tbody className={styles.body}>
          {lines.slice(0, drawn).map((line, index) => {
            const check = checks.rows[index];
            const cell = focusedCell?.line === index ? focusedCell : undefined;
            const place = cell === undefined ? undefined : cellPlace(index, cell.column);
            const why = place === undefined ? [] : whyFlagged(document, place, edits);
            return (
              // oxlint-disable-next-line react/no-array-index-key -- a line is known by its number and by nothing else
              <Fragment key={index}>
                <LineRow
                  line={line}
                  index={index}
                  description={editAt(edits, cellPlace(index, 'description'))}
                  quantity={editAt(edits, cellPlace(index, 'quantity'))}
                  unit={editAt(edits, cellPlace(index, 'unit'))}
                  amount={editAt(edits, cellPlace(index, 'amount'))}
                  comesTo={check?.state === 'does not fit' ? check.expected : null}
                  toDecide={toDecide}
                  mode={props.mode}
                  reviewThreshold={thresholds?.review ?? null}
                  focusedColumn={cell?.column}
                  isTabStop={document.fields.length === 0 && index === 0}
                  describedBy={why.length === 0 ? undefined : whyId}
                  typing={
                    place === undefined || typing !== place ? undefined : (
                      <CellInput
                        key={`${id} ${place}`}
                        label={fieldLabel(place)}
                        column={cell?.column ?? ''}
                        read={line[cell?.column as LineColumn]}
                        edit={editAt(edits, place)}
                        isLocked={isLocked}
                        onEdit={(edit) => actions.onEdit(place, edit)}
                        onSaved={(how) => actions.onTyped(place, how)}
                        onLeft={() => actions.onLeft(place)}
                      />
                    )
                  }
                />
                {place === undefined ? null : (
                  <LineDetails
                    document={document}
                    place={place}
                    edit={editAt(edits, place)}
                    why={why}
                    whyId={whyId}
                    onDecide={isLocked ? undefined : (edit) => actions.onDecide(place, edit)}
                  />
                )}
              </Fragment>
            );
          })}
        </tbody>
      </table>
    </section>
  );
});

/** A long table must not hold up the document: its first screen is drawn with it, the rest a moment later. */
function useDrawnLines(id: string, lines: number, focused: number): number {
  const [, startTransition] = useTransition();
  const [whole, setWhole] = useState<string>();
  useEffect(() => startTransition(() => setWhole(id)), [id]);
  const drawn = whole === id ? lines : Math.min(lines, first);
  return Math.max(drawn, focused + 1);
}

const first = 20;
