import { useLayoutEffect, useMemo, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';

/** Each row of the table is this high, as its style says. */
export const lineHeight = 28;
/** The rows in sight change in steps, so that a small movement draws nothing. */
const step = 4;
/** So many rows are drawn above and below those in sight. */
const around = 12;

interface Span {
  readonly from: number;
  /** The first row that is not drawn. */
  readonly to: number;
}

/** The part of the table that is drawn: its rows, and the empty room of those that are not. */
export type LinePart =
  | { readonly kind: 'row'; readonly row: number }
  | { readonly kind: 'room'; readonly key: string; readonly height: number };

interface Parts {
  readonly body: RefObject<HTMLTableSectionElement | null>;
  /** How many rows there are. */
  readonly rows: number;
  /** The row that has the keyboard focus, which is drawn wherever it is; -1 for none. */
  readonly focused: number;
}

/** Lists the rows that are in sight or near it, because five hundred of them would delay each key. */
export function useLinesInSight({ body, rows, focused }: Parts): readonly LinePart[] {
  const [span, setSpan] = useState<Span>(first);

  useLayoutEffect(() => {
    const element = body.current;
    // The pane that scrolls has the section with the table in it.
    const pane = element?.closest('section')?.parentElement;
    if (!element || !pane) return undefined;
    let shown: Span | undefined;
    const follow = (): void => {
      const next = findSpan(element, pane);
      if (shown?.from === next.from && shown.to === next.to) return;
      shown = next;
      // Otherwise the new rows would be drawn one frame later than they come into sight.
      flushSync(() => setSpan(next));
    };
    pane.addEventListener('scroll', follow, { passive: true });
    // The details of a field above the table move it without a scroll. The first report comes before the next frame.
    const sizes = new ResizeObserver(follow);
    sizes.observe(pane);
    for (const part of pane.children) sizes.observe(part);
    return () => {
      pane.removeEventListener('scroll', follow);
      sizes.disconnect();
    };
  }, [body]);

  return useMemo(() => layOut(rows, span, focused), [rows, span, focused]);
}

const first: Span = { from: 0, to: 20 };

function findSpan(body: HTMLElement, pane: HTMLElement): Span {
  const above = pane.getBoundingClientRect().top - body.getBoundingClientRect().top;
  const from = Math.floor(above / lineHeight / step) * step - around;
  const inSight = Math.ceil(pane.clientHeight / lineHeight / step) * step + step;
  return { from: Math.max(0, from), to: Math.max(0, from + inSight + 2 * around) };
}

/** Puts the rows and the room between them in their order. */
export function layOut(rows: number, span: Span, focused: number): readonly LinePart[] {
  const from = Math.min(span.from, rows);
  const to = Math.min(span.to, rows);
  const drawn = Array.from({ length: to - from }, (_, at) => from + at);
  const isApart = focused >= 0 && focused < rows && (focused < from || focused >= to);
  if (isApart && focused < from) drawn.unshift(focused);
  else if (isApart) drawn.push(focused);
  const parts: LinePart[] = [];
  let next = 0;
  const leaveRoom = (until: number): void => {
    if (until > next) parts.push({ kind: 'room', key: `room ${next}`, height: (until - next) * lineHeight });
  };
  for (const row of drawn) {
    leaveRoom(row);
    parts.push({ kind: 'row', row });
    next = row + 1;
  }
  leaveRoom(rows);
  return parts;
}
