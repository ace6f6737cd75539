import { Fragment, memo, useEffect, useMemo, useRef, useState, useTransition, type ReactNode } from 'react';
import { Button, IconButton } from '#renderer/ui/button.tsx';
import { Icon } from '#renderer/ui/icon.tsx';
import { Kbd } from '#renderer/ui/kbd.tsx';
import { pageKeys } from '#renderer/ui/page-keys.ts';
import {
  lineColumns,
  linesPlace,
  type Edit,
  type EditedLine,
  type LineColumn,
  type ReviewDocument,
} from '#shared/contract/review-document.ts';
import {
  toCellPlace,
  cellPlace,
  editAt,
  fieldLabel,
  type Edits,
  type Place,
  type ReviewMode,
} from '#shared/domain/review/draft-rules.ts';
import { listRemovedLines, listSources, type LineSource } from '#shared/domain/review/line-changes.ts';
import { lineChecks, describeTotal, type TotalCheck } from '#shared/domain/review/line-checks.ts';
import { whyFlagged } from '#shared/domain/review/why-flagged.ts';
import { messages } from '../messages.ts';
import { CandidateName, formatCandidate, listCandidates, WhyLine, type Candidate } from './candidates.tsx';
import { ColumnDrag } from './column-drag.tsx';
import { LineMenu, type LineAction } from './line-actions.tsx';
import { CellInput, LineRow, RemovedRow } from './line-row.tsx';
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
  const { lines, thresholds } = document;
  const checks = useMemo(() => lineChecks(document, edits), [document, edits]);
  const focusedCell = focused === null ? undefined : toCellPlace(focused);
  const drawn = useDrawnLines(id, lines.length, focusedCell?.line ?? -1);
  const sources = useMemo(() => listSources(edits, lines.length), [edits, lines.length]);
  const removed = useMemo(() => listRemovedLines(read, edits), [read, edits]);
  const names = useMemo(() => nameRows(sources), [sources]);
  const root = useRef<HTMLElement>(null);
  const isDisputed = document.differs.includes(linesPlace);
  if (lines.length === 0 && removed.length === 0 && isLocked) return null;
  const removedBefore = (line: number): ReactNode =>
    removed
      .filter(({ before }) => before === line)
      .map(({ from }) => (
        <RemovedRow
          key={`removed ${from}`}
          line={read.lines[from]}
          from={from}
          onRestore={isLocked ? undefined : () => actions.onLineChange({ kind: 'restore', from })}
        />
      ));
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
            <tr className={styles.headRow}>
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
          <tbody className={styles.body}>
            {lines.slice(0, drawn).map((line, index) => {
              const check = checks.rows[index];
              const cell = focusedCell?.line === index ? focusedCell : undefined;
              const place = cell === undefined ? undefined : cellPlace(index, cell.column);
              const why = place === undefined ? [] : whyFlagged(document, place, edits);
              return (
                <Fragment key={names[index]}>
                  {removedBefore(index)}
                  <LineRow
                    line={line}
                    index={index}
                    isNew={sources[index]?.isNew === true}
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
                          onTab={() => actions.onTab(place)}
                          onLeft={() => actions.onLeft(place)}
                        />
                      )
                    }
                  />
                  {place === undefined ? null : (
                    <LineDetails
                      document={document}
                      place={place}
                      was={describeOrigin(read, sources, {
                        line: index,
                        isOther: lineColumns.some((column) => isChangedCell(edits, cellPlace(index, column))),
                      })}
                      edit={editAt(edits, place)}
                      why={why}
                      whyId={whyId}
                      onDecide={isLocked ? undefined : (edit) => actions.onDecide(place, edit)}
                    />
                  )}
                </Fragment>
              );
            })}
            {drawn < lines.length ? null : removedBefore(lines.length)}
          </tbody>
        </table>
      )}
      {isLocked ? null : <ColumnDrag root={root} onChange={actions.onLineChange} />}
    </section>
  );
});

