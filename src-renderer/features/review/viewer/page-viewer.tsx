import { useCallback, useRef, useState, useSyncExternalStore } from 'react';
import { usePageKeys } from '#renderer/ui/keys.ts';
import { pageKeys } from '#renderer/ui/page-keys.ts';
import { ErrorState } from '#renderer/ui/states.tsx';
import type { Box, ReviewKey } from '#shared/contract/review-document.ts';
import type { Place } from '#shared/domain/review/draft-rules.ts';
import { findFocusedRow } from '../decide/dialog-rules.ts';
import { messages } from '../messages.ts';
import { viewerMessages } from './viewer-messages.ts';
import { FindBar, type FoundBoxes } from './find-bar.tsx';
import {
  createLook,
  followFocus,
  isToBox,
  showPage,
  showSpot,
  toggleBox,
  turnRight,
  zoomed,
  type Look,
} from './look.ts';
import {
  findPointUnder,
  limitZoom,
  toPercent,
  zoomIn,
  zoomOut,
  type PageBox,
  type Point,
} from './page-layout.ts';
import { toId, type PageStore } from './page-store.ts';
import { Paper } from './paper.tsx';
import { usePaperView, useViewSize } from './use-paper-view.ts';
import { useTake, type ReadValue, type TakeTarget } from './use-take.ts';
import { ViewerBar, type PageFieldHandle } from './viewer-bar.tsx';
import styles from './viewer.module.css';
import type { Taken } from './word-choice.ts';

export type { PageBox } from './page-layout.ts';

export interface PageViewerProps {
  readonly store: PageStore;
  readonly document: ReviewKey;
  readonly fileName: string | null;
  readonly boxes: readonly PageBox[];
  readonly focused: Place | null;
  readonly onPick: (place: Place) => void;
  /** The field that a word of the page goes into; undefined while there is none, or nothing can be changed. */
  readonly target: TakeTarget | undefined;
  readonly readValues: readonly ReadValue[];
  readonly onTake: (taken: Taken) => void;
}

