import { type Names } from '#renderer/contract/names.tsx';
import type { WorkedOn } from '#renderer/contract/worked-on.ts';
import { FingerprintChip } from '#renderer/ui/chip.tsx';
import type { DataColumn } from '#renderer/ui/data-table/data-column.ts';
import { Icon } from '#renderer/ui/icon.tsx';
import { exactLocal, exactUtc, formatTimeSpan } from '#renderer/ui/relative-time.tsx';
import { StackedStatusBar } from '#renderer/ui/stacked-status-bar.tsx';
import { StatusBadge } from '#renderer/ui/status.tsx';
import { WorkedOnMark } from '#renderer/ui/worked-on.tsx';
import { VisuallyHidden } from '#renderer/ui/visually-hidden.tsx';
import type { CauseOfRow, FleetBatch, FleetList } from '#shared/contract/fleet.ts';
import { otherCauses } from '#shared/domain/attention.ts';
import { counted, grouped } from '#shared/domain/formatting.ts';
import { countLeftQueued } from '#shared/domain/matching-documents.ts';
import { messages } from '../messages.ts';
import styles from './fleet.module.css';

const words = messages.fleet.columns;

/** `now` is rounded to half a minute, because the columns are built again with it. */
export function makeFleetColumns(
  list: FleetList,
  now: number,
  names: Names,
  findWork: (row: FleetBatch) => WorkedOn | null,
): readonly DataColumn<FleetBatch>[] {
  return [
    {
      id: 'batch',
      title: words.batch,
      width: 172,
      mono: true,
      strong: true,
      hideable: false,
      sortable: false,
      value: ({ batchId }) => batchId,
      cell: (row) => <BatchCell row={row} />,
    },
    {
      id: 'tenant',
      title: words.tenant,
      min: 112,
      sortable: false,
      strong: true,
      value: formatTenant,
      cell: (row) => <Cut text={formatTenant(row)} title={row.tenantId} />,
    },
    {
      id: 'workflow',
      title: words.workflow,
      min: 132,
      share: 1.4,
      sortable: false,
      value: (row) => formatWorkflow(row, names),
      cell: (row) => <WorkflowCell row={row} names={names} />,
    },
    {
      id: 'status',
      title: words.status,
      width: 146,
      sortable: false,
      value: ({ status }) => status,
      cell: ({ status }) => (status === null ? messages.fleet.unknown : <StatusBadge status={status} />),
    },
    {
      id: 'documents',
      title: words.documents,
      width: 128,
      sortable: false,
      value: ({ documentCount }) => documentCount,
      text: ({ documentCount }) => formatNumber(documentCount),
      cell: (row) => <DocumentsCell row={row} words={formatNumber(row.documentCount)} />,
    },
    {
      id: 'done',
      title: words.done,
      width: 176,
      sortable: false,
      value: formatDone,
      cell: (row) => <DocumentsCell row={row} words={formatDone(row)} />,
    },
    {
      id: 'failed',
      title: words.failed,
      width: 64,
      align: 'end',
      sortable: false,
      value: ({ counts }) => counts.FAILED,
      text: ({ counts }) => formatNumber(counts.FAILED),
      cell: ({ counts }) => <CountCell count={counts.FAILED} tone="failed" />,
    },
    {
      id: 'left',
      title: words.left,
      width: 88,
      align: 'end',
      sortable: false,
      value: countLeftQueued,
      text: (row) => grouped(countLeftQueued(row)),
      cell: (row) => <CountCell count={countLeftQueued(row)} tone="failed" />,
    },
    {
      id: 'waiting',
      title: words.waiting,
      width: 80,
      align: 'end',
      sortable: false,
      value: ({ waiting }) => waiting,
      text: ({ waiting }) => formatNumber(waiting),
      cell: ({ waiting }) => <CountCell count={waiting} tone="review" />,
    },
    {
      id: 'givenUp',
      title: words.givenUp,
      width: 80,
      align: 'end',
      sortable: false,
      value: ({ deliveriesGivenUp }) => deliveriesGivenUp,
      text: ({ deliveriesGivenUp }) => formatNumber(deliveriesGivenUp),
      cell: ({ deliveriesGivenUp }) => <CountCell count={deliveriesGivenUp} tone="failed" />,
    },
    {
      id: 'causes',
      title: words.causes,
      min: 184,
      share: 1.3,
      sortable: false,
      value: (row) => describeCauses(row).join(', '),
      cell: (row) => <CausesCell row={row} />,
    },
    {
      id: 'work',
      title: words.work,
      width: 128,
      sortable: false,
      value: (row) => nameWorker(row, names),
      cell: (row) => <WorkCell row={row} work={findWork(row)} names={names} />,
    },
    {
      id: 'oldest',
      title: words.oldest,
      width: 96,
      align: 'end',
      sortable: false,
      value: ({ oldestReviewAt }) => oldestReviewAt,
      text: ({ oldestReviewAt }) => formatAge(oldestReviewAt, now),
      cell: ({ oldestReviewAt }) => <AgeCell at={oldestReviewAt} now={now} />,
    },
    {
      id: 'listed',
      title: messages.fleet.listedSince[list],
      width: 104,
      align: 'end',
      sortable: false,
      value: ({ listedAt }) => listedAt,
      text: ({ listedAt }) => formatAge(listedAt, now),
      cell: ({ listedAt }) => <AgeCell at={listedAt} now={now} isStrong />,
    },
  ];
}

