import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Sight } from './bars.ts';

export const mostZoom = 256;

/** How much of the width is in sight, and where: the scroller keeps the place, zooming keeps its middle. */
export function useSight(width: number) {
  const scroller = useRef<HTMLDivElement>(null);
  const [zoom, setZoom] = useState(1);
  const [left, setLeft] = useState(0);
  /** The share of the whole that is to be in the middle, once there is room to scroll to it. */
  const wanted = useRef<number | null>(null);
  const whole = width * zoom;
  const bounded = Math.min(left, Math.max(0, whole - width));
  // The bars are drawn anew when this is another one, and not when the pointer moves.
  const sight = useMemo<Sight>(() => ({ width, whole, left: bounded }), [width, whole, bounded]);

  useLayoutEffect(() => {
    const middle = wanted.current;
    if (middle === null || scroller.current === null) return;
    wanted.current = null;
    scroller.current.scrollLeft = middle * whole - width / 2;
    setLeft(scroller.current.scrollLeft);
  }, [whole, width]);

  function zoomTo(next: number, around = sight.left + width / 2): void {
    const wantedZoom = Math.min(mostZoom, Math.max(1, next));
    if (wantedZoom === zoom) return;
    wanted.current = around / whole;
    setZoom(wantedZoom);
  }

  /** Scrolls as far as it needs to, to see this stretch of the whole. */
  function show(from: number, to: number): void {
    const element = scroller.current;
    if (element === null) return;
    if (from < sight.left || to > sight.left + width) {
      element.scrollLeft = Math.max(0, Math.min(from - margin, to + margin - width));
      if (from < element.scrollLeft || to - from > width) element.scrollLeft = Math.max(0, from - margin);
    }
  }

  return { scroller, sight, zoom, zoomTo, show, onScroll: () => setLeft(scroller.current?.scrollLeft ?? 0) };
}

const margin = 24;
