import { useQuery, type QueryClient } from '@tanstack/react-query';
import { useMemo, useState, type ReactNode } from 'react';
import { FailureError } from '#renderer/contract/failure-text.ts';
import { findBridge } from '#renderer/contract/query-client.ts';
import type { DataColumn, TableEnd } from '#renderer/ui/data-table/data-column.ts';
import { DataTable } from '#renderer/ui/data-table/data-table.tsx';
import { Note } from '#renderer/ui/note.tsx';
import { PaneTitle } from '#renderer/ui/pane.tsx';
import { useNow } from '#renderer/ui/relative-time.tsx';
import { Segmented } from '#renderer/ui/segmented.tsx';
import { ErrorState } from '#renderer/ui/states.tsx';
import type { ItemReceipt, ItemState, Job, JobDetail } from '#shared/contract/jobs.ts';
import { findJobKind, type JobKind } from '#shared/domain/job-kinds/job-kinds.ts';
import { briefNote } from '#shared/domain/job-summary.ts';
import { describeReceiptState, findNextStep, isOfMessages } from '#shared/domain/job-words.ts';
import { moneyText } from '#shared/pricing/decimal.ts';
import { findKindMessages } from '../kind-messages.ts';
import { ItemStateMark } from '../marks.tsx';
import { messages } from '../messages.ts';
import { isCheap } from '../plan-rules.ts';
import dialog from '../planning-dialog.module.css';
import { formatRunningTime, formatTimeTaken } from '../times.ts';
import { findStateToShow, listReceiptChoices } from './job-rules.ts';

interface ReceiptsPaneProps {
  readonly detail: JobDetail;
  readonly underWay: boolean;
  readonly all: AllReceipts;
  readonly onOpenDocument: (receipt: ItemReceipt) => void;
}

/**
 * Shows the latest receipts while the job runs and all of them afterwards, those that need attention first.
 */
export function ReceiptsPane({ detail, underWay, all, onOpenDocument }: ReceiptsPaneProps) {
  const { job, latest } = detail;
  const onOpen = findJobKind(job.kind).family === 'documents' ? onOpenDocument : undefined;
  const now = useNow(underWay ? 1_000 : null);
  const [chosen, setChosen] = useState<ItemState | 'all' | null>(null);
  if (underWay) {
    return (
      <ReceiptsTable
        kind={job.kind}
        receipts={latest}
        now={now}
        onOpen={onOpen}
        head={
          <PaneTitle
            title={messages.receipts.newestFirst}
            hint={findKindMessages(job.kind).receipts.proof}
            level={3}
          />
        }
        loading={false}
        empty={<p className={dialog.empty}>{messages.receipts.nothingSent}</p>}
      />
    );
  }
  // Items leave a state when a person resumes or ends the job.
  const isGone = chosen !== null && chosen !== 'all' && job.counts[chosen] === 0;
  const shown = (isGone ? null : chosen) ?? findStateToShow(job.counts) ?? 'all';
  const choices = listReceiptChoices(job);
  const next = shown === 'all' ? undefined : findNextStep(job, shown);
  const receipts = (all.receipts ?? []).filter(({ state }) => shown === 'all' || state === shown);
  return (
    <div className={dialog.pane}>
      {next === undefined ? null : (
        <Note tone={shown === 'uncertain' ? 'warn' : 'info'} flat>
          {next}
        </Note>
      )}
      <div className={dialog.table}>
        <ReceiptsTable
          kind={job.kind}
          receipts={receipts}
          now={null}
          onOpen={onOpen}
          head={
            choices.length < 2 ? (
              <PaneTitle
                title={messages.receipts.title}
                hint={findKindMessages(job.kind).receipts.proof}
                level={3}
              />
            ) : (
              <Segmented
                label={messages.receipts.which}
                size="sm"
                value={shown}
                onChange={setChosen}
                options={choices}
              />
            )
          }
          loading={all.receipts === undefined && all.error === null}
          empty={<p className={dialog.empty}>{messages.receipts.none}</p>}
          error={
            all.error === null ? null : (
              <ErrorState
                title={messages.receipts.notRead}
                happened={all.error.failure.message}
                notDone={messages.receipts.jobContinues}
                next={messages.receipts.keptIn(detail.file)}
                reference={all.error.failure.reference}
                onRetry={all.retry}
              />
            )
          }
        />
      </div>
    </div>
  );
}

interface ReceiptsTableProps {
  readonly kind: JobKind;
  readonly receipts: readonly ItemReceipt[];
  readonly head: ReactNode;
  /** The time from which running times are computed; null if no item is running. */
  readonly now: number | null;
  readonly onOpen: ((receipt: ItemReceipt) => void) | undefined;
  readonly loading: boolean;
  readonly empty: ReactNode;
  readonly error?: ReactNode;
  readonly end?: TableEnd | undefined;
  readonly onReachEnd?: (() => void) | undefined;
}

