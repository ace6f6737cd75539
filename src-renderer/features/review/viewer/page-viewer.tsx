import { useState, useSyncExternalStore } from 'react';
import { Button, IconButton } from '#renderer/ui/button.tsx';
import { usePageKeys } from '#renderer/ui/keys.ts';
import { pageKeys } from '#renderer/ui/page-keys.ts';
import { ErrorState } from '#renderer/ui/states.tsx';
import type { ReviewKey } from '#shared/contract/review-document.ts';
import type { Place } from '#shared/domain/review/draft-rules.ts';
import { messages } from '../messages.ts';
import { createLook, followFocus, isToBox, showPage, toggleBox, turnRight, zoomed } from './look.ts';
import { toPercent, findPointUnder, zoomIn, zoomOut, type PageBox, type Point } from './page-layout.ts';
import { toId, type PageStore } from './page-store.ts';
import styles from './viewer.module.css';
import { Paper } from './paper.tsx';
import { usePaperView, useViewSize } from './use-paper-view.ts';

export type { PageBox } from './page-layout.ts';

export interface PageViewerProps {
  readonly store: PageStore;
  readonly document: ReviewKey;
  readonly fileName: string | null;
  readonly boxes: readonly PageBox[];
  readonly focused: Place | null;
  readonly onPick: (place: Place) => void;
}

/** Shows the original page with a box around each field, and zooms to the focused one. */
export function PageViewer({ store, document, fileName, boxes, focused, onPick }: PageViewerProps) {
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

  function zoomTo(scale: number, at: Point): void {
    if (scroller === null || paper === undefined) return;
    const scroll = { x: scroller.scrollLeft, y: scroller.scrollTop };
    setLook(zoomed(look, scale, { point: findPointUnder(paper.layout, scroll, at), at }));
  }
  const zoomBy = (step: (scale: number) => number) => () => {
    if (paper !== undefined) zoomTo(step(paper.scale), { x: paper.view.width / 2, y: paper.view.height / 2 });
  };
  const turnPage = (page: number) => pages !== undefined && setLook(showPage(look, page, pages));
  const toBox = () => setLook(toggleBox(look));
  const turn = () => setLook(turnRight(look));
  const isReady = pages !== undefined || undefined;
  usePageKeys(pageKeys.review, {
    previousPage: () => turnPage(look.page - 1),
    nextPage: () => turnPage(look.page + 1),
    larger: isReady && zoomBy(zoomIn),
    smaller: isReady && zoomBy(zoomOut),
    whole: isReady && (() => setLook({ ...look, zoom: 'fit' })),
    toBox: isReady && toBox,
    turn: isReady && turn,
  });

  const name = fileName ?? messages.common.theDocument;
  const failure = state.kind === 'failed' ? state.failure : undefined;
  const pageFailure = paper?.drawn.failure;
  return (
    <section className={styles.viewer} aria-label={messages.viewer.region}>
      <ViewerBar
        page={look.page}
        pages={pages}
        percent={paper === undefined ? undefined : toPercent(paper.scale)}
        isToBox={isToBox(look)}
        onPage={turnPage}
        onZoomIn={zoomBy(zoomIn)}
        onZoomOut={zoomBy(zoomOut)}
        onToBox={toBox}
        onTurn={turn}
      />
      {failure !== undefined || pageFailure !== undefined ? (
        <div className={styles.failed}>
          <ErrorState
            title={
              failure === undefined ? messages.viewer.pageNotShown(look.page) : messages.viewer.fileNotShown
            }
            happened={failure?.message ?? messages.viewer.pageFailed(pageFailure ?? '')}
            notDone={messages.viewer.nothingDone}
            next={messages.viewer.retry}
            reference={failure?.reference}
            onRetry={() => store.retry(document)}
          />
        </div>
      ) : (
        <Paper
          label={pages === undefined ? name : messages.viewer.paper(name, look.page, pages)}
          scroller={scroller}
          setScroller={setScroller}
          paper={state.kind === 'ready' ? paper : undefined}
          look={look}
          boxes={boxes}
          focused={focused}
          onZoom={(factor, at) => paper !== undefined && zoomTo(paper.scale * factor, at)}
          onPick={onPick}
        />
      )}
    </section>
  );
}

interface ViewerBarProps {
  readonly page: number;
  /** Undefined while the file is loading. */
  readonly pages: number | undefined;
  readonly percent: number | undefined;
  readonly isToBox: boolean;
  readonly onPage: (page: number) => void;
  readonly onZoomIn: () => void;
  readonly onZoomOut: () => void;
  readonly onToBox: () => void;
  readonly onTurn: () => void;
}

function ViewerBar(props: ViewerBarProps) {
  const {
    page,
    pages,
    percent,
    isToBox: showsBox,
    onPage: goToPage,
    onZoomIn,
    onZoomOut,
    onToBox,
    onTurn,
  } = props;
  const isThere = pages !== undefined;
  return (
    <div className={styles.bar}>
      <IconButton
        icon="left"
        label={messages.viewer.previous}
        shortcut={pageKeys.review.previousPage}
        size="sm"
        disabled={page <= 1}
        onClick={() => goToPage(page - 1)}
      />
      <span className={styles.pages}>
        {isThere ? messages.viewer.pageOf(page, pages) : messages.viewer.page}
      </span>
      <IconButton
        icon="right"
        label={messages.viewer.next}
        shortcut={pageKeys.review.nextPage}
        size="sm"
        disabled={!isThere || page >= pages}
        onClick={() => goToPage(page + 1)}
      />
      <span className={styles.gap} />
      <IconButton
        icon="remove"
        label={messages.viewer.zoomOut}
        shortcut={pageKeys.review.smaller}
        size="sm"
        disabled={!isThere}
        onClick={onZoomOut}
      />
      <span className={styles.percent}>{percent === undefined ? '' : `${percent} %`}</span>
      <IconButton
        icon="add"
        label={messages.viewer.zoomIn}
        shortcut={pageKeys.review.larger}
        size="sm"
        disabled={!isThere}
        onClick={onZoomIn}
      />
      <Button
        variant="ghost"
        size="sm"
        icon="zoom"
        shortcut={pageKeys.review.toBox}
        aria-pressed={showsBox}
        disabled={!isThere}
        onClick={onToBox}
      >
        {messages.viewer.toField}
      </Button>
      <IconButton
        icon="retry"
        label={messages.viewer.rotate}
        shortcut={pageKeys.review.turn}
        size="sm"
        disabled={!isThere}
        onClick={onTurn}
      />
    </div>
  );
}
