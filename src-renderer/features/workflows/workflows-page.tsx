import { useState } from 'react';
import type { Tenant } from '#shared/contract/pipeline-items.ts';
import { useOnlyTenant, useTenants } from '#renderer/contract/tenants.ts';
import { isOfGroups, useReadAgain } from '#renderer/contract/use-operation.ts';
import { useReceiptTitles } from '#renderer/contract/use-receipt-titles.ts';
import type { DataColumn } from '#renderer/ui/data-table/data-column.ts';
import { Button } from '#renderer/ui/button.tsx';
import { DataTable } from '#renderer/ui/data-table/data-table.tsx';
import { usePageFocusKept } from '#renderer/ui/focus.ts';
import { PaneTitle, View, ViewHead } from '#renderer/ui/pane.tsx';
import { ReceiptsOfView, useShowReceipt, ViewReceipts } from '#renderer/ui/view-receipts.tsx';
import { EmptyState } from '#renderer/ui/states.tsx';
import { maySeeLists } from '#shared/permissions.ts';
import { usePersonHere } from '#renderer/contract/use-person-here.ts';
import { Segmented } from '#renderer/ui/segmented.tsx';
import { messages as listMessages } from './tenant-data/list-messages.ts';
import { TenantData } from './tenant-data/tenant-data.tsx';
import { WorkflowList } from './list/tenant-workflow-list.tsx';
import { OpenWorkflow } from './open-workflow.tsx';
import type { GoWorkflows, WorkflowsAddress } from './address.ts';
import { WorkflowsFailure } from './workflows-failure.tsx';
import { messages } from './messages.ts';

export interface WorkflowsPageProps {
  readonly address: WorkflowsAddress;
  readonly go: GoWorkflows;
  readonly onOpenBatch: (tenantId: string, batchId: string) => void;
  /** Switches to another persona of the sandbox. */
  readonly onActAs: (personaId: string) => void;
  /** Opens Triage, where a tenant is opened by its id. */
  readonly onTriage: () => void;
}

/**
 * Shows how confident the readers have to be: the thresholds of each workflow, a draft of others, and the
 * history of changes.
 */
export function WorkflowsPage(props: WorkflowsPageProps) {
  const { address, go } = props;
  const { tenant, project, workflow, list } = address;
  const { me } = usePersonHere();
  // A link leads to a list that is not for everyone.
  const shownList = tenant !== null && maySeeLists(me, tenant) ? list : null;
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
        head={
          <ViewHead
            title="Workflows"
            sub={tenant === null ? messages.page.chooseTenant : undefined}
            actions={tenant === null ? undefined : <ListChoice tenantId={tenant} list={list} go={go} />}
          />
        }
        foot={foot}
      >
        {tenant !== null && shownList !== null ? (
          <TenantData key={shownList} tenantId={tenant} list={shownList} />
        ) : tenant !== null ? (
          <WorkflowList tenantId={tenant} go={go} />
        ) : isOfOne ? null : (
          <TenantList onTenant={(to) => go({ tenant: to })} onTriage={props.onTriage} />
        )}
      </View>
    </ViewReceipts>
  );
}

interface ListChoiceProps {
  readonly tenantId: string;
  readonly list: WorkflowsAddress['list'];
  readonly go: GoWorkflows;
}

/** Leads from a tenant's workflows to the lists that its documents are checked against. */
function ListChoice({ tenantId, list, go }: ListChoiceProps) {
  const { me } = usePersonHere();
  if (!maySeeLists(me, tenantId)) return null;
  return (
    <Segmented
      label={lists.label}
      value={list ?? 'workflows'}
      onChange={(next) => go({ list: next === 'workflows' ? null : next })}
      options={[
        { value: 'workflows', label: lists.workflows },
        { value: 'suppliers', label: lists.suppliers },
        { value: 'orders', label: lists.orders },
      ]}
    />
  );
}

const { lists } = listMessages;

const isOfWorkflows = isOfGroups(new Set(['tenants', 'projects', 'users', 'workflows']));

/**
 * The sample is left out, because it costs hundreds of times as much and has its own button with its price.
 */
function isShownHere(operation: string): boolean {
  return isOfWorkflows(operation) && operation !== 'workflows.sample';
}

interface TenantListProps {
  readonly onTenant: (tenantId: string) => void;
  readonly onTriage: () => void;
}

/** Lists the tenants whose workflows can be opened: the pinned and recent ones, then the directory. */
function TenantList({ onTenant, onTriage }: TenantListProps) {
  const list = useTenants();
  const [filter, setFilter] = useState('');
  useShowReceipt('tenants', list.receipts);
  return (
    <DataTable
      label="Tenants"
      primary
      opensOnClick
      head={<PaneTitle title="Tenants" hint={messages.page.sorted} />}
      columns={columns}
      rows={list.tenants}
      rowId={getTenantId}
      rowName={getTenantName}
      filter={filter}
      onFilterChange={setFilter}
      onOpen={({ tenantId }) => onTenant(tenantId)}
      loading={!list.isRead && list.failure === undefined}
      end={{
        note: list.complete ? messages.page.endOfList : `${String(list.tenants.length)} so far`,
        onMore: list.complete ? undefined : list.readOn,
        loading: list.reading,
      }}
      onReachEnd={list.complete || filter !== '' ? undefined : list.readOn}
      empty={
        <EmptyState
          title={messages.page.noTenants}
          actions={
            <Button size="sm" icon="triage" onClick={onTriage}>
              {messages.page.openTriage}
            </Button>
          }
        >
          <p>
            {list.hasDirectory ? messages.page.emptyDirectory : messages.page.noDirectory}{' '}
            {messages.page.openInTriage}
          </p>
        </EmptyState>
      }
      error={
        list.failure === undefined || list.isRead ? undefined : (
          <WorkflowsFailure
            failure={list.failure}
            title={messages.page.tenantsNotRead}
            notDone={messages.page.noTenantShown}
            onRetry={list.readAgain}
            retrying={list.reading}
          />
        )
      }
    />
  );
}

const getTenantId = ({ tenantId }: Tenant) => tenantId;
const getTenantName = ({ tenantId, name }: Tenant) => name ?? tenantId;

const columns: readonly DataColumn<Tenant>[] = [
  {
    id: 'name',
    title: 'Tenant',
    value: getTenantName,
    strong: true,
    min: 160,
    sortable: true,
    hideable: false,
  },
  { id: 'tenantId', title: 'Id', value: getTenantId, mono: true, min: 120, sortable: true },
  { id: 'plan', title: 'Plan', value: ({ plan }) => plan, width: 160, sortable: true },
];
