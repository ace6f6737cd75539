import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { toFailure } from '#renderer/contract/failure-text.ts';
import { operationOptions, pagedOptions } from '#renderer/contract/operation-options.ts';
import { IconButton } from '#renderer/ui/button.tsx';
import type { DataColumn } from '#renderer/ui/data-table/data-column.ts';
import { DataTable } from '#renderer/ui/data-table/data-table.tsx';
import { KeyValueList } from '#renderer/ui/key-value-list.tsx';
import { Note } from '#renderer/ui/note.tsx';
import { PaneHead } from '#renderer/ui/pane.tsx';
import { Select } from '#renderer/ui/select.tsx';
import { SkeletonRows } from '#renderer/ui/skeleton.tsx';
import { EmptyState } from '#renderer/ui/states.tsx';
import { useShowReceipt } from '#renderer/ui/view-receipts.tsx';
import { childStatuses, type ChildExecution, type MapRun } from '#shared/contract/executions.ts';
import { grouped } from '#shared/domain/formatting.ts';
import { PartFailure } from '../parts/part-failure.tsx';
import { formatDuration } from './iteration-text.ts';
import styles from './timeline.module.css';
import { messages } from '../messages.ts';

interface MapRunPartProps {
  readonly run: { readonly batchId: string; readonly run: number };
  readonly isLive: boolean;
  readonly onReadAgain: () => void;
  readonly onOpenDocument: (documentId: string) => void;
}

/** Shows a large batch: the history of its run has no events of the documents, since each is an execution of its own. */
export function MapRunPart({ run, isLive, onReadAgain, onOpenDocument }: MapRunPartProps) {
  const query = useQuery({
    ...operationOptions('executions.mapRun', run),
    refetchInterval: isLive ? readAgainMs : false,
  });
  const [chosen, setChosen] = useState<ListedStatus | null>(null);
  const mapRun = query.data?.value.mapRun;
  useShowReceipt('map-run', query.data?.receipt);
  const status = chosen ?? (mapRun ? pickStatus(mapRun) : null);
  return (
    <>
      <PaneHead
        level={3}
        title={messages.mapRun.title}
        hint={mapRun ? describeSize(mapRun) : undefined}
        actions={
          isLive ? (
            <IconButton
              size="sm"
              icon="refresh"
              label={messages.timeline.readAgain}
              disabled={query.isRefetching}
              onClick={() => {
                void query.refetch();
                onReadAgain();
              }}
            />
          ) : undefined
        }
      />
      {query.error !== null ? (
        <PartFailure
          failure={toFailure(query.error)}
          title={messages.mapRun.notRead}
          notDone={messages.timeline.nothingChanged}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      ) : mapRun === undefined ? (
        <SkeletonRows rows={4} label={messages.mapRun.loading} />
      ) : mapRun === null || status === null ? (
        <p className={styles.none}>{messages.mapRun.gone}</p>
      ) : (
        <>
          <MapRunCounts mapRun={mapRun} />
          <div className={styles.children}>
            <Select
              label={messages.mapRun.executions}
              labelHidden
              size="sm"
              className={styles.childStatus}
              value={status}
              onChange={setChosen}
              options={childStatuses.map((value) => ({
                value,
                label: statusTitles[value],
                hint: grouped(countStatus(mapRun, value)),
              }))}
            />
          </div>
          <Children
            key={status}
            run={run}
            status={status}
            counted={countStatus(mapRun, status)}
            onOpenDocument={onOpenDocument}
          />
        </>
      )}
    </>
  );
}

const readAgainMs = 10_000;

type ListedStatus = (typeof childStatuses)[number];

const statusTitles: Readonly<Record<ListedStatus, string>> = {
  FAILED: 'Failed',
  TIMED_OUT: 'Timed out',
  ABORTED: 'Aborted',
  RUNNING: 'Running',
  SUCCEEDED: 'Succeeded',
};

function countStatus(mapRun: MapRun, status: ListedStatus): number {
  switch (status) {
    case 'FAILED':
      return mapRun.failed;
    case 'TIMED_OUT':
      return mapRun.timedOut;
    case 'ABORTED':
      return mapRun.aborted;
    case 'RUNNING':
      return mapRun.running;
    default:
      return mapRun.succeeded;
  }
}

/** Executions that went wrong come first. */
function pickStatus(mapRun: MapRun): ListedStatus {
  return childStatuses.find((status) => countStatus(mapRun, status) > 0) ?? 'RUNNING';
}

function describeSize({ total, maxConcurrency }: MapRun): string {
  return messages.mapRun.size(grouped(total), maxConcurrency === 0 ? null : grouped(maxConcurrency));
}

