import { useCallback, useMemo } from 'react';
import { moveRow, scrollToReveal, type RowMove } from './row-movement.ts';
import { headHeight, rowHeight } from './table-row.tsx';
import { useControllable } from './use-controllable.ts';

export interface RowCursor {
  /** -1 when no row is active, or the active one is not among those shown. */
  readonly index: number;
  readonly activate: (index: number) => void;
  readonly move: (move: RowMove) => void;
}

/** The one active row. It follows its id, so sorting and new pages do not move it to another row. */
export function useRowCursor(
  ids: readonly string[],
  scroller: HTMLElement | null,
  controlled: string | null | undefined,
  onChange: ((id: string) => void) | undefined,
): RowCursor {
  const [activeId, setActiveId] = useControllable<string | null, string>(controlled, onChange, null);
  const index = useMemo(() => (activeId === null ? -1 : ids.indexOf(activeId)), [ids, activeId]);
  const activate = useCallback(
    (next: number) => {
      const id = ids[next];
      if (id !== undefined && next !== index) setActiveId(id);
    },
    [ids, index, setActiveId],
  );
  const move = useCallback(
    (way: RowMove) => {
      const height = (scroller?.clientHeight ?? 0) - headHeight;
      const page = Math.max(1, Math.floor(height / rowHeight) - 1);
      const next = moveRow(way, index, ids.length, page);
      activate(next);
      if (next >= 0) reveal(scroller, next, next === ids.length - 1);
    },
    [activate, ids.length, index, scroller],
  );
  return { index, activate, move };
}

function reveal(scroller: HTMLElement | null, index: number, last: boolean): void {
  if (scroller === null) return;
  const { scrollTop, clientHeight } = scroller;
  // After the last row comes what the next page would cost.
  const next = last
    ? scroller.scrollHeight
    : scrollToReveal(index, { scrollTop, height: clientHeight - headHeight, rowHeight });
  if (next !== undefined) scroller.scrollTop = next;
}
