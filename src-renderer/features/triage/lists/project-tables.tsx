import { describeThrottling } from '#renderer/contract/failure-text.ts';
import { useCopyAndTell } from '#renderer/ui/copy-button.tsx';
import type { DataColumn, TableEnd } from '#renderer/ui/data-table/data-column.ts';
import { DataTable } from '#renderer/ui/data-table/data-table.tsx';
import { exactUtc } from '#renderer/ui/relative-time.tsx';
import type { UserOfTenant, Workflow } from '#shared/contract/pipeline-items.ts';
import { ListState } from '../parts/list-state.tsx';
import type { Pages } from '../parts/use-pages.ts';
import { messages } from '../messages.ts';

interface WorkflowTableProps {
  readonly pages: Pages<Workflow>;
  readonly isPrimary: boolean;
  /** Opens the page where its thresholds are changed. */
  readonly onOpen?: ((workflow: Workflow) => void) | undefined;
}

/** Lists workflows in the order of GSI1, the last changed first. */
export function WorkflowTable({ pages, isPrimary, onOpen }: WorkflowTableProps) {
  const copyId = useCopyAndTell();
  return (
    <ListState pages={pages} what="workflows" empty={messages.lists.noWorkflows}>
      <DataTable
        label={messages.lists.workflows}
        primary={isPrimary}
        columns={workflowColumns}
        rows={pages.rows}
        rowId={({ workflowId }) => workflowId}
        rowName={({ name, workflowId }) => name ?? workflowId}
        onOpen={onOpen}
        opensOnClick
        onCopyId={copyId}
        end={describeTableEnd(pages)}
        onReachEnd={pages.readOn}
      />
    </ListState>
  );
}

const workflowColumns: readonly DataColumn<Workflow>[] = [
  {
    id: 'name',
    title: 'Workflow',
    value: ({ name, workflowId }) => name ?? workflowId,
    cell: ({ name, workflowId }) => <span title={workflowId}>{name ?? workflowId}</span>,
    strong: true,
    min: 112,
  },
  {
    id: 'thresholds',
    title: 'Fail / review',
    value: ({ confidenceThreshold }) => confidenceThreshold,
    text: ({ confidenceThreshold, reviewThreshold }) =>
      `${formatShare(confidenceThreshold)} / ${formatShare(reviewThreshold)}`,
    cell: (workflow) => (
      <span title={describeThresholds(workflow)}>
        {formatShare(workflow.confidenceThreshold)} / {formatShare(workflow.reviewThreshold)}
      </span>
    ),
    align: 'end',
    width: 104,
  },
  {
    id: 'updatedAt',
    title: 'Changed',
    value: ({ updatedAt }) => updatedAt,
    text: ({ updatedAt }) => (updatedAt === null ? '' : exactUtc(Date.parse(updatedAt)).slice(0, 11)),
    width: 112,
  },
];

function formatShare(share: number | null): string {
  return share === null ? '?' : share.toFixed(2);
}

function describeThresholds({ confidenceThreshold, reviewThreshold }: Workflow): string {
  return messages.lists.thresholds(formatShare(confidenceThreshold), formatShare(reviewThreshold));
}

interface PeopleTableProps {
  readonly pages: Pages<UserOfTenant>;
  readonly isPrimary: boolean;
}

export function PeopleTable({ pages, isPrimary }: PeopleTableProps) {
  const copyId = useCopyAndTell();
  return (
    <ListState pages={pages} what="people" empty={messages.lists.noPeople}>
      <DataTable
        label="People"
        primary={isPrimary}
        columns={peopleColumns}
        rows={pages.rows}
        rowId={({ userId }) => userId}
        rowName={({ name, userId }) => name ?? userId}
        onCopyId={copyId}
        end={describeTableEnd(pages)}
        onReachEnd={pages.readOn}
      />
    </ListState>
  );
}

const peopleColumns: readonly DataColumn<UserOfTenant>[] = [
  {
    id: 'name',
    title: 'Name',
    value: ({ name, userId }) => name ?? userId,
    strong: true,
    min: 104,
    sortable: true,
  },
  { id: 'role', title: 'Role', value: ({ role }) => role, width: 80, sortable: true },
  { id: 'userId', title: 'User id', value: ({ userId }) => userId, mono: true, min: 150, sortable: true },
];

function describeTableEnd({
  rows,
  complete,
  reading,
  receipts,
  throttled,
  readOn,
}: Pages<unknown>): TableEnd {
  const slower = describeThrottling(throttled);
  if (complete) return { note: messages.lists.all(rows.length) };
  const rru = receipts.at(-1)?.rru;
  const price = rru === undefined ? '' : `, the next page costs about ${String(rru)} RRU`;
  return { note: `${String(rows.length)} so far${price}${slower}`, onMore: readOn, loading: reading };
}
