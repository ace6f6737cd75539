import { memo, useCallback, useDeferredValue, useMemo, useSyncExternalStore } from 'react';
import { Button } from '#renderer/ui/button.tsx';
import { pageKeys } from '#renderer/ui/page-keys.ts';
import { ExpiryRing } from '#renderer/ui/progress.tsx';
import { useNow } from '#renderer/ui/relative-time.tsx';
import { useRootMark } from '#renderer/ui/use-root-mark.ts';
import { VisuallyHidden } from '#renderer/ui/visually-hidden.tsx';
import type { ReviewDocument, ReviewField, ReviewKey } from '#shared/contract/review-document.ts';
import {
  arrangeLines,
  toCellPlace,
  cellPlace,
  editAt,
  fieldLabel,
  placesToDecide,
  type Edits,
  type Place,
  type ReviewMode,
} from '#shared/domain/review/draft-rules.ts';
import { cellType } from '#shared/domain/review/normalised-value.ts';
import { formatUntil } from '../decide/postpone-dialog.tsx';
import { messages } from '../messages.ts';
import type { PageStore } from '../viewer/page-store.ts';
import { PageViewer, type PageBox, type PageViewerProps } from '../viewer/page-viewer.tsx';
import type { ReadValue, TakeTarget } from '../viewer/use-take.ts';
import type { Taken } from '../viewer/word-choice.ts';
import { countSecondsLeft } from './desk-strip.tsx';
import { documentId, type FlowState, type ReviewFlow } from './flow/flow-state.ts';
import { formatDone, type Sent } from './flow/sent-decisions.ts';
import styles from './desk.module.css';

interface PagePaneProps {
  readonly mode: ReviewMode;
  readonly flow: ReviewFlow;
  readonly state: FlowState;
  readonly store: PageStore;
}

/** Shows the page with a box for each field, and toasts for decisions that can still be taken back. */
export const PagePane = memo(function PagePane({ mode, flow, state, store }: PagePaneProps) {
  const { open, sent, whyNot } = state;
  const { document, edits } = open ?? {};
  const boxes = useMemo(
    () =>
      document === undefined || edits === undefined
        ? []
        : listBoxes(arrangeLines(document, edits), edits, mode),
    [document, edits, mode],
  );
  return (
    <div className={styles.page}>
      {open === undefined ? null : (
        <FocusedPage
          flow={flow}
          store={store}
          document={open.key}
          fileName={open.fileName}
          boxes={boxes}
          read={whyNot === null && open.race === null ? document : undefined}
          edits={open.edits}
          onPick={flow.focus}
        />
      )}
      <HoldToasts sent={sent} onUndo={flow.undo} />
    </div>
  );
});

interface FocusedPageProps extends Omit<PageViewerProps, 'focused' | 'target' | 'readValues' | 'onTake'> {
  readonly flow: ReviewFlow;
  /** Undefined while nothing can be changed. */
  readonly read: ReviewDocument | undefined;
  readonly edits: Edits;
}

/** The page follows the keyboard focus one frame later, because the layout of a page would delay the next key. */
function FocusedPage({ flow, read, edits, ...page }: FocusedPageProps) {
  const { document } = page;
  const now = useSyncExternalStore(flow.subscribe, flow.focused);
  const isSame = useDeferredValue(document) === document;
  const behind = useDeferredValue(now);
  // The page of another document is shown at once.
  const place = isSame ? behind : now;
  const target = useMemo(() => findTarget(read, edits, place), [read, edits, place]);
  const readValues = useMemo(() => listReadValues(read), [read]);
  const take = useCallback(
    ({ value, ...takenFrom }: Taken) => {
      if (place !== null) flow.edit(place, { kind: 'value', value, takenFrom });
    },
    [flow, place],
  );
  return (
    <StillPage
      {...page}
      focused={toBoxPlace(place, edits)}
      target={target}
      readValues={readValues}
      onTake={take}
    />
  );
}

function findTarget(
  document: ReviewDocument | undefined,
  edits: Edits,
  place: Place | null,
): TakeTarget | undefined {
  if (document === undefined || place === null) return undefined;
  const cell = toCellPlace(place);
  const field = document.fields.find(({ name }) => name === place);
  if (cell === undefined && field === undefined) return undefined;
  const edit = editAt(edits, place);
  return {
    label: fieldLabel(place),
    type: cell === undefined ? (field?.type ?? null) : cellType(cell.column),
    value: edit?.kind === 'value' ? edit.value : undefined,
  };
}

/** The pipeline stores no words of its readers, but each value with its place. */
function listReadValues(document: ReviewDocument | undefined): readonly ReadValue[] {
  return (document?.fields ?? []).flatMap(({ value, page, box }) =>
    value === null || page === null || box === null ? [] : [{ text: value, page, box }],
  );
}