function MapRunCounts({ mapRun }: { readonly mapRun: MapRun }) {
  const { status, total, toleratedFailureCount, toleratedFailurePercentage, redriveCount } = mapRun;
  const tolerated = Math.max(
    Math.min(toleratedFailureCount, total),
    Math.floor((total * toleratedFailurePercentage) / 100),
  );
  const counts = [
    { label: 'Pending', count: mapRun.pending },
    ...childStatuses.map((value) => ({ label: statusTitles[value], count: countStatus(mapRun, value) })),
  ].filter(({ count }) => count > 0);
  const hasCaught = mapRun.succeeded > 0;
  return (
    <div className={styles.mapRun}>
      <KeyValueList
        items={[
          { label: messages.mapRun.status, value: status },
          ...counts.map(({ label, count }) => ({ label, value: grouped(count) })),
          ...(tolerated < total ? [{ label: messages.mapRun.tolerated, value: grouped(tolerated) }] : []),
          ...(redriveCount > 0 ? [{ label: messages.mapRun.redriven, value: grouped(redriveCount) }] : []),
        ]}
      />
      {hasCaught ? <p className={styles.childHint}>{messages.mapRun.caught}</p> : null}
    </div>
  );
}

interface ChildrenProps {
  readonly run: MapRunPartProps['run'];
  readonly status: ListedStatus;
  /** The number that the Map Run counts. */
  readonly counted: number;
  readonly onOpenDocument: (documentId: string) => void;
}

/** Lists a few child executions, since the document of each is read by a call of its own. */
function Children({ run, status, counted, onOpenDocument }: ChildrenProps) {
  const query = useInfiniteQuery(pagedOptions('executions.children', { ...run, status }));
  const [nameless, setNameless] = useState<string | null>(null);
  useShowReceipt(
    'children',
    query.data?.pages.flatMap(({ receipt }) => receipt ?? []),
  );
  const rows = query.data?.pages.flatMap(({ value }) => value.children) ?? [];
  const readCount = grouped(rows.length);
  return (
    <div className={styles.table}>
      {nameless === null ? null : (
        <Note flat live tone="warn">
          {messages.mapRun.noDocument(nameless)}
        </Note>
      )}
      <DataTable
        label={messages.mapRun.table(statusTitles[status])}
        columns={columns}
        rows={rows}
        rowId={({ arn }) => arn}
        rowName={({ documentId, name }) => documentId ?? name}
        loading={query.isPending}
        onOpen={({ documentId, name }) => {
          setNameless(documentId === null ? name : null);
          if (documentId !== null) onOpenDocument(documentId);
        }}
        empty={
          <EmptyState title={messages.mapRun.none(statusTitles[status])}>
            {status === 'FAILED' ? messages.mapRun.noneFailed : null}
          </EmptyState>
        }
        error={
          query.error === null || rows.length > 0 ? undefined : (
            <PartFailure
              failure={toFailure(query.error)}
              title={messages.mapRun.childrenNotRead}
              notDone={messages.timeline.nothingChanged}
              onRetry={() => void query.refetch()}
              retrying={query.isFetching}
            />
          )
        }
        end={
          query.hasNextPage
            ? {
                note: query.isFetchNextPageError
                  ? toFailure(query.error).message
                  : messages.mapRun.first(readCount, grouped(Math.max(counted, rows.length + 1))),
                onMore: () => void query.fetchNextPage(),
                loading: query.isFetchingNextPage,
              }
            : { note: messages.mapRun.all(readCount) }
        }
      />
    </div>
  );
}

const columns: readonly DataColumn<ChildExecution>[] = [
  {
    id: 'document',
    title: 'Document',
    // An id of the pipeline fits, because its end tells documents apart.
    min: 240,
    mono: true,
    strong: true,
    hideable: false,
    value: ({ documentId }) => documentId,
    text: ({ documentId }) => documentId ?? messages.mapRun.unknown,
  },
  {
    id: 'took',
    title: 'Took',
    width: 96,
    value: readDuration,
    text: (row) => {
      const ms = readDuration(row);
      return ms === null ? messages.mapRun.running : formatDuration(ms);
    },
  },
  { id: 'execution', title: 'Execution', min: 220, mono: true, value: ({ name }) => name },
];

function readDuration({ startedAt, stoppedAt }: ChildExecution): number | null {
  const ms = Date.parse(stoppedAt ?? '') - Date.parse(startedAt ?? '');
  return Number.isNaN(ms) ? null : ms;
}