export function ReceiptsTable(props: ReceiptsTableProps) {
  const { kind, receipts, head, now, onOpen, loading, empty, error, end, onReachEnd } = props;
  const columns = useMemo(() => buildColumns(kind, now), [kind, now]);
  return (
    <DataTable
      label={messages.receipts.title}
      head={head}
      columns={columns}
      rows={receipts}
      rowId={getRowId}
      onOpen={onOpen}
      detail={({ note }) => note}
      loading={loading}
      empty={empty}
      error={error}
      end={end}
      onReachEnd={onReachEnd}
    />
  );
}

function getRowId({ number, id }: ItemReceipt): string {
  return `${String(number)} ${id}`;
}

/** Says where the item is now, why it was left out, how it failed, or in which run it ended. */
function describeNote({ note, stage, state, run }: ItemReceipt): string {
  if (note !== null) return note;
  if (stage !== null && (state === 'running' || state === 'failed-again')) return stage;
  return run === null ? '' : messages.common.run(String(run));
}

function measureTime({ ms, state, sentAt }: ItemReceipt, now: number | null): string {
  if (ms !== null) return formatTimeTaken(ms);
  if (now === null || sentAt === null || state !== 'running') return '';
  return formatRunningTime(now - Date.parse(sentAt));
}

function buildColumns(kind: JobKind, now: number | null): readonly DataColumn<ItemReceipt>[] {
  const { title, width } = findKindMessages(kind).receipts;
  const isOfMany = kind === 'reprocess-many' || kind === 'approve-documents';
  const hidden = isOfMany ? 'number' : isCheap(kind) ? 'usd' : '';
  return [
    {
      id: 'state',
      title: messages.receipts.outcome,
      value: (item) => describeReceiptState(kind, item),
      cell: (item) => <ItemStateMark kind={kind} item={item} />,
      width: isOfMessages(kind) ? 176 : 148,
      sortable: false,
    },
    {
      id: 'document',
      title,
      value: (item) => nameItem(kind, item),
      cell: (item) => (
        <span className={dialog.cut} title={item.id}>
          {nameItem(kind, item)}
        </span>
      ),
      mono: true,
      strong: true,
      width,
      hideable: false,
      sortable: false,
    },
    ...(isOfMany ? [tenantColumn] : []),
    {
      id: 'note',
      title: messages.receipts.details,
      value: describeNote,
      cell: (item) => (
        <span className={dialog.cut} title={describeNote(item)}>
          {isOfMessages(kind) ? briefNote(describeNote(item)) : describeNote(item)}
        </span>
      ),
      min: 120,
      sortable: false,
    },
    {
      id: 'took',
      title: messages.receipts.took,
      value: ({ ms }) => ms,
      text: (item) => measureTime(item, now),
      align: 'end',
      width: 80,
      sortable: false,
    },
    ...figures.filter(({ id }) => id !== hidden),
  ];
}

/** "0f1c7a52 inv-0019.pdf": a message is named by its id, followed by its subject. */
function nameItem(kind: JobKind, { id, name }: Pick<ItemReceipt, 'id' | 'name'>): string {
  if (!isOfMessages(kind)) return name ?? id;
  return [id.slice(0, 8), name ?? ''].join(' ').trim();
}

const tenantColumn: DataColumn<ItemReceipt> = {
  id: 'tenant',
  title: messages.many.tenant,
  value: ({ of }) => of?.tenantId,
  cell: ({ of }) => (
    <span className={dialog.cut} title={of?.batchId}>
      {of?.tenantId}
    </span>
  ),
  width: 112,
  sortable: false,
};

const figures: readonly DataColumn<ItemReceipt>[] = [
  {
    id: 'usd',
    title: messages.receipts.cost,
    value: ({ usd }) => usd,
    text: ({ usd }) => (usd === null ? '' : moneyText(usd, { places: 4, tiny: 'sign' })),
    align: 'end',
    width: 76,
    sortable: false,
  },
  {
    id: 'number',
    title: messages.receipts.number,
    value: ({ number }) => number,
    align: 'end',
    mono: true,
    width: 52,
    sortable: false,
  },
];

interface AllReceipts {
  readonly receipts: readonly ItemReceipt[] | undefined;
  readonly error: FailureError | null;
  readonly retry: () => void;
}

/** The cache keeps this function, and with it whatever a hook around it would have in its scope. */
function readAllReceipts(jobId: string) {
  return async ({ client }: { readonly client: QueryClient }): Promise<readonly ItemReceipt[]> => {
    const receipts: ItemReceipt[] = [];
    for (;;) {
      const result = await findBridge(client).call('jobs.receipts', { jobId, offset: receipts.length });
      if (!result.ok) throw new FailureError(result.failure);
      receipts.push(...result.value.receipts);
      if (result.value.receipts.length === 0 || receipts.length >= result.value.total) return receipts;
    }
  };
}

/**
 * Reads every page of a job's receipts from the file on this machine, and again when the job has progressed.
 */
export function useAllReceipts(job: Job, wanted: boolean): AllReceipts {
  const query = useQuery<readonly ItemReceipt[], FailureError>({
    queryKey: ['jobs.receipts', job.jobId, job.state, job.counts],
    enabled: wanted,
    placeholderData: (before) => before,
    queryFn: readAllReceipts(job.jobId),
  });
  return { receipts: query.data, error: query.error, retry: () => void query.refetch() };
}
