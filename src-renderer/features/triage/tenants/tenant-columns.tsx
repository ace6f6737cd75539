import { useMemo } from 'react';
import type { Tenant } from '#shared/contract/triage/tenants.ts';
import type { DataColumn } from '#renderer/ui/data-table/data-column.ts';
import { RelativeTime } from '#renderer/ui/relative-time/relative-time.tsx';
import { PinButton } from './pin-button.tsx';

interface Parts {
  readonly now: number;
  readonly pin: (tenant: Tenant, pinned: boolean) => void;
}

export function useTenantColumns({ now, pin }: Parts): readonly DataColumn<Tenant>[] {
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
