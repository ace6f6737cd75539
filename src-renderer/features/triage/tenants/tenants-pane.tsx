import { useState } from 'react';
import type { Tenant } from '#shared/contract/triage/tenants.ts';
import { useCopyAndTell } from '#renderer/ui/copy-button/use-copy-and-tell.ts';
import { DataTable } from '#renderer/ui/data-table/data-table.tsx';
import { PaneTitle } from '#renderer/ui/pane/pane.tsx';
import { useShowReceipt } from '#renderer/ui/receipt-footer/view-receipts.tsx';
import { EmptyState } from '#renderer/ui/states/empty-state.tsx';
import { PartFailure } from '../parts/part-failure.tsx';
import { useNow } from '#renderer/ui/relative-time/use-now.ts';
import type { GoTriage } from '../triage-address.ts';
import { OpenTenant } from './open-tenant.tsx';
import { useTenantColumns } from './tenant-columns.tsx';
import styles from './tenants.module.css';
import { usePin, useTenants } from '#renderer/contract/use-tenants.ts';

interface TenantsPaneProps {
  readonly go: GoTriage;
  readonly find?: ((id: string) => void) | undefined;
}

/** Pinned, then recently opened, then the directory; where there is none, whom one knows by id or e-mail. */
export function TenantsPane({ go, find }: TenantsPaneProps) {
  const list = useTenants();
  const pin = usePin();
  const copyId = useCopyAndTell();
  const [filter, setFilter] = useState('');
  const columns = useTenantColumns({ now: useNow(30_000), pin });
  useShowReceipt('tenants', list.receipts);
  const open = ({ tenantId }: Tenant) => go({ tenant: tenantId });

  return (
    <div className={styles.pane}>
      <OpenTenant onTenant={(tenant) => go({ tenant })} onOther={find} />
      <div className={styles.table}>
        <DataTable
          label="Tenants"
          primary
          opensOnClick
          head={<PaneTitle title="Tenants" hint={hintOf(list)} />}
          columns={columns}
          rows={list.tenants}
          rowId={idOf}
          rowName={nameOf}
          filter={filter}
          onFilterChange={setFilter}
          onOpen={open}
          onCopyId={copyId}
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
                Open one above by its id, or by the e-mail of somebody who works for it.
              </p>
            </EmptyState>
          }
          error={
            list.failure === undefined || list.isRead ? undefined : (
              <PartFailure
                failure={list.failure}
                title="The tenants were not read"
                notDone="No tenant is shown. One whose id you know can be opened above."
                onRetry={list.readAgain}
                retrying={list.reading}
              />
            )
          }
        />
      </div>
    </div>
  );
}

function hintOf({ isRead, hasDirectory }: ReturnType<typeof useTenants>): string {
  if (!isRead) return '';
  return hasDirectory ? 'pinned first, then the last opened' : 'those opened here; there is no directory';
}

const idOf = ({ tenantId }: Tenant) => tenantId;
const nameOf = ({ tenantId, name }: Tenant) => name ?? tenantId;
