import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, type CSSProperties } from 'react';
import { batchKey } from '#renderer/contract/changes-provider.tsx';
import { toFailure } from '#renderer/contract/failure-text.ts';
import { pagedOptions } from '#renderer/contract/operation-options.ts';
import { usePlanning } from '#renderer/contract/planning.ts';
import type { PersonHere } from '#renderer/contract/use-person-here.ts';
import { Button } from '#renderer/ui/button.tsx';
import type { DataColumn } from '#renderer/ui/data-table/data-column.ts';
import { DataTable } from '#renderer/ui/data-table/data-table.tsx';
import { useSelectionBeyond } from '#renderer/ui/data-table/use-selection-beyond.ts';
import { PaneTitle } from '#renderer/ui/pane.tsx';
import { formatTimeSpan, useNow } from '#renderer/ui/relative-time.tsx';
import { EmptyState } from '#renderer/ui/states.tsx';
import { useShowReceipt } from '#renderer/ui/view-receipts.tsx';
import type { FleetBatch } from '#shared/contract/fleet.ts';
import { grouped } from '#shared/domain/formatting.ts';
import { mostBatchesChosen, mostLeftOut } from '#shared/domain/job-kinds/job-kind.ts';
import { countLeftQueued } from '#shared/domain/matching-documents.ts';
import { whyNotRerun } from '#shared/permissions.ts';
import styles from './incidents.module.css';
import { messages } from './messages.ts';

const words = messages.batches;
const batchesOfPage = 50;
/** More would push the documents out of sight. */
const mostRowsInView = 8;

/** The parts that show these batches share one read of them. */
export function useFailedBatches(fingerprint: string) {
  return useInfiniteQuery(
    pagedOptions('fleet.batches', { list: 'failed', order: 'newest', fingerprint, pageSize: batchesOfPage }),
  );
}

interface CauseBatchesProps {
  readonly fingerprint: string;
  readonly person: PersonHere;
  readonly onOpenBatch: (tenantId: string, batchId: string) => void;
}

/** Lists the batches in which documents stand failed for the cause now, and plans those that are selected. */
export function CauseBatches({ fingerprint, person, onOpenBatch }: CauseBatchesProps) {
  const query = useFailedBatches(fingerprint);
  const pages = query.data?.pages;
  const rows = useMemo(() => (pages ?? []).flatMap(({ value }) => value.rows), [pages]);
  const last = pages?.at(-1)?.value;
  useShowReceipt(
    'batches',
    pages?.flatMap(({ receipt }) => receipt ?? []),
  );
  const now = useNow(30_000);
  const columns = useMemo(() => makeColumns(fingerprint, now), [fingerprint, now]);
  const selection = useSelectionBeyond(rows, { rowId: batchKey, scope: fingerprint, mostLeftOut });
  const isAll = last?.cursor === null;
  const readOn = () => {
    if (!query.isFetching && query.hasNextPage) void query.fetchNextPage();
  };
  return (
    <section
      className={styles.batches}
      aria-label={words.title}
      style={{ '--rows': Math.min(mostRowsInView, Math.max(3, rows.length)) } as CSSProperties}
    >
      <DataTable
        label={words.title}
        opensOnClick
        head={
          <PaneTitle
            title={words.title}
            level={2}
            hint={last === undefined ? undefined : words.hint(rows.length, !isAll)}
          />
        }
        columns={columns}
        rows={rows}
        rowId={batchKey}
        rowName={({ batchId }) => batchId}
        selected={selection.selected}
        onSelectedChange={selection.change}
        selectionWords={
          selection.except === null
            ? undefined
            : () => words.allSelected(selection.selected.size, isAll, selection.except?.size ?? 0)
        }
        beyond={
          last === undefined || isAll || selection.except !== null
            ? undefined
            : { label: words.selectAll, onSelect: selection.selectAll }
        }
        isBeyondSelected={selection.except !== null}
        selectionActions={
          <ReprocessBatches
            fingerprint={fingerprint}
            person={person}
            batches={rows.filter((row) => selection.selected.has(batchKey(row)))}
            leftOut={selection.except && selection.leftOut}
          />
        }
        onOpen={({ tenantId, batchId }) => onOpenBatch(tenantId, batchId)}
        loading={query.isFetching}
        error={
          query.error === null || rows.length > 0 ? undefined : (
            <NotRead
              said={`${words.notRead} ${toFailure(query.error).message}`}
              onRetry={() => void query.refetch()}
            />
          )
        }
        empty={last === undefined ? null : <NoBatches why={whyNone(last)} />}
        end={{
          note: rows.length === 0 ? '' : words.end(rows.length, isAll, last?.read.isCut ?? false),
          onMore: isAll ? undefined : readOn,
          loading: query.isFetchingNextPage,
        }}
        onReachEnd={query.error === null ? readOn : undefined}
      />
    </section>
  );
}

