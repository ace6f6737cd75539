import { Fragment, useMemo, useRef, useLayoutEffect, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import {
  lineColumns,
  type Edit,
  type LineColumn,
  type ReviewDocument,
} from '#shared/contract/review-document.ts';
import {
  cellPlace,
  editAt,
  fieldLabel,
  toCellPlace,
  type Edits,
  type Place,
  type ReviewMode,
} from '#shared/domain/review/draft-rules.ts';
import { listSources, type listRemovedLines, type LineSource } from '#shared/domain/review/line-changes.ts';
import type { RowCheck } from '#shared/domain/review/line-checks.ts';
import { listPrintedAmounts } from '#shared/domain/review/understood-value.ts';
import { whyFlagged } from '#shared/domain/review/why-flagged.ts';
import { messages } from '../messages.ts';
import { CandidateButtons, listCandidates, WhyLine } from './candidates.tsx';
import { CellInput, LineRow, RemovedRow } from './line-row.tsx';
import styles from './line-table.module.css';
import type { PlaceActions } from './use-place-focus.ts';

interface LineBodyProps {
  /** The id of the document. */
  readonly id: string;
  /** The document with its lines as this person has arranged them. */
  readonly document: ReviewDocument;
  readonly read: ReviewDocument;
  readonly mode: ReviewMode;
  readonly edits: Edits;
  readonly toDecide: ReadonlySet<Place>;
  readonly removed: RemovedLines;
  readonly checks: readonly RowCheck[];
  readonly focused: Place | null;
  readonly typing: Place | null;
  readonly isLocked: boolean;
  readonly whyId: string;
  readonly actions: PlaceActions;
}

/** Draws the lines in sight. It is redrawn alone while the pane scrolls. */
export function LineBody(props: LineBodyProps) {
  const { id, document, read, edits, toDecide, removed, focused, typing } = props;
  const { isLocked, whyId, actions } = props;
  const { lines, thresholds } = document;
  const focusedCell = focused === null ? undefined : toCellPlace(focused);
  const sources = useMemo(() => listSources(edits, lines.length), [edits, lines.length]);
  const names = useMemo(() => nameRows(sources), [sources]);
  const rows = useMemo(() => listRows(lines.length, removed), [lines.length, removed]);
  const amounts = useMemo(() => listPrintedAmounts(document), [document]);
  const focusedRow = focusedCell === undefined ? -1 : rows.indexOf(focusedCell.line);
  const body = useRef<HTMLTableSectionElement>(null);
  const parts = useLinesInSight({ body, rows: rows.length, focused: focusedRow });
  return (
    <tbody ref={body} className={styles.body}>
      {parts.map((part) => {
        if (part.kind === 'room') return <Room key={part.key} height={part.height} />;
        const row = rows[part.row];
        if (row === undefined) return null;
        if (typeof row !== 'number') {
          const { from } = row;
          return (
            <RemovedRow
              key={`removed ${from}`}
              line={read.lines[from]}
              from={from}
              onRestore={isLocked ? undefined : () => actions.onLineChange({ kind: 'restore', from })}
            />
          );
        }
        const index = row;
        const line = lines[index];
        if (line === undefined) return null;
        const check = props.checks[index];
        const cell = focusedCell?.line === index ? focusedCell : undefined;
        const place = cell === undefined ? undefined : cellPlace(index, cell.column);
        const why = place === undefined ? [] : whyFlagged(document, place, edits);
        return (
          <Fragment key={names[index]}>
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
                    amounts={amounts}
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
    </tbody>
  );
}

type RemovedLines = ReturnType<typeof listRemovedLines>;

/** The number of a line, or a line that was removed, by its number as it was read. */
type Row = number | { readonly from: number };

function listRows(lines: number, removed: RemovedLines): readonly Row[] {
  const before = new Map<number, Row[]>();
  for (const { from, before: line } of removed) before.set(line, [...(before.get(line) ?? []), { from }]);
  const rows: Row[] = [];
  for (let line = 0; line <= lines; line += 1) {
    rows.push(...(before.get(line) ?? []));
    if (line < lines) rows.push(line);
  }
  return rows;
}

/** Takes the place of rows that are out of sight, so that the table is as high as with them. */
function Room({ height }: { readonly height: number }) {
  return <tr aria-hidden className={styles.room} style={{ height }} />;
}

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

/** Each row of the table is this high, as its style says. */
const lineHeight = 28;
/** The rows in sight change in steps, so that a small movement draws nothing. */
const step = 4;
/** So many rows are drawn above and below those in sight. */
const around = 12;

interface Span {
  readonly from: number;
  /** The first row that is not drawn. */
  readonly to: number;
}

/** The part of the table that is drawn: its rows, and the empty room of those that are not. */
type LinePart =
  | { readonly kind: 'row'; readonly row: number }
  | { readonly kind: 'room'; readonly key: string; readonly height: number };

interface Parts {
  readonly body: RefObject<HTMLTableSectionElement | null>;
  /** How many rows there are. */
  readonly rows: number;
  /** The row that has the keyboard focus, which is drawn wherever it is; -1 for none. */
  readonly focused: number;
}

/** Lists the rows that are in sight or near it, because five hundred of them would delay each key. */
function useLinesInSight({ body, rows, focused }: Parts): readonly LinePart[] {
  const [span, setSpan] = useState<Span>(first);

  useLayoutEffect(() => {
    const element = body.current;
    // The pane that scrolls has the section with the table in it.
    const pane = element?.closest('section')?.parentElement;
    if (!element || !pane) return undefined;
    let shown: Span | undefined;
    const follow = (): void => {
      const next = findSpan(element, pane);
      if (shown?.from === next.from && shown.to === next.to) return;
      shown = next;
      // Otherwise the new rows would be drawn one frame later than they come into sight.
      flushSync(() => setSpan(next));
    };
    pane.addEventListener('scroll', follow, { passive: true });
    // The details of a field above the table move it without a scroll. The first report comes before the next frame.
    const sizes = new ResizeObserver(follow);
    sizes.observe(pane);
    for (const part of pane.children) sizes.observe(part);
    return () => {
      pane.removeEventListener('scroll', follow);
      sizes.disconnect();
    };
  }, [body]);

  return useMemo(() => layOut(rows, span, focused), [rows, span, focused]);
}

const first: Span = { from: 0, to: 20 };

function findSpan(body: HTMLElement, pane: HTMLElement): Span {
  const above = pane.getBoundingClientRect().top - body.getBoundingClientRect().top;
  const from = Math.floor(above / lineHeight / step) * step - around;
  const inSight = Math.ceil(pane.clientHeight / lineHeight / step) * step + step;
  return { from: Math.max(0, from), to: Math.max(0, from + inSight + 2 * around) };
}

/** Puts the rows and the room between them in their order. */
function layOut(rows: number, span: Span, focused: number): readonly LinePart[] {
  const from = Math.min(span.from, rows);
  const to = Math.min(span.to, rows);
  const drawn = Array.from({ length: to - from }, (_, at) => from + at);
  const isApart = focused >= 0 && focused < rows && (focused < from || focused >= to);
  if (isApart && focused < from) drawn.unshift(focused);
  else if (isApart) drawn.push(focused);
  const parts: LinePart[] = [];
  let next = 0;
  const leaveRoom = (until: number): void => {
    if (until > next) parts.push({ kind: 'room', key: `room ${next}`, height: (until - next) * lineHeight });
  };
  for (const row of drawn) {
    leaveRoom(row);
    parts.push({ kind: 'row', row });
    next = row + 1;
  }
  leaveRoom(rows);
  return parts;
}
