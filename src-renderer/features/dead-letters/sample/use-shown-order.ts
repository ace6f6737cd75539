import { useState } from 'react';
import type { MessageRow } from '#shared/contract/dead-letters/messages.ts';
import type { DataColumn, TableSort } from '#renderer/ui/data-table/data-column.ts';
import { useShownRows } from '#renderer/ui/data-table/use-shown-rows.ts';

interface Table {
  readonly columns: readonly DataColumn<MessageRow>[];
  readonly rows: readonly MessageRow[];
  readonly visibleColumns: readonly string[];
}

export interface ShownOrder {
  readonly sort: TableSort | null;
  readonly setSort: (sort: TableSort | null) => void;
  readonly filter: string;
  readonly setFilter: (filter: string) => void;
  /** As they stand in the table: the next message is the one below. */
  readonly ids: readonly string[];
}

/** What goes first for good stands first, until somebody sorts otherwise. */
export function useShownOrder(table: Table): ShownOrder {
  const [sort, setSort] = useState<TableSort | null>({ column: 'expires', direction: 'asc' });
  const [filter, setFilter] = useState('');
  const { ids } = useShownRows({ ...table, rowId: idOf, sort, filter });
  return { sort, setSort, filter, setFilter, ids };
}

export function idOf({ messageId }: MessageRow): string {
  return messageId;
}
