import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  type RefObject,
} from 'react';
import type { Box, ReviewKey } from '#shared/contract/review-document.ts';
import { isToBox, type Anchor, type Look } from './look.ts';
import {
  fitBox,
  fitWidth,
  isSideways,
  largestForBox,
  layOut,
  pointUnder,
  scrollToCentre,
  scrollToShow,
  scrollUnder,
  turnBy,
  turnedBox,
  turnedSize,
  type Layout,
  type PageBox,
  type Point,
  type Scale,
  type Size,
  type Turn,
} from './page-layout.ts';
import { keyOf, type DrawnPage, type PageStore } from './page-store.ts';

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

interface Next {
  /** Which page of which document, and how it is turned. */
  readonly sheet: string;
  readonly place: string | undefined;
  readonly anchor: Anchor | undefined;
  readonly toBox: boolean;
}

/** As it was brought into sight last. */
interface Shown extends Next {
  readonly layout: Layout;
  scroll: Point;
}

/** Brings what is looked at into sight, whenever that or the size of the page changes. */
export function usePaperScroll(
  scroller: HTMLElement | null,
  sheet: RefObject<HTMLElement | null>,
  paper: PaperView | undefined,
  look: Look,
): void {
  const shown = useRef<Shown>(undefined);
  const move = useEffectEvent((into: HTMLElement, next: Next) => {
    if (paper === undefined) return;
    const before = shown.current;
    const isZoomed = next.anchor !== undefined && next.anchor !== before?.anchor;
    const scroll = isZoomed
      ? scrollUnder(paper.layout, paper.view, next.anchor.point, next.anchor.at)
      : nextScroll(paper, next, before);
    into.scrollTo({ left: scroll.x, top: scroll.y, behavior: 'instant' });
    const now = { ...next, layout: paper.layout, scroll };
    if (before?.sheet === next.sheet && !isZoomed) slide(sheet.current, before, now);
    shown.current = now;
  });

  const { document, page, turn, place, anchor } = look;
  // By its numbers: a layout is a new object each time.
  const size = paper === undefined ? undefined : [paper.scale, paper.view.width, paper.view.height].join();
  const toBox = isToBox(look);
  useLayoutEffect(() => {
    if (scroller === null || size === undefined) return;
    move(scroller, { sheet: [document, page, turn].join(), place, anchor, toBox });
  }, [scroller, size, document, page, turn, place, anchor, toBox]);

  useLayoutEffect(() => {
    const remember = () => {
      if (scroller === null || shown.current === undefined) return;
      shown.current.scroll = { x: scroller.scrollLeft, y: scroller.scrollTop };
    };
    scroller?.addEventListener('scroll', remember, { passive: true });
    return () => scroller?.removeEventListener('scroll', remember);
  }, [scroller]);
}

function nextScroll({ layout, view, box }: PaperView, next: Next, before: Shown | undefined): Point {
  if (box !== undefined && next.toBox) return scrollToCentre(layout, view, box);
  const isSame = before?.sheet === next.sheet;
  const now = isSame ? before.scroll : { x: 0, y: 0 };
  if (box !== undefined && (!isSame || before.place !== next.place))
    return scrollToShow(layout, view, now, box);
  if (!isSame) return now;
  const middle = { x: view.width / 2, y: view.height / 2 };
  return scrollUnder(layout, view, pointUnder(before.layout, before.scroll, middle), middle);
}

/** From where it was to where it is: laid out once, and drawn by the compositor. */
function slide(sheet: HTMLElement | null, before: Shown, now: Shown): void {
  if (sheet === null) return;
  const style = getComputedStyle(sheet);
  const duration = Number.parseFloat(style.getPropertyValue('--t-base'));
  const x = before.layout.left - before.scroll.x - (now.layout.left - now.scroll.x);
  const y = before.layout.top - before.scroll.y - (now.layout.top - now.scroll.y);
  const scale = before.layout.width / now.layout.width;
  if (!(duration > 0) || (x === 0 && y === 0 && scale === 1)) return;
  sheet.animate([{ transform: `translate(${x}px, ${y}px) scale(${scale})` }, { transform: 'none' }], {
    duration,
    easing: style.getPropertyValue('--ease-out'),
  });
}

interface Gestures {
  /** By this factor, around this point of the view. */
  readonly onZoom: (factor: number, at: Point) => void;
  readonly onClick: (at: Point) => void;
  readonly onHover: (at: Point | undefined) => void;
}

/** The hand on the paper: Ctrl and the wheel zoom, dragging pans but where there are words to select, arrows pan. */
export function usePaperGestures(scroller: HTMLElement | null, gestures: Gestures): void {
  const onZoom = useEffectEvent(gestures.onZoom);
  const onClick = useEffectEvent(gestures.onClick);
  const onHover = useEffectEvent(gestures.onHover);
  useEffect(() => {
    if (scroller === null) return undefined;
    const listening = new AbortController();
    const { signal } = listening;
    let pressed: { readonly at: Point; readonly scroll: Point; readonly pans: boolean } | undefined;
    scroller.addEventListener(
      'wheel',
      (event) => {
        if (!event.ctrlKey) return;
        event.preventDefault();
        onZoom(Math.exp(-Math.max(-60, Math.min(60, event.deltaY)) / 200), within(scroller, event));
      },
      { signal, passive: false },
    );
    scroller.addEventListener(
      'pointerdown',
      (event) => {
        // A finger scrolls by itself.
        if (event.button !== 0 || event.pointerType === 'touch') return;
        const pans = !(event.target instanceof Element && event.target.closest('span') !== null);
        const scroll = { x: scroller.scrollLeft, y: scroller.scrollTop };
        pressed = { at: { x: event.clientX, y: event.clientY }, scroll, pans };
        if (pans) scroller.setPointerCapture(event.pointerId);
      },
      { signal },
    );
    scroller.addEventListener(
      'pointermove',
      (event) => {
        if (pressed === undefined) return onHover(within(scroller, event));
        if (!pressed.pans) return;
        const { at, scroll } = pressed;
        scroller.scrollTo(scroll.x - (event.clientX - at.x), scroll.y - (event.clientY - at.y));
        scroller.toggleAttribute('data-panning', true);
      },
      { signal },
    );
    scroller.addEventListener('pointerleave', () => onHover(undefined), { signal });
    const release = () => {
      scroller.toggleAttribute('data-panning', false);
      // The click that follows still asks where it began.
      setTimeout(() => (pressed = undefined));
    };
    scroller.addEventListener('pointerup', release, { signal });
    scroller.addEventListener('pointercancel', release, { signal });
    scroller.addEventListener(
      'click',
      (event) => {
        const moved =
          pressed !== undefined && Math.hypot(event.clientX - pressed.at.x, event.clientY - pressed.at.y) > 4;
        if (!moved && getSelection()?.isCollapsed !== false) onClick(within(scroller, event));
      },
      { signal },
    );
    scroller.addEventListener(
      'keydown',
      (event) => {
        const step = arrows[event.key];
        if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
        // The page's own arrow keys go from field to field.
        event.preventDefault();
        const length = event.shiftKey ? longStep : shortStep;
        scroller.scrollBy({ left: step[0] * length, top: step[1] * length, behavior: 'instant' });
      },
      { signal },
    );
    return () => listening.abort();
  }, [scroller]);
}

function within(scroller: HTMLElement, event: MouseEvent): Point {
  const { left, top } = scroller.getBoundingClientRect();
  return { x: event.clientX - left, y: event.clientY - top };
}

const shortStep = 48;
const longStep = 240;
const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
