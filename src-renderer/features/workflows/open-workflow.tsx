import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { WorkflowKey } from '#shared/contract/workflows/workflows.ts';
import { failureOf } from '#renderer/contract/failure-error.ts';
import { operationOptions } from '#renderer/contract/operation-options.ts';
import { View } from '#renderer/ui/pane/view.tsx';
import { useShowReceipt } from '#renderer/ui/receipt-footer/view-receipts.tsx';
import { SkeletonRows } from '#renderer/ui/skeleton/skeleton.tsx';
import { WorkflowDesk } from './workflow-desk.tsx';
import { WorkflowHead } from './workflow-head.tsx';
import { WorkflowsFailure } from './workflows-failure.tsx';
import type { WorkflowsPageProps } from './workflows-page.tsx';

export interface OpenWorkflowProps extends WorkflowsPageProps {
  readonly name: WorkflowKey;
  readonly foot: ReactNode;
}

/** A workflow by its key: one read, and nothing reads it again by itself. */
export function OpenWorkflow(props: OpenWorkflowProps) {
  const { name, foot, go } = props;
  const query = useQuery(operationOptions('workflows.read', name));
  const { tenantId } = name;
  const tenant = useQuery(operationOptions('tenants.read', { tenantId }));
  useShowReceipt('workflow', query.data?.receipt);
  useShowReceipt('tenant', tenant.data?.receipt);
  if (query.data !== undefined) {
    return (
      <WorkflowDesk
        {...props}
        workflow={query.data.value}
        failure={query.error === null ? undefined : failureOf(query.error)}
        onReadAgain={() => void query.refetch()}
      />
    );
  }
  return (
    <View
      head={<WorkflowHead name={name} workflow={null} onList={() => go({ project: null, workflow: null })} />}
      foot={foot}
    >
      {query.error === null ? (
        <SkeletonRows rows={6} label="Reading the workflow" />
      ) : (
        <WorkflowsFailure
          failure={failureOf(query.error)}
          title="The workflow was not read"
          notDone="Nothing of it is shown, and nothing was changed."
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      )}
    </View>
  );
}
