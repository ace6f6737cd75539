import { memo, useDeferredValue, useMemo, useSyncExternalStore } from 'react';
import { Button } from '#renderer/ui/button.tsx';
import { ExpiryRing } from '#renderer/ui/progress.tsx';
import { useNow } from '#renderer/ui/relative-time.tsx';
import { VisuallyHidden } from '#renderer/ui/visually-hidden.tsx';
import type { ReviewDocument, ReviewKey } from '#shared/contract/review-document.ts';
import {
  cellOf,
  cellPlace,
  editAt,
  fieldLabel,
  placesToDecide,
  type Edits,
  type Place,
  type ReviewMode,
} from '#shared/domain/review/draft-rules.ts';
import type { PageStore } from '../viewer/page-store.ts';
import { PageViewer, type PageBox, type PageViewerProps } from '../viewer/page-viewer.tsx';
import { secondsLeft } from './desk-strip.tsx';
import { documentId, type FlowState, type ReviewFlow } from './flow/flow-state.ts';
import { doneWord, type Sent } from './flow/sent-decisions.ts';
import styles from './page-pane.module.css';

interface PagePaneProps {
  readonly mode: ReviewMode;
  readonly flow: ReviewFlow;
  readonly state: FlowState;
  readonly store: PageStore;
}

/** The page with a box for each field, and over it what can still be taken back. */
export const PagePane = memo(function PagePane({ mode, flow, state, store }: PagePaneProps) {
  const { open, sent } = state;
  const { document, edits } = open ?? {};
  const boxes = useMemo(
    () => (document === undefined || edits === undefined ? [] : boxesOf(document, edits, mode)),
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
          onPick={flow.focus}
        />
      )}
      <HoldToasts sent={sent} onUndo={flow.undo} />
    </div>
  );
});

interface FocusedPageProps extends Omit<PageViewerProps, 'focused'> {
  readonly flow: ReviewFlow;
}

/** The page goes where the keyboard is, behind it: what lays out a page does not hold up a key. */
function FocusedPage({ flow, ...page }: FocusedPageProps) {
  const { document } = page;
  const place = boxPlace(useSyncExternalStore(flow.subscribe, flow.focused));
  const isSame = useDeferredValue(document) === document;
  const behind = useDeferredValue(place);
  // Of another document it is there at once.
  return <StillPage {...page} focused={isSame ? behind : place} />;
}

const StillPage = memo(PageViewer);

interface HoldToastsProps {
  readonly sent: readonly Sent[];
  readonly onUndo: (key: ReviewKey) => void;
}

/** What can still be taken back, over the page; each with its point of no return. U takes the newest. */
function HoldToasts({ sent, onUndo }: HoldToastsProps) {
  const held = sent.filter(({ phase }) => phase === 'held').slice(-mostToasts);
  const now = useNow(held.length > 0 ? 500 : null);
  const newest = held.at(-1);
  return (
    <>
      <VisuallyHidden>
        <output>{newest === undefined ? '' : `${saidOf(newest)}. U takes it back.`}</output>
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
  const { held, kind } = sent;
  if (held === null) return null;
  const whole = Math.max(1, Math.round((held.until - held.from) / 1_000));
  const left = secondsLeft(held.until, now);
  return (
    <div className={styles.toast}>
      <ExpiryRing left={(held.until - now) / (held.until - held.from)} words="" />
      <span className={styles.text}>
        {doneWord(kind)}
        <span className={styles.name}>{nameOf(sent)}</span>
        <span className={styles.end}>
          {kind === 'postpone' ? (
            'for an hour'
          ) : (
            <>
              final in <b>{left} s</b> of {whole}
            </>
          )}
        </span>
      </span>
      <Button size="sm" icon="undo" shortcut={isNewest ? 'U' : undefined} onClick={() => onUndo(sent.key)}>
        Undo
        <VisuallyHidden> {nameOf(sent)}</VisuallyHidden>
      </Button>
    </div>
  );
}

function saidOf(sent: Sent): string {
  return `${doneWord(sent.kind)} ${nameOf(sent)}`;
}

function nameOf({ fileName, key }: Sent): string {
  return fileName ?? key.documentId;
}

const mostToasts = 3;

/** Where on the pages each field was read, and what a person has made of it by now. */
function boxesOf(document: ReviewDocument, edits: Edits, mode: ReviewMode): readonly PageBox[] {
  const asked = new Set(placesToDecide(document, mode));
  const toneOf = (place: Place): PageBox['tone'] => {
    if (editAt(edits, place) !== undefined) return 'decided';
    return asked.has(place) && mode === 'review' ? 'flagged' : 'sure';
  };
  return [
    ...document.fields.flatMap(({ name, page, box }): readonly PageBox[] =>
      box === null || page === null
        ? []
        : [{ place: name, label: fieldLabel(name), page, box, tone: toneOf(name) }],
    ),
    ...document.lines.flatMap(({ page, box }, line): readonly PageBox[] => {
      const place = cellPlace(line, 'amount');
      return box === null || page === null
        ? []
        : [{ place, label: `Line ${line + 1}`, page, box, tone: toneOf(place) }];
    }),
  ];
}

/** A line has one box, whichever of its cells is focused. */
function boxPlace(place: Place | null): Place | null {
  const cell = place === null ? undefined : cellOf(place);
  return cell === undefined ? place : cellPlace(cell.line, 'amount');
}