type FleetPage = NonNullable<ReturnType<typeof useFailedBatches>['data']>['pages'][number]['value'];

/** Says that there is none only if all were looked at. */
function whyNone({ kept, cursor }: FleetPage): string {
  if (kept.state === 'not kept') return kept.why;
  return cursor === null ? words.none : words.cut;
}

function NoBatches({ why }: { readonly why: string }) {
  return <EmptyState title={why} />;
}

interface ReprocessBatchesProps {
  readonly fingerprint: string;
  readonly person: PersonHere;
  readonly batches: readonly FleetBatch[];
  /** The batches that are left out of all that match; null while single ones are selected. */
  readonly leftOut: readonly FleetBatch[] | null;
}

/** Plans the documents of the cause in the selected batches, as one job. */
function ReprocessBatches({ fingerprint, person, batches, leftOut }: ReprocessBatchesProps) {
  const { plan } = usePlanning();
  const tooMany =
    leftOut === null && batches.length > mostBatchesChosen
      ? words.limit(grouped(mostBatchesChosen))
      : undefined;
  return (
    <Button
      size="sm"
      variant="primary"
      disabled={whyNotRerun(person.me) ?? tooMany ?? false}
      onClick={() =>
        plan({
          kind: 'reprocess-many',
          fingerprint,
          of:
            leftOut === null
              ? {
                  is: 'batches',
                  batches: batches.map(({ tenantId, projectId, batchId }) => ({
                    tenantId,
                    projectId,
                    batchId,
                  })),
                }
              : {
                  is: 'matching',
                  ...(leftOut.length > 0 && {
                    except: leftOut.map(({ tenantId, batchId }) => ({ tenantId, batchId })),
                  }),
                },
        })
      }
    >
      {leftOut === null ? words.reprocess(batches.length) : words.reprocessAll}
    </Button>
  );
}

function makeColumns(fingerprint: string, now: number): readonly DataColumn<FleetBatch>[] {
  return [
    {
      id: 'tenant',
      title: words.columns.tenant,
      min: 80,
      strong: true,
      hideable: false,
      sortable: false,
      value: ({ tenantName, tenantId }) => tenantName ?? tenantId,
      cell: ({ tenantName, tenantId }) => (
        <span className={styles.cut} title={tenantId}>
          {tenantName ?? tenantId}
        </span>
      ),
    },
    {
      id: 'batch',
      title: words.columns.batch,
      width: 152,
      mono: true,
      sortable: false,
      value: ({ batchId }) => batchId,
      cell: ({ batchId }) => (
        <span className={styles.cut} title={batchId}>
          {batchId}
        </span>
      ),
    },
    {
      id: 'failed',
      title: words.columns.failed,
      width: 72,
      align: 'end',
      sortable: false,
      value: (row) => describeShare(row, fingerprint),
      cell: (row) => <span title={describeRest(row)}>{describeShare(row, fingerprint)}</span>,
    },
    {
      id: 'since',
      title: words.columns.since,
      width: 84,
      align: 'end',
      sortable: false,
      value: ({ since }) => since,
      text: ({ since }) => formatAge(since, now),
      cell: ({ since }) => <span title={since ?? undefined}>{formatAge(since, now)}</span>,
    },
  ];
}

function formatAge(since: string | null, now: number): string {
  return since === null ? '' : formatTimeSpan(Math.max(0, now - Date.parse(since)));
}

/** A batch may have documents that failed for other causes as well. */
function describeShare({ causes, documentCount }: FleetBatch, fingerprint: string): string {
  const failed = causes.find((cause) => cause.fingerprint === fingerprint)?.count;
  return words.of(
    failed === undefined ? messages.cause.facts.unknown : grouped(failed),
    documentCount === null ? messages.cause.facts.unknown : grouped(documentCount),
  );
}

function describeRest(row: FleetBatch): string {
  const left = countLeftQueued(row);
  return left === 0 ? words.ofHint : `${words.ofHint}. ${words.left(grouped(left))}`;
}

export function NotRead({ said, onRetry }: { readonly said: string; readonly onRetry: () => void }) {
  return (
    <p className={styles.said} role="alert">
      {said}{' '}
      <Button size="sm" variant="ghost" icon="retry" onClick={onRetry}>
        {messages.page.tryAgain}
      </Button>
    </p>
  );
}
