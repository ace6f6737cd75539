import { useState, useSyncExternalStore } from 'react';
import { Button, IconButton } from '#renderer/ui/button.tsx';
import { usePageKeys } from '#renderer/ui/keys.ts';
import { ErrorState } from '#renderer/ui/states.tsx';
import type { ReviewKey } from '#shared/contract/review-document.ts';
import type { Place } from '#shared/domain/review/draft-rules.ts';
import { firstLook, followed, isToBox, onPage, towardsBox, turnedOn, zoomed } from './look.ts';
import { percentOf, pointUnder, zoomedIn, zoomedOut, type PageBox, type Point } from './page-layout.ts';
import { idOf, type PageStore } from './page-store.ts';
import styles from './page-viewer.module.css';
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

/** The page as it was sent, with a box where each field was read; the focused one is zoomed to. */
export function PageViewer({ store, document, fileName, boxes, focused, onPick }: PageViewerProps) {
  const state = useSyncExternalStore(store.subscribe, () => store.state(document));
  const focusedBox = boxes.find(({ place }) => place === focused);
  const id = idOf(document);
  const [held, setLook] = useState(() => firstLook(id, focusedBox));
  const look = followed(held, id, focusedBox);
  if (look !== held) setLook(look);

  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const view = useViewSize(scroller);
  const paper = usePaperView(store, look, focusedBox, view);
  const pages = state.kind === 'ready' ? state.pages : undefined;

  function zoomTo(scale: number, at: Point): void {
    if (scroller === null || paper === undefined) return;
    const scroll = { x: scroller.scrollLeft, y: scroller.scrollTop };
    setLook(zoomed(look, scale, { point: pointUnder(paper.layout, scroll, at), at }));
  }
  const zoomBy = (step: (scale: number) => number) => () => {
    if (paper !== undefined) zoomTo(step(paper.scale), { x: paper.view.width / 2, y: paper.view.height / 2 });
  };
  const turnPage = (page: number) => pages !== undefined && setLook(onPage(look, page, pages));
  const toBox = () => setLook(towardsBox(look));
  const turn = () => setLook(turnedOn(look));
  const isReady = pages !== undefined || undefined;
  usePageKeys({
    '[': () => turnPage(look.page - 1),
    ']': () => turnPage(look.page + 1),
    '+': isReady && zoomBy(zoomedIn),
    '=': isReady && zoomBy(zoomedIn),
    '-': isReady && zoomBy(zoomedOut),
    '0': isReady && (() => setLook({ ...look, zoom: 'fit' })),
    z: isReady && toBox,
    '.': isReady && turn,
  });

  const name = fileName ?? 'the document';
  const failure = state.kind === 'failed' ? state.failure : undefined;
  const pageFailure = paper?.drawn.failure;
  return (
    <section className={styles.viewer} aria-label="Page viewer">
      <ViewerBar
        page={look.page}
        pages={pages}
        percent={paper === undefined ? undefined : percentOf(paper.scale)}
        isToBox={isToBox(look)}
        onPage={turnPage}
        onZoomIn={zoomBy(zoomedIn)}
        onZoomOut={zoomBy(zoomedOut)}
        onToBox={toBox}
        onTurn={turn}
      />
      {failure !== undefined || pageFailure !== undefined ? (
        <div className={styles.failed}>
          <ErrorState
            title={failure === undefined ? `Page ${look.page} is not shown` : 'The file is not shown'}
            happened={failure?.message ?? `This page cannot be drawn: ${pageFailure ?? ''}`}
            notDone="Nothing was decided or changed. The fields beside it are as they were read."
            next="Try again, or mark as unreadable what you cannot check."
            reference={failure?.reference}
            onRetry={() => store.retry(document)}
          />
        </div>
      ) : (
        <Paper
          label={pages === undefined ? name : `${name}, page ${look.page} of ${pages}`}
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
  /** Undefined while it is loading. */
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
        label="Previous page"
        shortcut="["
        size="sm"
        disabled={page <= 1}
        onClick={() => goToPage(page - 1)}
      />
      <span className={styles.pages}>{isThere ? `Page ${page} of ${pages}` : 'Page'}</span>
      <IconButton
        icon="right"
        label="Next page"
        shortcut="]"
        size="sm"
        disabled={!isThere || page >= pages}
        onClick={() => goToPage(page + 1)}
      />
      <span className={styles.gap} />
      <IconButton
        icon="remove"
        label="Zoom out"
        shortcut="-"
        size="sm"
        disabled={!isThere}
        onClick={onZoomOut}
      />
      <span className={styles.percent}>{percent === undefined ? '' : `${percent} %`}</span>
      <IconButton icon="add" label="Zoom in" shortcut="+" size="sm" disabled={!isThere} onClick={onZoomIn} />
      <Button
        variant="ghost"
        size="sm"
        icon="zoom"
        shortcut="Z"
        aria-pressed={showsBox}
        disabled={!isThere}
        onClick={onToBox}
      >
        To box
      </Button>
      <IconButton
        icon="retry"
        label="Turn the page by a quarter"
        shortcut="."
        size="sm"
        disabled={!isThere}
        onClick={onTurn}
      />
    </div>
  );
}
