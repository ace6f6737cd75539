import { useEffect, useEffectEvent, useMemo, useState, type ReactNode } from 'react';
import { documentKey } from '#renderer/contract/changes-provider.tsx';
import { downloadText } from '#renderer/contract/copy-and-download.ts';
import { describeThrottling } from '#renderer/contract/failure-text.ts';
import { useNames as useScreenNames } from '#renderer/contract/names.tsx';
import { useKept } from '#renderer/contract/use-kept.ts';
import { useCopyAndTell } from '#renderer/ui/copy-button.tsx';
import { columnText, type DataColumn } from '#renderer/ui/data-table/data-column.ts';
import { DataTable } from '#renderer/ui/data-table/data-table.tsx';
import { SkeletonBar } from '#renderer/ui/skeleton.tsx';
import { StatusGlyph } from '#renderer/ui/status.tsx';
import { VisuallyHidden } from '#renderer/ui/visually-hidden.tsx';
import type { QueuePage, QueueRow } from '#shared/contract/review.ts';
import { csvText } from '#shared/domain/exported-file.ts';
import { grouped } from '#shared/domain/formatting.ts';
import type { GoReview, ReviewAddress } from '../address.ts';
import type { DeskRow } from '../desk/flow/flow-state.ts';
import { messages } from '../messages.ts';
import { ApproveMatching, ApproveSelected, PostponeSelected, usePostponeRows } from './queue-actions.tsx';
import { makeQueueColumns, listUsualColumns } from './queue-columns.tsx';
import { QueueFilters } from './queue-filters.tsx';
import {
  isFiltered,
  noFilters,
  formatDocumentName,
  describeEnd,
  describeSorted,
  describeUnreadAmounts,
  describeWithoutAmount,
} from './queue-messages.ts';
import { QueueEmpty, QueueFailure, QueueNotes } from './queue-notes.tsx';
import {
  bucketLooks,
  toQueueSort,
  usualSort,
  sortQueue,
  parseMoment,
  type BucketName,
  findActiveRow,
  listTurnIds,
  findTurn,
} from './queue-rows.ts';
import styles from './queue.module.css';
import { ReviewersNow } from './reviewers-now.tsx';
import { type People, useNames } from './use-people.ts';
import type { ReviewQueue } from './use-review-queue.ts';
import { useShownAmounts } from './use-shown-amounts.ts';

interface QueueViewProps {
  readonly queue: ReviewQueue;
  /** The rows for the desk, in their order. */
  readonly toDo: readonly DeskRow[];
  readonly address: ReviewAddress;
  readonly go: GoReview;
  readonly people: People;
  /** Rounded to half a minute. */
  readonly now: number;
}

/** Lists the waiting documents, starting with those assigned to this user and the longest waiting. */
export function QueueView({ queue, toDo, address, go, people, now }: QueueViewProps) {
  const me = people.me?.id ?? null;
  const rows = useMemo(() => sortQueue(queue.rows, me, now), [queue.rows, me, now]);
  const first = toDo[0];
  const filtered = isFiltered(address);
  useReadOnReturn(queue);

  return (
    <div className={styles.queue}>
      <QueueNotes queue={queue} whyReadOnly={people.whyReadOnly} />
      <div className={styles.band}>
        <QueueFigures buckets={queue.said?.buckets} isReading={queue.isReading} isFiltered={filtered} />
        <ReviewersNow tenantId={address.tenant} rows={queue.rows} said={queue.said} me={me} now={now} />
      </div>
      <div className={styles.grid}>
        <QueueTable
          queue={queue}
          rows={rows}
          tenant={address.tenant}
          sort={address.sort}
          onSort={(sort) => go({ sort }, 'replace')}
          isFiltered={filtered}
          people={people}
          now={now}
          first={first === undefined ? null : documentKey(first)}
          head={
            <>
              <QueueFilters address={address} go={go} rows={queue.rows} />
              <ApproveMatching address={address} people={people} />
            </>
          }
          empty={
            queue.said === undefined ? null : (
              <QueueEmpty queue={queue} isFiltered={filtered} onClear={() => go(noFilters, 'replace')} />
            )
          }
          error={
            queue.failure === undefined ? undefined : (
              <QueueFailure
                failure={queue.failure}
                title={messages.queue.notRead}
                onRetry={queue.readAgain}
                isRetrying={queue.isReading}
              />
            )
          }
          onOpen={(row) => go({ document: toKey(row) })}
        />
      </div>
    </div>
  );
}

function toKey({ tenantId, projectId, batchId, documentId }: QueueRow) {
  return { tenantId, projectId, batchId, documentId };
}

type Bucket = QueuePage['buckets'][BucketName];

interface QueueFiguresProps {
  /** Undefined before the first page. */
  readonly buckets: QueuePage['buckets'] | undefined;
  readonly isReading: boolean;
  /** If true, the counts cover only the filtered documents. */
  readonly isFiltered: boolean;
}

/** Shows how many documents are due when. A count that is a minimum is marked, and the mark is explained once. */
function QueueFigures({ buckets, isReading, isFiltered: isNarrowed }: QueueFiguresProps) {
  const isOpen = buckets !== undefined && bucketLooks.some(({ name }) => !buckets[name].exact);
  const hints = [
    ...(isOpen ? [messages.queue.countedSoFar] : []),
    ...(isNarrowed ? [messages.queue.withFilters] : []),
  ];
  return (
    <ul className={styles.figures} aria-label={messages.queue.byDueTime}>
      {bucketLooks.map(({ name, words, aloud, glyph }) => {
        const bucket = buckets?.[name];
        return (
          <li
            key={name}
            className={styles.figure}
            data-bucket={name}
            data-none={bucket?.count === 0 || undefined}
          >
            <StatusGlyph glyph={glyph} />
            {bucket === undefined && isReading ? (
              <span className={styles.number}>
                <SkeletonBar width="24px" />
              </span>
            ) : (
              <Count bucket={bucket} />
            )}
            <span aria-hidden>{words}</span>
            <VisuallyHidden>{aloud}</VisuallyHidden>
          </li>
        );
      })}
      {hints.length === 0 ? null : <li className={styles.kind}>{hints.join(', ')}</li>}
    </ul>
  );
}

