import { useQueryClient } from '@tanstack/react-query';
import type { Answer } from '#renderer/contract/operation-options.ts';
import { useTenants } from '#renderer/contract/tenants.ts';
import { classNames } from '#renderer/ui/class-names.ts';
import plain from '#renderer/ui/plain-table.module.css';
import type { Counted, TodayBatches } from '#shared/contract/today.ts';
import { columnByStatus, type StatusOfList, type TenantRow } from '../lead-to.ts';
import { Lead } from '../lead.tsx';
import { formatCounted, isNone, messages } from '../messages.ts';
import type { Seen } from '../seen.ts';
import styles from './parts.module.css';
import { TodayPart } from './today-part.tsx';

/** Numbers over all tenants lead to this table, which splits them by tenant. */
export const tenantsAnchor = 'today-tenants';

export function TenantsPart({ seen }: { readonly seen: Seen }) {
  const { batches, tenant, me } = seen;
  const nameOf = useTenantNames();
  const value = batches.value;
  if (tenant !== null || value === undefined || value.byTenant.length === 0) return null;
  return (
    <TodayPart
      title="Tenant by tenant"
      hint={value.isAllTenants ? undefined : messages.batches.notAllTenants}
      anchor={tenantsAnchor}
    >
      <table className={classNames(plain.table, styles.table)} aria-label="Tenant by tenant">
        <thead>
          <tr>
            <th scope="col">Tenant</th>
            <th scope="col" className={plain.end}>
              Failed batches
            </th>
            <th scope="col" className={plain.end}>
              {messages.batches.running}
            </th>
            <th scope="col" className={plain.end}>
              Waiting documents
            </th>
          </tr>
        </thead>
        <tbody>
          {value.byTenant.map((row) => (
            <tr key={row.tenantId}>
              <th scope="row">
                <Lead to={{ desk: 'tenant', tenant: row.tenantId }} title={messages.batches.tenantToday}>
                  {nameOf(row.tenantId)}
                </Lead>
              </th>
              <Cell row={row} status="FAILED" name={`failed batches of ${nameOf(row.tenantId)}`} />
              <Cell
                row={row}
                status="PROCESSING"
                name={messages.batches.runningOfTenant(nameOf(row.tenantId))}
              />
              <Cell
                row={row}
                status="REVIEW_REQUIRED"
                name={`documents waiting of ${nameOf(row.tenantId)}`}
                inReview={me.mayReview}
              />
            </tr>
          ))}
        </tbody>
      </table>
    </TodayPart>
  );
}

interface CellProps {
  readonly row: TenantRow;
  readonly status: StatusOfList;
  readonly name: string;
  readonly inReview?: boolean | undefined;
}

function Cell({ row, status, name, inReview = false }: CellProps) {
  const counted: Counted | null = row[columnByStatus[status]];
  const words = counted === null ? 'unknown' : formatCounted(counted);
  const isBad = status === 'FAILED' && (counted?.count ?? 0) > 0;
  return (
    <td
      className={classNames(
        plain.end,
        counted !== null && isNone(counted) && plain.quiet,
        isBad && styles.bad,
      )}
    >
      <Lead
        to={
          inReview
            ? { desk: 'review', tenant: row.tenantId, olderThanMinutes: null }
            : { desk: 'batches', tenant: row.tenantId, status }
        }
        label={`${words} ${name}`}
      >
        {words}
      </Lead>
    </td>
  );
}

/** Returns the names of tenants that were read already. It makes no request. */
export function useTenantNames(): (tenantId: string) => string {
  const client = useQueryClient();
  const { tenants } = useTenants({ wanted: false });
  const read = client.getQueriesData<Answer<TodayBatches>>({ queryKey: ['today.batches'] });
  const named = new Map(
    [...tenants, ...read.flatMap(([, answer]) => answer?.value.tenants ?? [])].flatMap(({ tenantId, name }) =>
      name === null ? [] : [[tenantId, name] as const],
    ),
  );
  return (tenantId) => named.get(tenantId) ?? tenantId;
}
