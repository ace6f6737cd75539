import { useState } from 'react';
import type { Tenant } from '#shared/contract/triage/tenants.ts';
import { useTenants } from '#renderer/contract/use-tenants.ts';
import type { DataColumn } from '#renderer/ui/data-table/data-column.ts';
import { DataTable } from '#renderer/ui/data-table/data-table.tsx';
import { PaneTitle } from '#renderer/ui/pane/pane.tsx';
import { useShowReceipt } from '#renderer/ui/receipt-footer/view-receipts.tsx';
import { EmptyState } from '#renderer/ui/states/empty-state.tsx';
import { WorkflowsFailure } from '../workflows-failure.tsx';

interface TenantListProps {
  readonly onTenant: (tenantId: string) => void;
}

/** Whose workflows: those who were pinned or opened here, then the directory. */
export function TenantList({ onTenant }: TenantListProps) {
  const list = useTenants();
  const [filter, setFilter] = useState('');
  useShowReceipt('tenants', list.receipts);
  return (
    <DataTable
      label="Tenants"
      primary
      opensOnClick
      head={<PaneTitle title="Tenants" hint="pinned first, then the last opened" />}
      columns={columns}
      rows={list.tenants}
      rowId={idOf}
      rowName={nameOf}
      filter={filter}
      onFilterChange={setFilter}
      onOpen={({ tenantId }) => onTenant(tenantId)}
      loading={!list.isRead && list.failure === undefined}
      end={{
        note: list.complete ? 'These are all' : `${String(list.tenants.length)} so far`,
        onMore: list.complete ? undefined : list.readOn,
        loading: list.reading,
      }}
      onReachEnd={list.complete || filter !== '' ? undefined : list.readOn}
      empty={
        <EmptyState title="No tenant was opened here yet">
          <p>
            {list.hasDirectory
              ? 'The directory is empty.'
              : 'This deployment keeps no directory of its tenants, and finding them would take a scan.'}{' '}
            Triage opens one by its id, or by the e-mail of somebody who works for it.
          </p>
        </EmptyState>
      }
      error={
        list.failure === undefined || list.isRead ? undefined : (
          <WorkflowsFailure
            failure={list.failure}
            title="The tenants were not read"
            notDone="No tenant is shown, and nothing was changed."
            onRetry={list.readAgain}
            retrying={list.reading}
          />
        )
      }
    />
  );
}

const idOf = ({ tenantId }: Tenant) => tenantId;
const nameOf = ({ tenantId, name }: Tenant) => name ?? tenantId;

const columns: readonly DataColumn<Tenant>[] = [
  { id: 'name', title: 'Tenant', value: nameOf, strong: true, min: 160, sortable: true, hideable: false },
  { id: 'tenantId', title: 'Id', value: idOf, mono: true, min: 120, sortable: true },
  { id: 'plan', title: 'Plan', value: ({ plan }) => plan, width: 160, sortable: true },
];
