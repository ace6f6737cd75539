import { useMemo, useState, type ReactNode } from 'react';
import { downloadText } from '#renderer/contract/copy-and-download.ts';
import { documentKey } from '#renderer/contract/changes-provider.tsx';
import { describeThrottling } from '#renderer/contract/failure-text.ts';
import { useKept } from '#renderer/contract/use-kept.ts';
import { useCopyAndTell } from '#renderer/ui/copy-button.tsx';
import { columnText, type DataColumn } from '#renderer/ui/data-table/data-column.ts';
import { DataTable } from '#renderer/ui/data-table/data-table.tsx';
import type { QueueRow } from '#shared/contract/review.ts';
import { csvText } from '#shared/domain/exported-file.ts';
import { messages } from '../messages.ts';
import { makeQueueColumns, listUsualColumns } from './queue-columns.tsx';
import { formatDocumentName, describeEnd } from './queue-messages.ts';
import { listTurnIds, findTurn } from './queue-rows.ts';
import { useNames, type People } from './use-people.ts';
import type { ReviewQueue } from './use-review-queue.ts';

interface QueueTableProps {
  readonly queue: ReviewQueue;
  /** The rows in the order of the list. */
  readonly rows: readonly QueueRow[];
  readonly tenant: string | null;
  /** With filters a page holds few of the rows that were read for it, so the user asks for the next page. */
  readonly isFiltered: boolean;
  readonly people: People;
  readonly dueHours: number;
  readonly now: number;
  /** The row that Enter opens before the user has moved. */
  readonly first: string | null;
  readonly head: ReactNode;
  readonly empty: ReactNode;
  readonly error: ReactNode;
  readonly onOpen: (row: QueueRow) => void;
}

export function QueueTable(props: QueueTableProps) {
  const { queue, rows, tenant, people, dueHours, now, first, onOpen } = props;
  const copyId = useCopyAndTell();
  const [filter, setFilter] = useKept(['review', 'filter'], '');
  const [columnsShown, setColumnsShown] = useKept<readonly string[] | null>(['review', 'columns'], null);
  const [active, setActive] = useState<string | null>(null);
  const me = people.me?.id ?? null;
  const nameOf = useNames(
    rows.map((row) => ({ tenantId: row.tenantId, ids: listTurnIds(findTurn(row, me, now)) })),
  );
  const columns = useMemo(() => makeQueueColumns({ me, nameOf, dueHours, now }), [me, nameOf, dueHours, now]);
  const readsOn = queue.hasMore && queue.failure === undefined && !props.isFiltered && filter === '';

  return (
    <DataTable
      label={messages.queue.table}
      columns={columns}
      rows={rows}
      rowId={documentKey}
      rowName={formatDocumentName}
      head={props.head}
      filter={filter}
      onFilterChange={(next) => setFilter(() => next)}
      visibleColumns={columnsShown ?? listUsualColumns(tenant !== null)}
      onVisibleColumnsChange={(next) => setColumnsShown(() => next)}
      activeId={rows.some((row) => documentKey(row) === active) ? active : first}
      onActiveChange={setActive}
      onOpen={onOpen}
      onCopyId={(key) => copyId(rows.find((row) => documentKey(row) === key)?.documentId ?? key)}
      onExport={(shown, shownRows) =>
        downloadText({
          fileName: formatFileName(tenant),
          mediaType: 'text/csv',
          text: toQueueCsv(shown, shownRows),
        })
      }
      loading={queue.isReading}
      error={rows.length === 0 ? props.error : undefined}
      empty={props.empty}
      end={{
        note:
          describeEnd(rows.length, queue.said?.read ?? rows.length, queue.hasMore) +
          describeThrottling(queue.said?.throttled ?? 0),
        onMore: queue.hasMore ? queue.readMore : undefined,
        loading: queue.isReading,
      }}
      onReachEnd={readsOn ? queue.readMore : undefined}
      resizable
      primary
    />
  );
}

/** Writes the shown columns and rows in the shown order. Timestamps are written in full and not as an age. */
function toQueueCsv(columns: readonly DataColumn<QueueRow>[], rows: readonly QueueRow[]): string {
  return csvText([
    columns.map(({ title }) => title),
    ...rows.map((row) => columns.map((column) => formatCell(column, row))),
  ]);
}

function formatCell(column: DataColumn<QueueRow>, row: QueueRow): string {
  if (column.id !== 'waiting' && column.id !== 'due') return columnText(column, row);
  const at = column.value(row);
  return typeof at === 'number' ? new Date(at).toISOString() : '';
}

/** Formats "review queue northwind.csv". */
function formatFileName(tenant: string | null): string {
  return `review queue ${tenant ?? 'all tenants'}.csv`.replaceAll(/[^\w .-]/g, '_');
}
