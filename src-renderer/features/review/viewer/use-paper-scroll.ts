import { useEffectEvent, useLayoutEffect, useRef, type RefObject } from 'react';
import { isToBox, type Anchor, type Look } from './look.ts';
import {
  pointUnder,
  scrollToCentre,
  scrollToShow,
  scrollUnder,
  type Layout,
  type Point,
} from './page-layout.ts';
import type { PaperView } from './use-paper-view.ts';

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
