export type RowMove = 'next' | 'previous' | 'first' | 'last' | 'page-down' | 'page-up';

/** Where the active row goes; with none yet, any move lands on the first or the last row. */
export function moveRow(move: RowMove, from: number, count: number, page: number): number {
  if (count === 0) return -1;
  if (move === 'first') return 0;
  if (move === 'last') return count - 1;
  if (from < 0) return move === 'previous' || move === 'page-up' ? count - 1 : 0;
  const step = { next: 1, previous: -1, 'page-down': page, 'page-up': -page }[move];
  return Math.min(count - 1, Math.max(0, from + step));
}

export interface RowViewport {
  readonly scrollTop: number;
  /** Height that shows rows: the scroller without its sticky head. */
  readonly height: number;
  readonly rowHeight: number;
}

/** The smallest scroll that shows the whole row, or undefined when it is in view already. */
export function scrollToReveal(index: number, viewport: RowViewport): number | undefined {
  const top = index * viewport.rowHeight;
  const bottom = top + viewport.rowHeight;
  if (top < viewport.scrollTop) return top;
  if (bottom > viewport.scrollTop + viewport.height) return bottom - viewport.height;
  return undefined;
}
