import { useEffect, useEffectEvent, useState } from 'react';
import { moveRow, scrollToReveal } from '../data-table/row-movement.ts';
import type { RowMove } from '../data-table/row-movement.ts';

export interface ListCursor {
  /** -1 when no row is active, or the active one is not among the rows. */
  readonly index: number;
  readonly activate: (index: number) => void;
  readonly move: (move: RowMove) => void;
}

interface Parts {
  readonly ids: readonly string[];
  readonly openId: string | null;
  readonly scroller: HTMLElement | null;
  readonly rowHeight: number;
}

/** The one active row. It follows its id, and goes to the row that is opened from elsewhere. */
export function useListCursor({ ids, openId, scroller, rowHeight }: Parts): ListCursor {
  const [activeId, setActiveId] = useState(openId);
  const [openBefore, setOpenBefore] = useState(openId);
  if (openId !== openBefore) {
    setOpenBefore(openId);
    if (openId !== null) setActiveId(openId);
  }
  const index = activeId === null ? -1 : ids.indexOf(activeId);

  function activate(next: number): void {
    const id = ids[next];
    if (id !== undefined) setActiveId(id);
  }

  const revealRow = (row: number): void => reveal(scroller, row, { count: ids.length, rowHeight });
  const revealOpen = useEffectEvent((id: string) => revealRow(ids.indexOf(id)));
  useEffect(() => {
    if (scroller !== null && openId !== null) revealOpen(openId);
  }, [scroller, openId]);

  return {
    index,
    activate,
    move: (way) => {
      const page = Math.max(1, Math.floor((scroller?.clientHeight ?? 0) / rowHeight) - 1);
      const next = moveRow(way, index, ids.length, page);
      activate(next);
      revealRow(next);
    },
  };
}

function reveal(
  scroller: HTMLElement | null,
  row: number,
  { count, rowHeight }: { readonly count: number; readonly rowHeight: number },
): void {
  if (scroller === null || row < 0) return;
  const { scrollTop, clientHeight: height } = scroller;
  // After the last row comes what is said of the next page.
  const top =
    row === count - 1 ? scroller.scrollHeight : scrollToReveal(row, { scrollTop, height, rowHeight });
  if (top !== undefined) scroller.scrollTop = top;
}
