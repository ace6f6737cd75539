import { useState, type ReactNode } from 'react';
import type { MessageRow } from '#shared/contract/dead-letters.ts';
import { Button } from '#renderer/ui/button.tsx';
import { useCopyIds } from '#renderer/ui/copy-button.tsx';
import type { DataColumn, TableSort } from '#renderer/ui/data-table/data-column.ts';
import { DataTable } from '#renderer/ui/data-table/data-table.tsx';
import type { Selection } from '#renderer/ui/data-table/use-row-selection.ts';
import { useShownRows } from '#renderer/ui/data-table/use-shown-rows.ts';
import { messages } from '../messages.ts';
import { shortenId, formatSubject } from './message-columns.tsx';
import styles from './sample.module.css';
import { describeSelection } from './sample-text.ts';

interface MessagesTableProps {
  readonly rows: readonly MessageRow[];
  readonly columns: readonly DataColumn<MessageRow>[];
  readonly visibleColumns: readonly string[];
  readonly onVisibleColumns: (columns: readonly string[]) => void;
  readonly order: ShownOrder;
  /** "26 of about 27" */
  readonly hint: string;
  readonly sampleButton: ReactNode;
  readonly selected: Selection;
  readonly onSelect: (selected: Selection) => void;
  readonly active: string | null;
  readonly onActive: (messageId: string) => void;
  readonly onOpen: (messageId: string) => void;
  readonly onExport: (messageIds: readonly string[]) => void;
  readonly isTaking: boolean;
  readonly empty: ReactNode;
}

/** Shows the sampled messages. The selection outlives changes of group and filter. */
export function MessagesTable(props: MessagesTableProps) {
  const { order, selected, onSelect, onOpen } = props;
  const copyIds = useCopyIds('message ids');
  return (
    <section className={styles.grid} aria-label={messages.sample.table}>
      <DataTable
        label={messages.sample.table}
        primary
        opensOnClick
        resizable
        columns={props.columns}
        rows={props.rows}
        rowId={getMessageId}
        rowName={getRowName}
        head={
          <span className={styles.head}>
            <h3 className={styles.title}>{messages.sample.table}</h3>
            <span className={styles.hint}>{props.hint}</span>
            {props.sampleButton}
          </span>
        }
        sort={order.sort}
        onSortChange={order.setSort}
        filter={order.filter}
        onFilterChange={order.setFilter}
        visibleColumns={props.visibleColumns}
        onVisibleColumnsChange={props.onVisibleColumns}
        selected={selected}
        onSelectedChange={onSelect}
        selectionWords={({ loaded, hidden, notLoaded }) =>
          describeSelection(loaded + notLoaded, hidden, notLoaded)
        }
        selectionActions={
          <Button size="sm" variant="ghost" icon="copy" onClick={() => copyIds([...selected])}>
            {messages.sample.copyIds}
          </Button>
        }
        activeId={props.active}
        onActiveChange={props.onActive}
        onOpen={(row) => onOpen(row.messageId)}
        onCopyId={(messageId) => copyIds([messageId])}
        onExport={(_, rows) => props.onExport(rows.map(getMessageId))}
        loading={props.isTaking}
        empty={props.empty}
      />
    </section>
  );
}

function getRowName(row: MessageRow): string {
  return `${shortenId(row.messageId)}, ${formatSubject(row)}`;
}

interface Table {
  readonly columns: readonly DataColumn<MessageRow>[];
  readonly rows: readonly MessageRow[];
  readonly visibleColumns: readonly string[];
}

interface ShownOrder {
  readonly sort: TableSort | null;
  readonly setSort: (sort: TableSort | null) => void;
  readonly filter: string;
  readonly setFilter: (filter: string) => void;
  /** The ids in the order of the table, so that the next message is the one below. */
  readonly ids: readonly string[];
}

/** The message that expires first comes first, until the person sorts by another column. */
export function useShownOrder(table: Table): ShownOrder {
  const [sort, setSort] = useState<TableSort | null>({ column: 'expires', direction: 'asc' });
  const [filter, setFilter] = useState('');
  const { ids } = useShownRows({ ...table, rowId: getMessageId, sort, filter });
  return { sort, setSort, filter, setFilter, ids };
}

export function getMessageId({ messageId }: MessageRow): string {
  return messageId;
}
