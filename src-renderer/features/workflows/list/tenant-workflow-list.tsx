import { useQuery } from '@tanstack/react-query';
import { useMemo, useState, type CSSProperties } from 'react';
import type { Workflow } from '#shared/contract/pipeline-items.ts';
import { liveThresholds } from '#shared/domain/thresholds/threshold-draft.ts';
import { operationOptions } from '#renderer/contract/operation-options.ts';
import { Button } from '#renderer/ui/button.tsx';
import type { DataColumn } from '#renderer/ui/data-table/data-column.ts';
import { DataTable } from '#renderer/ui/data-table/data-table.tsx';
import { PaneTitle } from '#renderer/ui/pane.tsx';
import { useShowReceipt } from '#renderer/ui/view-receipts.tsx';
import { RelativeTime, useNow } from '#renderer/ui/relative-time.tsx';
import { EmptyState, StaleNote } from '#renderer/ui/states.tsx';
import { formatPair, formatShare } from '../threshold-text.ts';
import type { GoWorkflows } from '../address.ts';
import { WorkflowsFailure } from '../workflows-failure.tsx';
import styles from '../workflows.module.css';
import {
  listEmptyProjects,
  describeEnd,
  toListedWorkflows,
  useTenantWorkflows,
  type ListedWorkflow,
} from './tenant-workflows.ts';
import { messages } from '../messages.ts';

interface WorkflowListProps {
  readonly tenantId: string;
  readonly go: GoWorkflows;
}

/** Lists every workflow of a tenant by project, the last changed first. */
export function WorkflowList({ tenantId, go }: WorkflowListProps) {
  const list = useTenantWorkflows(tenantId);
  const tenant = useQuery(operationOptions('tenants.read', { tenantId }));
  const columns = useWorkflowColumns();
  const [filter, setFilter] = useState('');
  const { projects, ofProject, failure, isRead, isReading, readOn } = list;
  const rows = useMemo(() => toListedWorkflows(projects, ofProject), [projects, ofProject]);
  useShowReceipt('tenant', tenant.data?.receipt);
  const name = tenant.data?.value.name ?? tenantId;
  return (
    <div className={styles.pane}>
      {failure !== undefined && rows.length > 0 ? (
        <StaleNote
          flat
          reason={failure.message}
          showing={messages.list.stale}
          action={
            <Button size="sm" variant="ghost" onClick={list.readAgain}>
              Try again
            </Button>
          }
        />
      ) : null}
      <div className={styles.tenantWorkflowListTable}>
        <DataTable
          label="Workflows"
          primary
          opensOnClick
          head={<PaneTitle title={name} hint={messages.list.sorted} />}
          columns={columns}
          rows={rows}
          rowId={getRowId}
          rowName={getRowName}
          filter={filter}
          onFilterChange={setFilter}
          onOpen={({ workflow: { projectId, workflowId } }) =>
            go({ project: projectId, workflow: workflowId, confidence: null, review: null })
          }
          loading={!isRead && failure === undefined}
          end={{
            note: describeEnd({
              workflows: rows.length,
              projects: projects.length,
              empty: listEmptyProjects(projects, ofProject),
              cutShort: list.cutShort.length,
              hasMore: readOn !== undefined,
            }),
            onMore: readOn,
            loading: isReading,
          }}
          empty={
            <EmptyState title={messages.list.none(name)}>
              <p>{projects.length === 0 ? messages.list.noProjects : messages.list.inNoProject}</p>
            </EmptyState>
          }
          error={
            failure === undefined || rows.length > 0 ? undefined : (
              <WorkflowsFailure
                failure={failure}
                title={messages.list.notRead}
                notDone={messages.list.nothingChanged}
                onRetry={list.readAgain}
                retrying={isReading}
              />
            )
          }
        />
      </div>
    </div>
  );
}

const getRowId = ({ workflow: { projectId, workflowId } }: ListedWorkflow) => `${projectId} ${workflowId}`;
const getRowName = ({ workflow: { name, workflowId } }: ListedWorkflow) => name ?? workflowId;

function useWorkflowColumns(): readonly DataColumn<ListedWorkflow>[] {
  const now = useNow(30_000);
  return useMemo<readonly DataColumn<ListedWorkflow>[]>(
    () => [
      {
        id: 'project',
        title: 'Project',
        value: ({ project: { name, projectId } }) => name ?? projectId,
        cell: ({ project: { name, projectId }, isFirst }) => (
          <span className={isFirst ? styles.project : styles.again} title={projectId}>
            {name ?? projectId}
          </span>
        ),
        min: 112,
        sortable: true,
      },
      {
        id: 'name',
        title: 'Workflow',
        value: ({ workflow: { name, workflowId } }) => name ?? workflowId,
        cell: ({ workflow: { name, workflowId } }) => <span title={workflowId}>{name ?? workflowId}</span>,
        strong: true,
        min: 136,
        sortable: true,
        hideable: false,
      },
      {
        id: 'thresholds',
        title: 'Fails under, reviewed under',
        value: ({ workflow }) => workflow.reviewThreshold,
        text: ({ workflow }) => formatPair(workflow),
        cell: ({ workflow }) => <ThresholdBar workflow={workflow} />,
        min: 208,
        share: 1.4,
      },
      {
        id: 'fields',
        title: 'Fields',
        value: ({ workflow: { fields } }) => fields.length,
        align: 'end',
        width: 72,
        sortable: true,
      },
      {
        id: 'version',
        title: 'Version',
        value: ({ workflow: { version } }) => version,
        align: 'end',
        width: 80,
        sortable: true,
      },
      {
        id: 'updatedAt',
        title: 'Last change',
        value: ({ workflow: { updatedAt } }) => updatedAt,
        cell: ({ workflow: { updatedAt } }) =>
          updatedAt === null ? null : <RelativeTime at={Date.parse(updatedAt)} now={now} focusable={false} />,
        width: 128,
        sortable: true,
      },
    ],
    [now],
  );
}

/** Shows the ranges of scores that end in failure, review and success. */
function ThresholdBar({ workflow }: { readonly workflow: Workflow }) {
  const live = liveThresholds(workflow);
  if (live === null) return <span className={styles.none}>not readable</span>;
  const { confidenceThreshold: low, reviewThreshold: high } = live;
  return (
    <span className={styles.bar} title={describeThresholds(workflow)}>
      <span className={styles.figure}>{formatShare(low)}</span>
      <span className={styles.track} aria-hidden style={{ '--low': low, '--high': high } as CSSProperties}>
        <span className={styles.failed} />
        <span className={styles.review} />
        <span className={styles.succeeded} />
      </span>
      <span className={styles.figure}>{formatShare(high)}</span>
    </span>
  );
}

function describeThresholds({ confidenceThreshold, reviewThreshold }: Workflow): string {
  return messages.list.thresholds(formatShare(confidenceThreshold), formatShare(reviewThreshold));
}
