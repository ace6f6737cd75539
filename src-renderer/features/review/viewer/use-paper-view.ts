import { useEffect, useLayoutEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { Box, ReviewKey } from '#shared/contract/review/document.ts';
import { keyOf } from './document-id.ts';
import { isToBox, type Look } from './look.ts';
import type { PageBox } from './page-boxes.ts';
import { fitBox, fitWidth, largestForBox, layOut, type Layout } from './page-layout.ts';
import type { DrawnPage, PageStore } from './page-store.ts';
import { isSideways, turnBy, turnedBox, turnedSize, type Size, type Turn } from './turned.ts';
import type { Scale } from './zoom-steps.ts';

/** The page that is looked at, and how it lies in the view. */
export interface PaperView {
  readonly drawn: DrawnPage;
  readonly view: Size;
  readonly layout: Layout;
  readonly scale: Scale;
  /** Upright and beyond, as somebody has turned it. */
  readonly turn: Turn;
  /** Of the focused field, on the page as it is turned. */
  readonly box: Box | undefined;
}

export function usePaperView(
  store: PageStore,
  look: Look,
  focused: PageBox | undefined,
  view: Size | undefined,
): PaperView | undefined {
  const document = useMemo(() => keyOf(look.document), [look.document]);
  const drawn = useSyncExternalStore(store.subscribe, () => store.page(document, look.page));
  const paper = drawn === undefined || view === undefined ? undefined : lie(drawn, view, look, focused);
  useDrawing(store, document, look, paper);
  return paper;
}

function lie(drawn: DrawnPage, view: Size, look: Look, focused: PageBox | undefined): PaperView {
  const turn = turnBy(drawn.turn, look.turn);
  const page = turnedSize(drawn.size, turn);
  const box = focused?.page === look.page ? turnedBox(focused.box, look.turn) : undefined;
  const scale = scaleOf(look, page, view, box);
  return { drawn, view, layout: layOut(page, scale, view), scale, turn, box };
}

function scaleOf(look: Look, page: Size, view: Size, box: Box | undefined): Scale {
  if (typeof look.zoom === 'number') return look.zoom;
  return isToBox(look) && box !== undefined ? fitBox(page, view, box) : fitWidth(page, view);
}

/** Has it drawn as large as it is shown: at once where it jumps there, and once the hand rests where it is zoomed. */
function useDrawing(store: PageStore, document: ReviewKey, look: Look, paper: PaperView | undefined): void {
  const width = paper === undefined ? undefined : pixelsOf(paper.layout, paper.turn);
  const mayWait = typeof look.zoom === 'number' && paper?.drawn.picture !== undefined;
  const { page, toBox } = look;
  useLayoutEffect(() => {
    if (!mayWait) {
      store.look(document, page, width);
      return undefined;
    }
    const timer = setTimeout(() => store.look(document, page, width), restMs);
    return () => clearTimeout(timer);
  }, [store, document, page, width, mayWait]);

  const [viewWidth, viewHeight] = [paper?.view.width, paper?.view.height];
  useEffect(() => {
    if (viewWidth === undefined || viewHeight === undefined) return undefined;
    const view = { width: viewWidth, height: viewHeight };
    const timer = setTimeout(() => {
      store.aim((size, turn) => {
        const upright = turnedSize(size, turn);
        const fit = fitWidth(upright, view);
        return pixelsOf(layOut(upright, toBox ? Math.max(fit, largestForBox) : fit, view), turn);
      });
    }, restMs);
    return () => clearTimeout(timer);
  }, [store, viewWidth, viewHeight, toBox]);
}

/** Across the page as it lies in the file. */
function pixelsOf({ width, height }: Layout, turn: Turn): number {
  return (isSideways(turn) ? height : width) * devicePixelRatio;
}

/** Measures what the paper is seen through. */
export function useViewSize(box: HTMLElement | null): Size | undefined {
  const [size, setSize] = useState<Size>();
  useLayoutEffect(() => {
    if (box === null) return undefined;
    const measure = () =>
      setSize((before) =>
        before?.width === box.clientWidth && before.height === box.clientHeight
          ? before
          : { width: box.clientWidth, height: box.clientHeight },
      );
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    return () => observer.disconnect();
  }, [box]);
  return size;
}

const restMs = 150;
