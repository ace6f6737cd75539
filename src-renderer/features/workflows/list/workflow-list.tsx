import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { operationOptions } from '#renderer/contract/operation-options.ts';
import { Button } from '#renderer/ui/button/button.tsx';
import { DataTable } from '#renderer/ui/data-table/data-table.tsx';
import { PaneTitle } from '#renderer/ui/pane/pane.tsx';
import { useShowReceipt } from '#renderer/ui/receipt-footer/view-receipts.tsx';
import { EmptyState } from '#renderer/ui/states/empty-state.tsx';
import { StaleNote } from '#renderer/ui/states/stale-note.tsx';
import type { GoWorkflows } from '../workflows-address.ts';
import { WorkflowsFailure } from '../workflows-failure.tsx';
import styles from './list.module.css';
import { emptyProjects, listedWorkflows } from './listed-workflows.ts';
import type { ListedWorkflow } from './listed-workflows.ts';
import { endWords } from './list-words.ts';
import { useTenantWorkflows } from './use-tenant-workflows.ts';
import { useWorkflowColumns } from './workflow-columns.tsx';

interface WorkflowListProps {
  readonly tenantId: string;
  readonly go: GoWorkflows;
}

/** Every workflow of a tenant, by project, the last changed first. */
export function WorkflowList({ tenantId, go }: WorkflowListProps) {
  const list = useTenantWorkflows(tenantId);
  const tenant = useQuery(operationOptions('tenants.read', { tenantId }));
  const columns = useWorkflowColumns();
  const [filter, setFilter] = useState('');
  const { projects, ofProject, failure, isRead, isReading, readOn } = list;
  const rows = useMemo(() => listedWorkflows(projects, ofProject), [projects, ofProject]);
  useShowReceipt('tenant', tenant.data?.receipt);
  const name = tenant.data?.value.name ?? tenantId;
  return (
    <div className={styles.pane}>
      {failure !== undefined && rows.length > 0 ? (
        <StaleNote
          flat
          reason={failure.message}
          showing="What was read before, or of other projects, is shown."
          action={
            <Button size="sm" variant="ghost" onClick={list.readAgain}>
              Try again
            </Button>
          }
        />
      ) : null}
      <div className={styles.table}>
        <DataTable
          label="Workflows"
          primary
          opensOnClick
          head={<PaneTitle title={name} hint="by project, the last changed first" />}
          columns={columns}
          rows={rows}
          rowId={idOf}
          rowName={nameOf}
          filter={filter}
          onFilterChange={setFilter}
          onOpen={({ workflow: { projectId, workflowId } }) =>
            go({ project: projectId, workflow: workflowId, confidence: null, review: null })
          }
          loading={!isRead && failure === undefined}
          end={{
            note: endWords({
              workflows: rows.length,
              projects: projects.length,
              empty: emptyProjects(projects, ofProject),
              cutShort: list.cutShort.length,
              hasMore: readOn !== undefined,
            }),
            onMore: readOn,
            loading: isReading,
          }}
          empty={
            <EmptyState title={`${name} has no workflows`}>
              <p>
                {projects.length === 0
                  ? 'It has no projects either. A workflow is made where batches are submitted.'
                  : 'None of its projects has one. A workflow is made where batches are submitted.'}
              </p>
            </EmptyState>
          }
          error={
            failure === undefined || rows.length > 0 ? undefined : (
              <WorkflowsFailure
                failure={failure}
                title="The workflows were not read"
                notDone="No workflow is shown. Nothing was changed."
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

const idOf = ({ workflow: { projectId, workflowId } }: ListedWorkflow) => `${projectId} ${workflowId}`;
const nameOf = ({ workflow: { name, workflowId } }: ListedWorkflow) => name ?? workflowId;
