import { useMemo, useState, type SyntheticEvent } from 'react';
import { usePin, useTenants } from '#renderer/contract/tenants.ts';
import { Button } from '#renderer/ui/button.tsx';
import { useCopyAndTell } from '#renderer/ui/copy-button.tsx';
import type { DataColumn } from '#renderer/ui/data-table/data-column.ts';
import { DataTable } from '#renderer/ui/data-table/data-table.tsx';
import { TextField } from '#renderer/ui/field.tsx';
import { PaneTitle } from '#renderer/ui/pane.tsx';
import { useShowReceipt } from '#renderer/ui/view-receipts.tsx';
import { RelativeTime, useNow } from '#renderer/ui/relative-time.tsx';
import { EmptyState } from '#renderer/ui/states.tsx';
import type { Tenant } from '#shared/contract/pipeline-items.ts';
import { findIdProblem, recogniseId } from '#shared/domain/recognise-id.ts';
import { PartFailure } from '../parts/part-failure.tsx';
import type { GoTriage } from '../address.ts';
import { PinButton } from './pin-button.tsx';
import styles from '../lists/lists.module.css';
import { messages } from '../messages.ts';

interface TenantsPaneProps {
  readonly go: GoTriage;
  readonly find?: ((id: string) => void) | undefined;
}

/**
 * Lists pinned and recently opened tenants, then the directory. Without a directory, a tenant is opened by id
 * or e-mail.
 */
export function TenantsPane({ go, find }: TenantsPaneProps) {
  const list = useTenants();
  const pin = usePin();
  const copyId = useCopyAndTell();
  const [filter, setFilter] = useState('');
  const columns = useTenantColumns({ now: useNow(30_000), pin });
  useShowReceipt('tenants', list.receipts);
  const open = ({ tenantId }: Tenant) => go({ tenant: tenantId });

  return (
    <div className={styles.tenantsPane}>
      <OpenTenant onTenant={(tenant) => go({ tenant })} onOther={find} />
      <div className={styles.table}>
        <DataTable
          label="Tenants"
          primary
          opensOnClick
          head={<PaneTitle title="Tenants" hint={describeSource(list)} />}
          columns={columns}
          rows={list.tenants}
          rowId={getId}
          rowName={getName}
          filter={filter}
          onFilterChange={setFilter}
          onOpen={open}
          onCopyId={copyId}
          loading={!list.isRead && list.failure === undefined}
          end={{
            note: list.complete ? messages.tenants.endOfList : `${String(list.tenants.length)} so far`,
            onMore: list.complete ? undefined : list.readOn,
            loading: list.reading,
          }}
          onReachEnd={list.complete || filter !== '' ? undefined : list.readOn}
          empty={
            <EmptyState title={messages.tenants.none}>
              <p>
                {list.hasDirectory ? messages.tenants.emptyDirectory : messages.tenants.noDirectory}{' '}
                {messages.tenants.openAbove}
              </p>
            </EmptyState>
          }
          error={
            list.failure === undefined || list.isRead ? undefined : (
              <PartFailure
                failure={list.failure}
                title={messages.tenants.notRead}
                notDone={messages.tenants.notReadNext}
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

function describeSource({ isRead, hasDirectory }: ReturnType<typeof useTenants>): string {
  if (!isRead) return '';
  return hasDirectory ? messages.tenants.sortedWithDirectory : messages.tenants.sortedWithoutDirectory;
}

const getId = ({ tenantId }: Tenant) => tenantId;
const getName = ({ tenantId, name }: Tenant) => name ?? tenantId;

interface OpenTenantProps {
  readonly onTenant: (tenantId: string) => void;
  /** Looks up an id of another kind by its own index. */
  readonly onOther: ((id: string) => void) | undefined;
}

/** Finds a tenant by its id or by the e-mail address of a member, where there is no list. */
function OpenTenant({ onTenant, onOther }: OpenTenantProps) {
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string>();

  function open(event: SyntheticEvent): void {
    event.preventDefault();
    const id = typed.trim();
    const recognised = recogniseId(id);
    if (id === '') setProblem(messages.tenants.enterId);
    else if (recognised?.kind === 'tenant') onTenant(recognised.id);
    // A UUID typed here is more likely to be a tenant than a message.
    else if (recognised !== undefined && recognised.kind !== 'message' && onOther !== undefined) onOther(id);
    else if (findIdProblem(id) !== null) setProblem(messages.tenants.invalidId);
    else onTenant(id);
  }

  return (
    <form className={styles.open} onSubmit={open}>
      <TextField
        label={messages.tenants.idLabel}
        labelHidden
        placeholder={messages.tenants.idPlaceholder}
        className={styles.field}
        mono
        value={typed}
        error={problem}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setProblem(undefined);
        }}
      />
      <Button type="submit" icon="forward">
        Open
      </Button>
    </form>
  );
}

interface Parts {
  readonly now: number;
  readonly pin: (tenant: Tenant, pinned: boolean) => void;
}

function useTenantColumns({ now, pin }: Parts): readonly DataColumn<Tenant>[] {
  return useMemo<readonly DataColumn<Tenant>[]>(
    () => [
      {
        id: 'name',
        title: 'Tenant',
        value: ({ name, tenantId }) => name ?? tenantId,
        strong: true,
        min: 160,
        sortable: true,
        hideable: false,
      },
      {
        id: 'tenantId',
        title: 'Id',
        value: ({ tenantId }) => tenantId,
        mono: true,
        min: 120,
        sortable: true,
      },
      { id: 'plan', title: 'Plan', value: ({ plan }) => plan, width: 120, sortable: true },
      {
        id: 'openedAt',
        title: 'Last opened',
        value: ({ openedAt }) => openedAt,
        cell: ({ openedAt }) =>
          openedAt === null ? null : <RelativeTime at={Date.parse(openedAt)} now={now} focusable={false} />,
        width: 130,
        sortable: true,
      },
      {
        id: 'pinned',
        title: 'Pinned',
        value: ({ pinned }) => (pinned ? 'pinned' : null),
        cell: (tenant) => <PinButton tenant={tenant} onPin={pin} />,
        width: 92,
      },
    ],
    [now, pin],
  );
}