/** The columns that each list shows at first. */
export const usualColumns: Readonly<Record<FleetList, readonly string[]>> = {
  failed: ['batch', 'tenant', 'workflow', 'documents', 'failed', 'causes', 'work', 'listed'],
  review: ['batch', 'tenant', 'workflow', 'status', 'documents', 'waiting', 'causes', 'work', 'listed'],
  running: ['batch', 'tenant', 'workflow', 'done', 'failed', 'causes', 'work', 'listed'],
  'standing-still': ['batch', 'tenant', 'workflow', 'done', 'failed', 'causes', 'work', 'listed'],
  deliveries: ['batch', 'tenant', 'workflow', 'status', 'givenUp', 'causes', 'work', 'listed'],
};

function nameWorker({ workedOnBy, tenantId }: FleetBatch, { person }: Names): string | null {
  return workedOnBy === null ? null : person(workedOnBy, tenantId);
}

interface WorkCellProps {
  readonly row: FleetBatch;
  readonly work: WorkedOn | null;
  readonly names: Names;
}

function WorkCell({ row: { tenantId }, work, names }: WorkCellProps) {
  if (work === null) return null;
  return <WorkedOnMark name={work.isMine ? null : names.person(work.by, tenantId)} since={work.since} />;
}

function formatTenant({ tenantName, tenantId }: FleetBatch): string {
  return tenantName ?? tenantId;
}

/** "Carrier invoices, Freight" */
function formatWorkflow(row: FleetBatch, { project, workflowOrProject }: Names): string {
  const { tenantId, workflowId, projectId } = row;
  return `${workflowOrProject(row)}${workflowId === null ? '' : `, ${project(tenantId, projectId)}`}`;
}

function formatNumber(count: number | null): string {
  return count === null ? messages.fleet.unknown : grouped(count);
}

/** "480 of 500": the documents that are no longer processed, out of all. */
export function formatDone({ counts, documentCount }: Pick<FleetBatch, 'counts' | 'documentCount'>): string {
  const { SUCCEEDED, REVIEW_REQUIRED, FAILED, REJECTED } = counts;
  const isCounted = SUCCEEDED !== null && REVIEW_REQUIRED !== null && FAILED !== null && REJECTED !== null;
  if (documentCount === null || !isCounted) return messages.fleet.unknown;
  return `${grouped(SUCCEEDED + REVIEW_REQUIRED + FAILED + REJECTED)} of ${grouped(documentCount)}`;
}

function formatAge(at: string | null, now: number): string {
  const since = Date.parse(at ?? '');
  return Number.isNaN(since) ? '' : formatTimeSpan(Math.max(0, now - since));
}

/** "31 × gap-fill ThrottlingException: Too many requests" */
function describeCause({ fingerprint, count, stage, pattern }: CauseOfRow): string {
  const name = fingerprint === otherCauses ? messages.fleet.otherCauses : fingerprint;
  return [name, counted(count, 'document'), stage, pattern]
    .filter((part) => part !== null && part !== '')
    .join(', ');
}

