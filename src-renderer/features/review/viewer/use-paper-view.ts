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
  fitPage,
  fitWidth,
  isSideways,
  largestForBox,
  layOut,
  findPointUnder,
  scrollToCentre,
  scrollToShow,
  scrollUnder,
  addTurn,
  turnBox,
  turnSize,
  type Layout,
  type PageBox,
  type Point,
  type Scale,
  type Size,
  type Turn,
} from './page-layout.ts';
import { parseId, type DrawnPage, type PageStore } from './page-store.ts';

/** The visible page and its position in the view. */
export interface PaperView {
  readonly drawn: DrawnPage;
  readonly view: Size;
  readonly layout: Layout;
  readonly scale: Scale;
  /** The rotation that the user has chosen, added to the one that makes the page upright. */
  readonly turn: Turn;
  /** The box of the focused field on the rotated page. */
  readonly box: Box | undefined;
}

export function usePaperView(
  store: PageStore,
  look: Look,
  focused: PageBox | undefined,
  view: Size | undefined,
): PaperView | undefined {
  const document = useMemo(() => parseId(look.document), [look.document]);
  const drawn = useSyncExternalStore(store.subscribe, () => store.page(document, look.page));
  const paper =
    drawn === undefined || view === undefined ? undefined : layOutPaper(drawn, view, look, focused);
  useDrawing(store, document, look, paper);
  return paper;
}

function layOutPaper(drawn: DrawnPage, view: Size, look: Look, focused: PageBox | undefined): PaperView {
  const turn = addTurn(drawn.turn, look.turn);
  const page = turnSize(drawn.size, turn);
  const box = focused?.page === look.page ? turnBox(focused.box, look.turn) : undefined;
  const scale = findScale(look, page, view, box);
  return { drawn, view, layout: layOut(page, scale, view), scale, turn, box };
}

function findScale(look: Look, page: Size, view: Size, box: Box | undefined): Scale {
  if (typeof look.zoom === 'number') return look.zoom;
  if (look.zoom === 'page') return fitPage(page, view);
  return isToBox(look) && box !== undefined ? fitBox(page, view, box) : fitWidth(page, view);
}

/** Draws the page at its shown size: at once after a jump, and after the zooming pauses. */
function useDrawing(store: PageStore, document: ReviewKey, look: Look, paper: PaperView | undefined): void {
  const width = paper === undefined ? undefined : countPixels(paper.layout, paper.turn);
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
        const upright = turnSize(size, turn);
        const fit = fitWidth(upright, view);
        return countPixels(layOut(upright, toBox ? Math.max(fit, largestForBox) : fit, view), turn);
      });
    }, restMs);
    return () => clearTimeout(timer);
  }, [store, viewWidth, viewHeight, toBox]);
}

/** Measures across the unrotated page. */
function countPixels({ width, height }: Layout, turn: Turn): number {
  return (isSideways(turn) ? height : width) * devicePixelRatio;
}

/** Measures the visible area. */
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
  /** Identifies a page of a document with its rotation. */
  readonly sheet: string;
  readonly place: string | undefined;
  readonly anchor: Anchor | undefined;
  readonly toBox: boolean;
  readonly spot: Box | undefined;
}

/** The position that was last scrolled into view. */
interface Shown extends Next {
  readonly layout: Layout;
  scroll: Point;
}

/** Scrolls to the focused box or page whenever that or the page size changes. */
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
    const isSpot = next.spot !== undefined && next.spot !== before?.spot;
    const scroll = isZoomed
      ? scrollUnder(paper.layout, paper.view, next.anchor.point, next.anchor.at)
      : isSpot
        ? scrollToSpot(paper, next.spot, before?.sheet === next.sheet ? before.scroll : origin, look.turn)
        : findNextScroll(paper, next, before);
    into.scrollTo({ left: scroll.x, top: scroll.y, behavior: 'instant' });
    const now = { ...next, layout: paper.layout, scroll };
    if (before?.sheet === next.sheet && !isZoomed) slide(sheet.current, before, now);
    shown.current = now;
  });

  const { document, page, turn, place, anchor, spot } = look;
  // Compares the numbers, because a layout is a new object each time.
  const size = paper === undefined ? undefined : [paper.scale, paper.view.width, paper.view.height].join();
  const toBox = isToBox(look);
  useLayoutEffect(() => {
    if (scroller === null || size === undefined) return;
    move(scroller, { sheet: [document, page, turn].join(), place, anchor, toBox, spot });
  }, [scroller, size, document, page, turn, place, anchor, toBox, spot]);

  useLayoutEffect(() => {
    const remember = () => {
      if (scroller === null || shown.current === undefined) return;
      shown.current.scroll = { x: scroller.scrollLeft, y: scroller.scrollTop };
    };
    scroller?.addEventListener('scroll', remember, { passive: true });
    return () => scroller?.removeEventListener('scroll', remember);
  }, [scroller]);
}

const origin: Point = { x: 0, y: 0 };

