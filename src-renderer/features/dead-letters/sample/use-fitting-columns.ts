import { useMemo } from 'react';
import { useKept } from '#renderer/contract/use-kept.ts';
import { useWidth } from '#renderer/ui/use-width.ts';
import { columnsFor } from './message-columns.tsx';

/** The columns that somebody has chosen; before that, those for which there is room. */
export function useFittingColumns() {
  const [measure, width] = useWidth();
  const [chosen, choose] = useKept<readonly string[] | null>(columnsKey, null);
  const fitting = width === null ? 0 : Math.floor(width / 20) * 20;
  const visibleColumns = useMemo(() => chosen ?? columnsFor(fitting), [chosen, fitting]);
  return {
    measure,
    isNarrow: width !== null && width < narrow,
    visibleColumns,
    chooseColumns: (ids: readonly string[]) => choose(() => ids),
  };
}

const columnsKey = ['dead-letters.columns'];
/** Below it the bar of the table has no room for more than its own tools. */
const narrow = 600;
