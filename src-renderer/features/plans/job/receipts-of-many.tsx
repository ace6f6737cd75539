import { useQuery } from '@tanstack/react-query';
import { useMemo, useState, type ReactNode } from 'react';
import { toFailure } from '#renderer/contract/failure-text.ts';
import { operationOptions } from '#renderer/contract/operation-options.ts';
import type { DataColumn } from '#renderer/ui/data-table/data-column.ts';
import { DataTable } from '#renderer/ui/data-table/data-table.tsx';
import { Note } from '#renderer/ui/note.tsx';
import { Segmented } from '#renderer/ui/segmented.tsx';
import { ErrorState } from '#renderer/ui/states.tsx';
import type { BatchReceipts, ItemReceipt, ItemState, Job } from '#shared/contract/jobs.ts';
import { grouped } from '#shared/domain/formatting.ts';
import { findJobKind } from '#shared/domain/job-kinds/job-kinds.ts';
import { describeCounts } from '#shared/domain/job-words.ts';
import { moneyText } from '#shared/pricing/decimal.ts';
import { batchColumn } from '../plan/planned-batches.tsx';
import { messages } from '../messages.ts';
import dialog from '../planning-dialog.module.css';
import type { OpenBatch } from '../planning-session.ts';
import { useReceipts } from '../use-paged.ts';
import { listReceiptChoices } from './job-rules.ts';
import { ReceiptsTable } from './receipts-pane.tsx';

interface ReceiptsOfManyProps {
  readonly job: Job;
  readonly onOpen: ((receipt: ItemReceipt) => void) | undefined;
  readonly onOpenBatch: OpenBatch;
}

type Shown = 'batches' | ItemState | 'all';

/** Shows the receipts of a job over many batches, counted by batch, or one by one in pages. */
export function ReceiptsOfMany({ job, onOpen, onOpenBatch }: ReceiptsOfManyProps) {
  const [chosen, setChosen] = useState<Shown>('batches');
  const isGone = chosen !== 'batches' && chosen !== 'all' && job.counts[chosen] === 0;
  const shown = isGone ? 'all' : chosen;
  const isByBatch = shown === 'batches';
  const state = isByBatch || shown === 'all' ? undefined : shown;
  const receipts = useReceipts(
    { jobId: job.jobId, ...(state !== undefined && { state }) },
    job.counts,
    !isByBatch,
  );
  const choices = listReceiptChoices(job);
  const all = { value: 'all' as const, label: messages.job.all(grouped(job.total)) };
  const head = (
    <Segmented<Shown>
      label={messages.receipts.which}
      size="sm"
      value={shown}
      onChange={setChosen}
      options={[
        { value: 'batches', label: messages.many.receiptsByBatch },
        ...(choices.length === 0 ? [all] : choices),
      ]}
    />
  );
  if (isByBatch) return <BatchesTable job={job} head={head} onOpenBatch={onOpenBatch} />;
  const next = state === undefined ? undefined : findJobKind(job.kind).nextSteps[state];
  const { error } = receipts;
  return (
    <div className={dialog.pane}>
      {next === undefined ? null : (
        <Note tone={state === 'uncertain' ? 'warn' : 'info'} flat>
          {next}
        </Note>
      )}
      <div className={dialog.table}>
        <ReceiptsTable
          kind={job.kind}
          receipts={receipts.rows}
          now={null}
          onOpen={onOpen}
          head={head}
          loading={receipts.isLoading}
          end={receipts.end}
          onReachEnd={receipts.onReachEnd}
          empty={<p className={dialog.empty}>{messages.receipts.none}</p>}
          error={
            error === null ? null : (
              <ErrorState
                title={messages.receipts.notRead}
                happened={error.failure.message}
                notDone={messages.receipts.jobContinues}
                next={messages.many.exportInstead}
                reference={error.failure.reference}
                onRetry={receipts.retry}
              />
            )
          }
        />
      </div>
    </div>
  );
}

interface BatchesTableProps {
  readonly job: Job;
  readonly head: ReactNode;
  readonly onOpenBatch: OpenBatch;
}

function BatchesTable({ job, head, onOpenBatch }: BatchesTableProps) {
  const query = useQuery({
    ...operationOptions('jobs.batches', { jobId: job.jobId }),
    queryKey: ['jobs.batches', job.jobId, job.state, job.counts],
    placeholderData: (before) => before,
  });
  const failure = query.error === null ? undefined : toFailure(query.error);
  const rows = query.data?.value.batches ?? noBatches;
  const columns = useMemo(() => makeColumns(job.kind), [job.kind]);
  return (
    <DataTable
      label={messages.many.receiptsByBatch}
      head={head}
      columns={columns}
      rows={rows}
      rowId={findRowId}
      rowName={({ batchId }) => batchId}
      onFilterChange={rows.length > 12 ? ignoreFilter : undefined}
      onOpen={({ tenantId, batchId }) => onOpenBatch(tenantId, batchId)}
      loading={query.isPending}
      empty={<p className={dialog.empty}>{messages.receipts.none}</p>}
      error={
        failure === undefined ? null : (
          <ErrorState
            title={messages.many.batchesNotRead}
            happened={failure.message}
            notDone={messages.receipts.jobContinues}
            next={messages.many.exportInstead}
            reference={failure.reference}
            onRetry={() => void query.refetch()}
          />
        )
      }
    />
  );
}

const noBatches: readonly BatchReceipts[] = [];

function findRowId({ place }: BatchReceipts): string {
  return String(place);
}

function ignoreFilter(): void {
  // The table keeps the state of its filter.
}

/** "2, 3", or "2 to 41": a large batch has a run for each call. */
function describeRuns(runs: readonly number[]): string {
  return runs.length > 3 ? `${runs[0]} to ${runs.at(-1)}` : runs.join(', ');
}

const makeColumns = (kind: Job['kind']): readonly DataColumn<BatchReceipts>[] => [
  {
    id: 'tenant',
    title: messages.many.tenant,
    value: ({ tenantId }) => tenantId,
    min: 112,
  },
  batchColumn,
  {
    id: 'outcome',
    title: messages.many.outcome,
    value: ({ counts }) => counts.fixed,
    text: ({ counts }) => describeCounts({ kind, counts }),
    cell: ({ counts }) => (
      <span className={dialog.cut} title={describeCounts({ kind, counts })}>
        {describeCounts({ kind, counts })}
      </span>
    ),
    min: 148,
    share: 1.4,
  },
  {
    id: 'runs',
    title: messages.many.runs,
    value: ({ runs }) => runs.length,
    text: ({ runs }) => describeRuns(runs),
    align: 'end',
    mono: true,
    width: 72,
    sortable: false,
  },
  {
    id: 'usd',
    title: messages.receipts.cost,
    value: ({ usd }) => (usd === null ? null : Number(usd)),
    text: ({ usd }) => (usd === null ? '' : moneyText(usd, { places: 4, tiny: 'sign' })),
    align: 'end',
    width: 88,
  },
];