/** An unread bucket shows no figure, because a zero would look like a count. */
function Count({ bucket }: { readonly bucket: Bucket | undefined }) {
  if (bucket === undefined || (bucket.count === 0 && !bucket.exact)) {
    return (
      <span className={styles.none}>
        <span aria-hidden>–</span>
        <VisuallyHidden>{messages.queue.notCounted}</VisuallyHidden>
      </span>
    );
  }
  return (
    <b className={styles.number}>
      {bucket.exact ? null : <VisuallyHidden>{messages.queue.atLeast}</VisuallyHidden>}
      {grouped(bucket.count)}
      {bucket.exact ? null : (
        <span className={styles.more} aria-hidden>
          +
        </span>
      )}
    </b>
  );
}

/** Refreshes the list when the user returns to it, at most once a minute. */
function useReadOnReturn({ readAt, isReading, readAgain }: ReviewQueue): void {
  const refresh = useEffectEvent(() => {
    const at = parseMoment(readAt);
    if (at === null || isReading || document.hidden || Date.now() - at < oldMs) return;
    readAgain();
  });
  useEffect(() => refresh(), []);
}

const oldMs = 60_000;

interface QueueTableProps {
  readonly queue: ReviewQueue;
  /** The rows in the order of the list. */
  readonly rows: readonly QueueRow[];
  readonly tenant: string | null;
  /** Null: the longest waiting first. */
  readonly sort: ReviewAddress['sort'];
  readonly onSort: (sort: ReviewAddress['sort']) => void;
  /** With filters a page holds few of the rows that were read for it, so the user asks for the next page. */
  readonly isFiltered: boolean;
  readonly people: People;
  readonly now: number;
  /** The row that Enter opens before the user has moved. */
  readonly first: string | null;
  readonly head: ReactNode;
  readonly empty: ReactNode;
  readonly error: ReactNode;
  readonly onOpen: (row: QueueRow) => void;
}

function QueueTable(props: QueueTableProps) {
  const { queue, rows, tenant, sort, onSort, people, now, first, onOpen } = props;
  const copyId = useCopyAndTell();
  const [filter, setFilter] = useKept(['review', 'filter'], '');
  const [columnsShown, setColumnsShown] = useKept<readonly string[] | null>(['review', 'columns'], null);
  const [active, setActive] = useState<string | null>(null);
  const [chosen, select] = useState<ReadonlySet<string>>(new Set());
  // A document that left the list is selected no more.
  const selectedRows = rows.filter((row) => chosen.has(documentKey(row)));
  const selected = new Set(selectedRows.map(documentKey));
  const me = people.me?.id ?? null;
  const nameOf = useNames(
    rows.map((row) => ({ tenantId: row.tenantId, ids: listTurnIds(findTurn(row, me, now)) })),
  );
  const names = useScreenNames();
  const shownColumns = columnsShown ?? listUsualColumns(tenant !== null);
  const isShown = shownColumns.includes('amount');
  const { amounts, failure } = useShownAmounts({ rows, isShown, readAt: queue.readAt });
  const columns = useMemo(
    () => makeQueueColumns({ me, nameOf, names, amounts, now }),
    [me, nameOf, names, amounts, now],
  );
  const activeRow = findActiveRow({ columns, rows, filter, visibleColumns: shownColumns }, active, first);
  const activeRows = activeRow === null ? [] : [activeRow];
  const postponing = usePostponeRows(selectedRows.length > 0 ? selectedRows : activeRows);
  const readsOn = queue.hasMore && queue.failure === undefined && !props.isFiltered && filter === '';

  return (
    <DataTable
      label={messages.queue.table}
      columns={columns}
      rows={rows}
      rowId={documentKey}
      rowName={formatDocumentName}
      head={
        <>
          {props.head}
          {postponing.dialog}
        </>
      }
      filter={filter}
      onFilterChange={(next) => setFilter(() => next)}
      sort={sort === null ? usualSort : { column: sort.by, direction: sort.direction }}
      onSortChange={(next) => onSort(toQueueSort(next))}
      isSorted
      visibleColumns={shownColumns}
      onVisibleColumnsChange={(next) => setColumnsShown(() => next)}
      selected={selected}
      onSelectedChange={select}
      selectionActions={
        <>
          <ApproveSelected rows={selectedRows} people={people} />
          <PostponeSelected onAsk={postponing.ask} />
        </>
      }
      activeId={activeRow && documentKey(activeRow)}
      onActiveChange={setActive}
      onOpen={onOpen}
      onCopyId={(key) => copyId(rows.find((row) => documentKey(row) === key)?.documentId ?? key)}
      onExport={(exported, exportedRows) =>
        downloadText({
          fileName: formatFileName(tenant),
          mediaType: 'text/csv',
          text: toQueueCsv(exported, exportedRows),
        })
      }
      loading={queue.isReading}
      error={rows.length === 0 ? props.error : undefined}
      empty={props.empty}
      end={{
        note:
          describeEnd(rows.length, queue.said?.read ?? rows.length, queue.hasMore) +
          describeWithoutAmount(queue.said) +
          describeUnreadAmounts(failure) +
          describeSorted(queue.said) +
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