/** A line that was read keeps its name wherever it stands, so that React moves its row and does not redraw it. */
function nameRows(sources: readonly LineSource[]): readonly string[] {
  let added = 0;
  return sources.map(({ from, isNew }) => {
    if (!isNew) return `read ${from ?? ''}`;
    added += 1;
    return `new ${added}`;
  });
}

function isChangedCell(edits: Edits, place: Place): boolean {
  const kind = editAt(edits, place)?.kind;
  return kind === 'value' || kind === 'absent' || kind === 'unreadable';
}

/** Says where the focused line comes from and what it was, if a person has changed that. */
function describeOrigin(
  { lines }: ReviewDocument,
  sources: readonly LineSource[],
  { line, isOther }: { readonly line: number; readonly isOther: boolean },
): string | null {
  const { from = null, isNew = false } = sources[line] ?? {};
  if (isNew) return from === null ? messages.lines.added : messages.lines.partOf(from + 1);
  const before = from === null ? undefined : lines[from];
  if (from === null || before === undefined) return null;
  // Its number alone changes with each line that is added above.
  const isMoved = sources.some((other, at) =>
    other.from === null || other.isNew ? false : at < line ? other.from > from : other.from < from,
  );
  const values = lineColumns.map((column) => before[column]).filter((value) => value !== '');
  const says = [
    isMoved ? messages.lines.wasLine(from + 1) : '',
    isOther ? messages.lines.was(values.join(' · ')) : '',
  ].filter((part) => part !== '');
  return says.length === 0 ? null : says.join(' ');
}

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

/** A long table must not delay the document: its first screen is drawn with it, and the rest a moment later. */
function useDrawnLines(id: string, lines: number, focused: number): number {
  const [, startTransition] = useTransition();
  const [whole, setWhole] = useState<string>();
  useEffect(() => startTransition(() => setWhole(id)), [id]);
  const drawn = whole === id ? lines : Math.min(lines, first);
  return Math.max(drawn, focused + 1);
}

const first = 20;

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

interface LineDetailsProps {
  readonly document: ReviewDocument;
  readonly place: Place;
  readonly edit: Edit | undefined;
  /** Where the line comes from and what it was; null where it is as it was read. */
  readonly was: string | null;
  readonly why: readonly string[];
  readonly whyId: string;
  /** Undefined where nothing can be changed. */
  readonly onDecide: ((edit: Edit) => void) | undefined;
}

/** Shows, below the line of the focused cell, why it is asked, what it was, and the values of both colleagues. */
function LineDetails({ document, place, edit, was, why, whyId, onDecide }: LineDetailsProps) {
  if (why.length === 0 && was === null) return null;
  return (
    <tr className={styles.details} data-details-of={place}>
      <td colSpan={5}>
        {why.length === 0 ? null : <WhyLine id={whyId} why={why} />}
        {was === null ? null : (
          <p className={styles.origin} title={was}>
            {was}
          </p>
        )}
        <CandidateButtons candidates={listCandidates(document, place)} edit={edit} onDecide={onDecide} />
      </td>
    </tr>
  );
}

interface CandidateButtonsProps {
  readonly candidates: readonly Candidate[];
  readonly edit: Edit | undefined;
  readonly onDecide: ((edit: Edit) => void) | undefined;
}

function CandidateButtons({ candidates, edit, onDecide }: CandidateButtonsProps) {
  return (
    <span>
      {candidates.map((candidate, at) => (
        <Button
          key={candidate.by}
          variant="ghost"
          size="sm"
          shortcut={String(at + 1)}
          aria-pressed={edit !== undefined && isSameEdit(edit, candidate.edit)}
          disabled={onDecide === undefined}
          onClick={() => onDecide?.(candidate.edit)}
        >
          <CandidateName candidate={candidate} />: {formatCandidate(candidate)}
        </Button>
      ))}
    </span>
  );
}

function isSameEdit(one: Edit, other: Edit): boolean {
  if (one.kind === 'value' && other.kind === 'value') return one.value === other.value;
  if (one.kind === 'lines' && other.kind === 'lines') return isSameLines(one.lines, other.lines);
  return one.kind === other.kind;
}

function isSameLines(one: readonly EditedLine[], other: readonly EditedLine[]): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