const StillPage = memo(PageViewer);

interface HoldToastsProps {
  readonly sent: readonly Sent[];
  readonly onUndo: (key: ReviewKey) => void;
}

/** Shows decisions that can still be taken back, each with its deadline. U takes back the newest. */
function HoldToasts({ sent, onUndo }: HoldToastsProps) {
  const held = sent.filter(({ phase }) => phase === 'held').slice(-mostToasts);
  const now = useNow(held.length > 0 ? 500 : null);
  const newest = held.at(-1);
  useRootMark('held', held.length > 1 ? String(held.length) : undefined);
  return (
    <>
      <VisuallyHidden>
        <output>{newest === undefined ? '' : messages.desk.pressU(formatDoneToast(newest))}</output>
      </VisuallyHidden>
      {held.length === 0 ? null : (
        <div className={styles.toasts}>
          {held.map((one) => (
            <HoldToast
              key={documentId(one.key)}
              sent={one}
              now={now}
              isNewest={one === newest}
              onUndo={onUndo}
            />
          ))}
        </div>
      )}
    </>
  );
}

interface HoldToastProps {
  readonly sent: Sent;
  readonly now: number;
  readonly isNewest: boolean;
  readonly onUndo: (key: ReviewKey) => void;
}

function HoldToast({ sent, now, isNewest, onUndo }: HoldToastProps) {
  const { held, postponedUntil } = sent;
  if (held === null) return null;
  const whole = Math.max(1, Math.round((held.until - held.from) / 1_000));
  const left = countSecondsLeft(held.until, now);
  return (
    <div className={styles.toast}>
      <ExpiryRing left={(held.until - now) / (held.until - held.from)} words="" />
      <span className={styles.text}>
        {formatDone(sent.kind)}
        <span className={styles.pagePaneName}>{formatName(sent)}</span>
        <span className={styles.end}>
          {postponedUntil !== null ? (
            messages.desk.until(formatUntil(postponedUntil, now))
          ) : (
            <>
              final in <b>{left} s</b> of {whole}
            </>
          )}
        </span>
      </span>
      <Button
        size="sm"
        icon="undo"
        shortcut={isNewest ? pageKeys.review.undo : undefined}
        onClick={() => onUndo(sent.key)}
      >
        {messages.common.undo}
        <VisuallyHidden> {formatName(sent)}</VisuallyHidden>
      </Button>
    </div>
  );
}

function formatDoneToast(sent: Sent): string {
  return `${formatDone(sent.kind)} ${formatName(sent)}`;
}

function formatName({ fileName, key }: Sent): string {
  return fileName ?? key.documentId;
}

const mostToasts = 3;

/**
 * Returns a box for each field, with its state of review: where a person took its value from, or else where it was
 * read. A line has one box, and each of its cells that was taken from the page has its own.
 */
export function listBoxes(document: ReviewDocument, edits: Edits, mode: ReviewMode): readonly PageBox[] {
  const asked = new Set(placesToDecide(document, mode));
  const toBoxes = (place: Place, label: string, { page, box }: Where): readonly PageBox[] => {
    if (page === null || box === null) return [];
    const isFlagged = asked.has(place) && mode === 'review';
    const tone = editAt(edits, place) !== undefined ? 'decided' : isFlagged ? 'flagged' : 'sure';
    return [{ place, label, page, box, tone }];
  };
  const taken = Object.keys(edits).filter(
    (place) => toCellPlace(place) !== undefined && isTaken(edits, place),
  );
  return [
    ...document.fields.flatMap((field) =>
      toBoxes(field.name, fieldLabel(field.name), findTaken(edits, field.name) ?? field),
    ),
    ...document.lines.flatMap((line, at) => {
      const place = cellPlace(at, 'amount');
      return isTaken(edits, place) ? [] : toBoxes(place, messages.desk.line(at + 1), line);
    }),
    ...taken.flatMap((place) => toBoxes(place, fieldLabel(place), findTaken(edits, place) ?? nowhere)),
  ];
}

type Where = Pick<ReviewField, 'page' | 'box'>;

const nowhere: Where = { page: null, box: null };

/** Returns the place on the page from which a person took the value. */
function findTaken(edits: Edits, place: Place): Where | undefined {
  const edit = editAt(edits, place);
  return edit?.kind === 'value' ? edit.takenFrom : undefined;
}

function isTaken(edits: Edits, place: Place): boolean {
  return findTaken(edits, place) !== undefined;
}

/** The cells of a line share its box, but for those that a person took from elsewhere. */
function toBoxPlace(place: Place | null, edits: Edits): Place | null {
  const cell = place === null ? undefined : toCellPlace(place);
  if (place === null || cell === undefined || isTaken(edits, place)) return place;
  return cellPlace(cell.line, 'amount');
}
