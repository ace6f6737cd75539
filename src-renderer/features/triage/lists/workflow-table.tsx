import type { Workflow } from '#shared/contract/triage/tenants.ts';
import { useCopyAndTell } from '#renderer/ui/copy-button/use-copy-and-tell.ts';
import type { DataColumn } from '#renderer/ui/data-table/data-column.ts';
import { DataTable } from '#renderer/ui/data-table/data-table.tsx';
import { exactUtc } from '#renderer/ui/relative-time/relative-words.ts';
import { ListState } from '../parts/list-state.tsx';
import { tableEnd } from './table-end.ts';
import type { Pages } from '../parts/use-pages.ts';

interface WorkflowTableProps {
  readonly pages: Pages<Workflow>;
  readonly isPrimary: boolean;
  /** Leads to where its thresholds are changed. */
  readonly onOpen?: ((workflow: Workflow) => void) | undefined;
}

/** The last changed first, as GSI1 has them. */
export function WorkflowTable({ pages, isPrimary, onOpen }: WorkflowTableProps) {
  const copyId = useCopyAndTell();
  return (
    <ListState pages={pages} what="workflows" empty="This project has no workflows">
      <DataTable
        label="Workflows, the last changed first"
        primary={isPrimary}
        columns={columns}
        rows={pages.rows}
        rowId={({ workflowId }) => workflowId}
        rowName={({ name, workflowId }) => name ?? workflowId}
        onOpen={onOpen}
        opensOnClick
        onCopyId={copyId}
        end={tableEnd(pages)}
        onReachEnd={pages.readOn}
      />
    </ListState>
  );
}

const columns: readonly DataColumn<Workflow>[] = [
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
      `${shareText(confidenceThreshold)} / ${shareText(reviewThreshold)}`,
    cell: (workflow) => (
      <span title={thresholdWords(workflow)}>
        {shareText(workflow.confidenceThreshold)} / {shareText(workflow.reviewThreshold)}
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

function shareText(share: number | null): string {
  return share === null ? '?' : share.toFixed(2);
}

function thresholdWords({ confidenceThreshold, reviewThreshold }: Workflow): string {
  return `A document fails under ${shareText(confidenceThreshold)}, and somebody has to look under ${shareText(reviewThreshold)}.`;
}
