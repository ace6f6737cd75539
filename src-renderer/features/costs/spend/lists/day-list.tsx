import { useMemo, useState } from 'react';
import { useKept } from '#renderer/contract/use-kept.ts';
import type { TableSort } from '#renderer/ui/data-table/data-column.ts';
import { DataTable } from '#renderer/ui/data-table/data-table.tsx';
import { saveDays } from '../../export/save-csv.ts';
import { dayColumns, usualDayColumns } from './day-columns.tsx';
import type { ListProps } from './list-props.ts';

/** What the chart draws, as rows; the newest first until somebody sorts it otherwise. */
export function DayList({ costs, spending, book, address, go, head }: ListProps) {
  const [sort, setSort] = useState<TableSort | null>({ column: 'day', direction: 'desc' });
  const [shown, setShown] = useKept<readonly string[] | null>(['costs', 'columns', 'days'], null);
  const rows = useMemo(() => spending.days.toReversed(), [spending.days]);
  return (
    <DataTable
      label="What each day cost"
      columns={dayColumns}
      rows={rows}
      rowId={({ day }) => day}
      head={head}
      sort={sort}
      onSortChange={setSort}
      visibleColumns={shown ?? usualDayColumns}
      onVisibleColumnsChange={(next) => setShown(() => next)}
      opensOnClick
      onOpen={({ day }) => go({ list: 'batches', day })}
      onExport={(_columns, shownRows) => saveDays(shownRows, { costs, book, tenant: address.tenant })}
      primary
    />
  );
}
