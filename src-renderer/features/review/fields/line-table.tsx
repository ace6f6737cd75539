import {
  Fragment,
  memo,
  useCallback,
  useEffect,
  useId,
  useMemo,
  useState,
  useTransition,
  type ReactNode,
} from 'react';
import { Button } from '#renderer/ui/button.tsx';
import { Icon } from '#renderer/ui/icon.tsx';
import { Kbd } from '#renderer/ui/kbd.tsx';
import { pageKeys } from '#renderer/ui/page-keys.ts';
import { VisuallyHidden } from '#renderer/ui/visually-hidden.tsx';
import {
  lineColumns,
  type Edit,
  type LineColumn,
  type ReviewDocument,
  type ReviewLine,
} from '#shared/contract/review-document.ts';
import {
  toCellPlace,
  cellPlace,
  editAt,
  fieldLabel,
  isDecided,
  type Edits,
  type Place,
  type ReviewMode,
} from '#shared/domain/review/draft-rules.ts';
import { lineChecks, describeTotal, type TotalCheck } from '#shared/domain/review/line-checks.ts';
import { whyFlagged } from '#shared/domain/review/why-flagged.ts';
import { messages } from '../messages.ts';
import { CandidateName, listCandidates, WhyLine } from './candidates.tsx';
import { findLineMark, MarkSign } from './field-mark.tsx';
import { toShownValue } from './field-messages.ts';
import styles from './line-table.module.css';
import type { PlaceActions } from './use-place-focus.ts';
import { useTypedEdit } from './use-typed-edit.ts';

interface LineTableProps {
  /** The id of the document. */
  readonly id: string;
  readonly document: ReviewDocument;
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
  const { id, document, edits, toDecide, focused, typing, isLocked, whyId, actions } = props;
  const { lines, thresholds } = document;
  const checks = useMemo(() => lineChecks(document, edits), [document, edits]);
  const focusedCell = focused === null ? undefined : toCellPlace(focused);
  const drawn = useDrawnLines(id, lines.length, focusedCell?.line ?? -1);
  if (lines.length === 0) return null;
  return (
    <section aria-label={messages.fields.lines}>
      <LinesHead total={checks.total} />
      <table
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- cells are gone through by key
        role="grid"
        aria-label={messages.fields.lines}
        aria-rowcount={lines.length + 1}
        className={styles.table}
      >
        <thead className={styles.body}>
          <tr className={styles.headRow}>
            <th scope="col">{messages.fields.description}</th>
            <th scope="col">{messages.fields.quantity}</th>
            <th scope="col">{messages.fields.unit}</th>
            <th scope="col">{messages.fields.amount}</th>
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
function LinesHead({ total }: { readonly total: TotalCheck | null }) {
  return (
    <div className={styles.head}>
      <h3>{messages.fields.lines}</h3>
      <Kbd keys={pageKeys.review.lines} decorative />
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
    </div>
  );
}

interface LineRowProps extends Readonly<Record<LineColumn, Edit | undefined>> {
  readonly line: ReviewLine;
  readonly index: number;
  /** The product of quantity and unit price, if it differs from the amount. */
  readonly comesTo: string | null;
  readonly toDecide: ReadonlySet<Place>;
  readonly mode: ReviewMode;
  readonly reviewThreshold: number | null;
  readonly focusedColumn: string | undefined;
  readonly isTabStop: boolean;
  readonly describedBy: string | undefined;
  /** Replaces the text of the focused cell. */
  readonly typing: ReactNode;
}

/** The row is memoised and has no callbacks, like a field's row, because there may be five hundred. */
const LineRow = memo(function LineRow(props: LineRowProps) {
  const { line, index, comesTo, toDecide, reviewThreshold, focusedColumn, typing } = props;
  const { confidence } = line;
  const asked = lineColumns.filter((column) => toDecide.has(cellPlace(index, column)));
  const isOpen = asked.some((column) => !isDecided(props[column]));
  const isUnsure = confidence !== null && reviewThreshold !== null && confidence < reviewThreshold;
  return (
    <tr
      className={styles.row}
      aria-rowindex={index + 2}
      data-focused={focusedColumn !== undefined || undefined}
    >
      {lineColumns.map((column) => {
        const isFocused = focusedColumn === column;
        const { kind, text, was } = toShownValue(line[column], props[column]);
        return (
          <td
            key={column}
            className={styles.cell}
            data-place={cellPlace(index, column)}
            data-column={column}
            data-kind={kind}
            data-edited={was === null && kind !== 'unreadable' ? undefined : ''}
            tabIndex={props.isTabStop && column === 'description' ? 0 : -1}
            aria-selected={isFocused}
            aria-describedby={isFocused ? props.describedBy : undefined}
          >
            {isFocused && typing !== undefined ? (
              typing
            ) : (
              <>
                <bdi className={styles.text} title={was === null ? text : messages.fields.textWas(text, was)}>
                  {text}
                </bdi>
                {was === null ? null : <VisuallyHidden>{messages.fields.wasAfterText(was)}</VisuallyHidden>}
              </>
            )}
            {column === 'description' && comesTo !== null ? (
              <span className={styles.wrong} title={messages.fields.product(comesTo)}>
                <Icon name="warning" size={12} />
                <span className={styles.comesTo}>{messages.fields.comesTo}</span>
                {comesTo}
              </span>
            ) : null}
          </td>
        );
      })}
      <td className={styles.confidence}>
        <MarkSign mark={findLineMark(asked.length > 0, { isOpen, isUnsure, mode: props.mode })} />
        {confidence === null ? '–' : confidence.toFixed(2)}
      </td>
    </tr>
  );
});

interface LineDetailsProps {
  readonly document: ReviewDocument;
  readonly place: Place;
  readonly edit: Edit | undefined;
  readonly why: readonly string[];
  readonly whyId: string;
  /** Undefined where nothing can be changed. */
  readonly onDecide: ((edit: Edit) => void) | undefined;
}

/** Shows the reason for the review below the line of the focused cell, and the values of both colleagues. */
function LineDetails({ document, place, edit, why, whyId, onDecide }: LineDetailsProps) {
  const candidates = listCandidates(document, place);
  if (why.length === 0) return null;
  return (
    <tr className={styles.details} data-details-of={place}>
      <td colSpan={5}>
        <WhyLine id={whyId} why={why} />
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
              <CandidateName candidate={candidate} />: {candidate.value ?? 'unreadable'}
            </Button>
          ))}
        </span>
      </td>
    </tr>
  );
}