function scrollToSpot({ layout, view }: PaperView, spot: Box, now: Point, turn: Turn): Point {
  return scrollToShow(layout, view, now, turnBox(spot, turn));
}

function findNextScroll({ layout, view, box }: PaperView, next: Next, before: Shown | undefined): Point {
  if (box !== undefined && next.toBox) return scrollToCentre(layout, view, box);
  const isSame = before?.sheet === next.sheet;
  const now = isSame ? before.scroll : { x: 0, y: 0 };
  if (box !== undefined && (!isSame || before.place !== next.place))
    return scrollToShow(layout, view, now, box);
  if (!isSame) return now;
  const middle = { x: view.width / 2, y: view.height / 2 };
  return scrollUnder(layout, view, findPointUnder(before.layout, before.scroll, middle), middle);
}

/** Animates the page from its old position to the new one, with one layout; the compositor draws the rest. */
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
  /** Zooms by this factor around a point of the view. */
  readonly onZoom: (factor: number, at: Point) => void;
  readonly onClick: (at: Point) => void;
  readonly onHover: (at: Point | undefined) => void;
  /** True while dragging draws a box. With Shift it does so at any time. */
  readonly draws: boolean;
  /** Reports the box while it is drawn; `isDone` once the button is released, and no box if it was too small. */
  readonly onDraw: (box: readonly [from: Point, to: Point] | undefined, isDone: boolean) => void;
  /** Returns whether the key was used. */
  readonly onKey: (event: KeyboardEvent) => boolean;
}

/**
 * Handles gestures on the page: Ctrl and the wheel zoom, dragging pans except over text, Shift and dragging draws a box,
 * and arrow keys pan.
 */
export function usePaperGestures(scroller: HTMLElement | null, gestures: Gestures): void {
  const onZoom = useEffectEvent(gestures.onZoom);
  const onClick = useEffectEvent(gestures.onClick);
  const onHover = useEffectEvent(gestures.onHover);
  const onDraw = useEffectEvent(gestures.onDraw);
  const onKey = useEffectEvent(gestures.onKey);
  const draws = useEffectEvent(() => gestures.draws);
  useEffect(() => {
    if (scroller === null) return undefined;
    const listening = new AbortController();
    const { signal } = listening;
    let pressed: Pressed | undefined;
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
        // The browser scrolls touch input itself.
        if (event.button !== 0 || event.pointerType === 'touch') return;
        const isDrawn = draws() || event.shiftKey;
        const isOnText = event.target instanceof Element && event.target.closest('span') !== null;
        const pans = !isDrawn && !isOnText;
        const scroll = { x: scroller.scrollLeft, y: scroller.scrollTop };
        const from = isDrawn ? within(scroller, event) : undefined;
        pressed = { at: { x: event.clientX, y: event.clientY }, scroll, pans, from };
        // Otherwise the drag would select text as well.
        if (isDrawn) getSelection()?.removeAllRanges();
        scroller.toggleAttribute('data-drawing', isDrawn);
        if (pans || isDrawn) scroller.setPointerCapture(event.pointerId);
      },
      { signal },
    );
    scroller.addEventListener(
      'pointermove',
      (event) => {
        if (pressed === undefined) return onHover(within(scroller, event));
        if (pressed.from !== undefined) return onDraw([pressed.from, within(scroller, event)], false);
        if (!pressed.pans) return;
        const { at, scroll } = pressed;
        scroller.scrollTo(scroll.x - (event.clientX - at.x), scroll.y - (event.clientY - at.y));
        scroller.toggleAttribute('data-panning', true);
      },
      { signal },
    );
    scroller.addEventListener('pointerleave', () => onHover(undefined), { signal });
    const release = (event: PointerEvent) => {
      scroller.toggleAttribute('data-panning', false);
      scroller.toggleAttribute('data-drawing', false);
      const { from, at } = pressed ?? {};
      if (from !== undefined && at !== undefined) {
        const isBox = Math.abs(event.clientX - at.x) > 4 && Math.abs(event.clientY - at.y) > 4;
        onDraw(isBox && event.type === 'pointerup' ? [from, within(scroller, event)] : undefined, true);
      }
      // The click event that follows still needs the starting point.
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
        if (onKey(event)) {
          event.preventDefault();
          // The key belongs to the choice of words and to nothing else on the page.
          event.stopPropagation();
          return;
        }
        const step = arrows[event.key];
        if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
        // Otherwise the page's arrow keys would move between fields.
        event.preventDefault();
        const length = event.shiftKey ? longStep : shortStep;
        scroller.scrollBy({ left: step[0] * length, top: step[1] * length, behavior: 'instant' });
      },
      { signal },
    );
    return () => listening.abort();
  }, [scroller]);
}

interface Pressed {
  readonly at: Point;
  readonly scroll: Point;
  readonly pans: boolean;
  /** The corner of the view where a drawn box begins. */
  readonly from: Point | undefined;
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