/** Documents that a run has left queued have no failure, but they are why the batch is not done. */
function describeCauses(row: FleetBatch): readonly string[] {
  const left = countLeftQueued(row);
  return [
    ...(left === 0 ? [] : [`${counted(left, 'document')} ${messages.fleet.leftQueued}`]),
    ...row.causes.map(describeCause),
  ];
}

function Cut({ text, title = text }: { readonly text: string; readonly title?: string }) {
  return (
    <span className={styles.cut} title={title}>
      {text}
    </span>
  );
}

function BatchCell({ row: { batchId, problems } }: { readonly row: FleetBatch }) {
  return (
    <>
      <Cut text={batchId} />
      {problems.length === 0 ? null : (
        <span className={styles.odd} title={problems.join('\n')}>
          <Icon name="warning" size={12} />
          <VisuallyHidden>
            {counted(problems.length, 'attribute is', 'attributes are')} not as expected
          </VisuallyHidden>
        </span>
      )}
    </>
  );
}

function WorkflowCell({ row, names }: { readonly row: FleetBatch; readonly names: Names }) {
  const { tenantId, workflowId, projectId } = row;
  const ids = [workflowId, projectId].filter((id) => id !== null).join(', ');
  return (
    <span className={styles.cut} title={`${formatWorkflow(row, names)} (${ids})`}>
      {names.workflowOrProject(row)}
      {workflowId === null ? null : (
        <span className={styles.quiet}>, {names.project(tenantId, projectId)}</span>
      )}
    </span>
  );
}

interface DocumentsCellProps {
  readonly row: FleetBatch;
  readonly words: string;
}

function DocumentsCell({ row: { batchId, counts }, words: figure }: DocumentsCellProps) {
  return (
    <span className={styles.documents}>
      <StackedStatusBar counts={counts} label={messages.fleet.documentsOf(batchId)} size="sm" />
      <span>{figure}</span>
    </span>
  );
}

function CountCell({ count, tone }: { readonly count: number | null; readonly tone: 'failed' | 'review' }) {
  if (count === null) return <span className={styles.quiet}>?</span>;
  return <span className={count === 0 ? styles.quiet : styles[tone]}>{grouped(count)}</span>;
}

const mostCauses = 2;

/** Shows the most frequent causes by their short names, with how many documents stand failed for each. */
function CausesCell({ row }: { readonly row: FleetBatch }) {
  const { causes } = row;
  const left = countLeftQueued(row);
  // Both would not fit beside each other.
  const shown = causes.slice(0, left === 0 ? mostCauses : 0);
  const more = causes.length - shown.length;
  return (
    <span className={styles.causes} title={describeCauses(row).join('\n')}>
      {left === 0 ? null : (
        <span className={styles.cause}>
          <span className={styles.failed}>{grouped(left)}</span> {messages.fleet.leftQueued}
        </span>
      )}
      {shown.map((cause) => (
        <span key={cause.fingerprint} className={styles.cause}>
          {cause.fingerprint === otherCauses ? (
            <span>{messages.fleet.otherCauses}</span>
          ) : (
            <FingerprintChip fingerprint={cause.fingerprint} />
          )}
          <VisuallyHidden>: </VisuallyHidden>
          <span>{grouped(cause.count)}</span>
        </span>
      ))}
      {more > 0 ? <span className={styles.quiet}>{messages.fleet.moreCauses(grouped(more))}</span> : null}
    </span>
  );
}

interface AgeCellProps {
  readonly at: string | null;
  readonly now: number;
  readonly isStrong?: boolean;
}

function AgeCell({ at, now, isStrong = false }: AgeCellProps) {
  const since = Date.parse(at ?? '');
  if (at === null || Number.isNaN(since)) return <span className={styles.quiet}>–</span>;
  return (
    <time
      className={isStrong ? styles.strong : undefined}
      dateTime={at}
      title={`${exactUtc(since)}\n${exactLocal(since)}`}
    >
      {formatTimeSpan(Math.max(0, now - since))}
    </time>
  );
}
