import { useOnlyTenant } from '#renderer/contract/use-only-tenant.ts';
import { isOfGroups, useReadAgain } from '#renderer/contract/use-read-again.ts';
import { useReceiptTitles } from '#renderer/contract/use-receipt-titles.ts';
import { usePageFocusKept } from '#renderer/ui/focus/use-page-focus-kept.ts';
import { View, ViewHead } from '#renderer/ui/pane/view.tsx';
import { ReceiptsOfView, ViewReceipts } from '#renderer/ui/receipt-footer/view-receipts.tsx';
import { TenantList } from './list/tenant-list.tsx';
import { WorkflowList } from './list/workflow-list.tsx';
import { OpenWorkflow } from './open-workflow.tsx';
import type { GoWorkflows, WorkflowsAddress } from './workflows-address.ts';

export interface WorkflowsPageProps {
  readonly address: WorkflowsAddress;
  readonly go: GoWorkflows;
  readonly onOpenBatch: (tenantId: string, batchId: string) => void;
  /** Works on as another persona of the sandbox. */
  readonly onActAs: (personaId: string) => void;
}

/** How sure the readers have to be: what each workflow says now, what else it could say, and who changed it why. */
export function WorkflowsPage(props: WorkflowsPageProps) {
  const { address, go } = props;
  const { tenant, project, workflow } = address;
  const isOfOne = useOnlyTenant(tenant !== null, (only) => go({ tenant: only }, 'replace'));
  const { readAgain, reading } = useReadAgain(isShownHere);
  const titleOf = useReceiptTitles();
  usePageFocusKept();
  const foot = <ReceiptsOfView titleOf={titleOf} onRefresh={readAgain} refreshing={reading} />;

  if (tenant !== null && project !== null && workflow !== null) {
    const name = { tenantId: tenant, projectId: project, workflowId: workflow };
    return (
      <ViewReceipts key={JSON.stringify(name)}>
        <OpenWorkflow {...props} name={name} foot={foot} />
      </ViewReceipts>
    );
  }
  return (
    <ViewReceipts key={tenant}>
      <View
        head={<ViewHead title="Workflows" sub={tenant === null ? 'Choose a tenant' : undefined} />}
        foot={foot}
      >
        {tenant !== null ? (
          <WorkflowList tenantId={tenant} go={go} />
        ) : isOfOne ? null : (
          <TenantList onTenant={(to) => go({ tenant: to })} />
        )}
      </View>
    </ViewReceipts>
  );
}

const isOfWorkflows = isOfGroups(new Set(['tenants', 'projects', 'users', 'workflows']));

/** But for the sample: it costs hundreds of times as much, and is read again where its price stands. */
function isShownHere(operation: string): boolean {
  return isOfWorkflows(operation) && operation !== 'workflows.sample';
}
