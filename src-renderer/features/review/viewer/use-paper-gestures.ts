import { useEffect, useEffectEvent } from 'react';
import type { Point } from './page-layout.ts';

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