function isSameEdit(one: Edit, other: Edit): boolean {
  return (
    one.kind === other.kind && (one.kind !== 'value' || other.kind !== 'value' || one.value === other.value)
  );
}

interface CellInputProps {
  readonly label: string;
  readonly column: string;
  readonly read: string;
  readonly edit: Edit | undefined;
  readonly isLocked: boolean;
  readonly onEdit: (edit: Edit | null) => void;
  readonly onSaved: (how: 'enter' | 'tab') => void;
  readonly onTab: () => boolean;
  readonly onLeft: () => void;
}

/** Edits a cell, starting with its text selected. */
function CellInput({ label, column, read, edit, isLocked, onEdit, onSaved, onTab, onLeft }: CellInputProps) {
  const id = useId();
  const type = findColumnType(column);
  const { input, problem, keepHint, isWarned } = useTypedEdit({
    read,
    edit,
    type,
    isLocked,
    onEdit,
    onSaved,
    onTab,
    onLeft,
  });
  const takeFocus = useCallback((element: HTMLInputElement | null) => {
    element?.focus({ preventScroll: true });
    element?.select();
  }, []);
  return (
    <>
      <input
        ref={takeFocus}
        type="text"
        {...input}
        className={styles.input}
        maxLength={2_000}
        spellCheck={false}
        autoComplete="off"
        dir="auto"
        aria-label={label}
        aria-invalid={isWarned || undefined}
        aria-describedby={problem === null ? undefined : id}
      />
      {problem === null ? null : (
        <span id={id} className={styles.problem} role={isWarned ? 'alert' : undefined}>
          {problem} {keepHint}
        </span>
      )}
    </>
  );
}

/** The types match those of a workflow's schema; the columns of lines are always the same. */
function findColumnType(column: string): string {
  if (column === 'description') return 'text';
  return column === 'quantity' ? 'number' : 'money';
}