/** Shows the original page with a box around each field, zooms to the focused one, and gives its words to the fields. */
export function PageViewer(props: PageViewerProps) {
  const { store, document, fileName, boxes, focused, target, readValues, onPick, onTake } = props;
  const state = useSyncExternalStore(store.subscribe, () => store.state(document));
  const focusedBox = boxes.find(({ place }) => place === focused);
  const id = toId(document);
  const [held, setLook] = useState(() => createLook(id, focusedBox));
  const look = followFocus(held, id, focusedBox);
  if (look !== held) setLook(look);

  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const view = useViewSize(scroller);
  const paper = usePaperView(store, look, focusedBox, view);
  const pages = state.kind === 'ready' ? state.pages : undefined;
  const pageField = useRef<PageFieldHandle>(null);
  const [finding, setFinding] = useState<string>();
  const [found, setFound] = useState<ReadonlyMap<number, FoundBoxes>>(noMatches);
  const isFinding = finding === id && pages !== undefined;
  const take = useTake({
    store,
    document,
    page: pages === undefined ? undefined : look.page,
    readValues,
    target,
    focusedBox: focusedBox?.page === look.page ? focusedBox.box : undefined,
    onTake,
    onShow: (box) => setLook((now) => showSpot(now, now.page, box)),
    onLeave: focusFields,
  });

  function zoomTo(scale: number, at: Point): void {
    if (scroller === null || paper === undefined) return;
    // A page that fits may be smaller than the smallest step, which must not enlarge it.
    if (scale < paper.scale && limitZoom(scale) > paper.scale) return;
    const scroll = { x: scroller.scrollLeft, y: scroller.scrollTop };
    setLook(zoomed(look, scale, { point: findPointUnder(paper.layout, scroll, at), at }));
  }
  const zoomBy = (step: (scale: number) => number) => () => {
    if (paper !== undefined) zoomTo(step(paper.scale), { x: paper.view.width / 2, y: paper.view.height / 2 });
  };
  const turnPage = (page: number) => pages !== undefined && setLook(showPage(look, page, pages));
  const toBox = () => setLook(toggleBox(look));
  const turn = () => setLook(turnRight(look));
  const fit = (zoom: 'page' | 'width') => () => setLook({ ...look, zoom });
  const startTaking = () => {
    take.start();
    scroller?.focus({ preventScroll: true });
  };
  const closeFinding = useCallback(() => {
    setFinding(undefined);
    setFound(noMatches);
    focusFields();
  }, []);
  const find = () => {
    if (isFinding) closeFinding();
    else setFinding(id);
  };
  const isReady = pages !== undefined || undefined;
  usePageKeys(pageKeys.review, {
    previousPage: () => turnPage(look.page - 1),
    nextPage: () => turnPage(look.page + 1),
    goToPage: isReady && (() => pageField.current?.focus()),
    larger: isReady && zoomBy(zoomIn),
    smaller: isReady && zoomBy(zoomOut),
    whole: isReady && fit('page'),
    width: isReady && fit('width'),
    toBox: isReady && toBox,
    turn: isReady && turn,
    take: isReady && startTaking,
    // The same key in the search field closes it, so it is never a dead end.
    find: isReady && find,
  });

  const name = fileName ?? messages.common.theDocument;
  const failure = state.kind === 'failed' ? state.failure : undefined;
  const pageFailure = paper?.drawn.failure;
  return (
    <section className={styles.viewer} aria-label={viewerMessages.region}>
      <ViewerBar
        page={look.page}
        pages={pages}
        percent={paper === undefined ? undefined : toPercent(paper.scale)}
        shows={nameShown(look)}
        isTaking={take.isTaking}
        isFinding={isFinding}
        pageField={pageField}
        onPage={turnPage}
        onZoomIn={zoomBy(zoomIn)}
        onZoomOut={zoomBy(zoomOut)}
        onToBox={toBox}
        onWhole={fit('page')}
        onWidth={fit('width')}
        onTurn={turn}
        onTake={take.canTake ? startTaking : undefined}
        onFind={find}
        onLeave={focusFields}
      />
      {isFinding ? (
        <FindBar
          key={id}
          store={store}
          document={document}
          pages={pages}
          page={look.page}
          onFound={setFound}
          onShow={(page, box) => setLook((now) => showSpot(now, page, box))}
          onClose={closeFinding}
        />
      ) : null}
      {failure !== undefined || pageFailure !== undefined ? (
        <div className={styles.failed}>
          <ErrorState
            title={
              failure === undefined ? viewerMessages.pageNotShown(look.page) : viewerMessages.fileNotShown
            }
            happened={failure?.message ?? viewerMessages.pageFailed(pageFailure ?? '')}
            notDone={viewerMessages.nothingDone}
            next={viewerMessages.retry}
            reference={failure?.reference}
            onRetry={() => store.retry(document)}
          />
        </div>
      ) : (
        <Paper
          label={pages === undefined ? name : viewerMessages.paper(name, look.page, pages)}
          scroller={scroller}
          setScroller={setScroller}
          paper={state.kind === 'ready' ? paper : undefined}
          look={look}
          boxes={boxes}
          focused={focused}
          take={take}
          found={isFinding ? (found.get(look.page) ?? noBoxes) : noBoxes}
          onZoom={(factor, at) => paper !== undefined && zoomTo(paper.scale * factor, at)}
          onPick={onPick}
        />
      )}
      <output className={styles.said} data-taking={take.isTaking || undefined}>
        {take.says}
      </output>
    </section>
  );
}

const noMatches: ReadonlyMap<number, FoundBoxes> = new Map();
const noBoxes: { readonly all: readonly Box[]; readonly now: readonly Box[] } = { all: [], now: [] };

function nameShown(look: Look): 'box' | 'page' | 'width' | undefined {
  if (isToBox(look)) return 'box';
  if (typeof look.zoom === 'number') return undefined;
  return look.zoom ?? 'width';
}

function focusFields(): void {
  findFocusedRow()?.focus({ preventScroll: true });
}
