import type { Counted } from '#shared/contract/today/today.ts';
import { classNames } from '#renderer/ui/class-names.ts';
import plain from '#renderer/ui/plain-table/plain-table.module.css';
import { countedText, isNone } from '../counted-words.ts';
import { columnOf } from '../lead/lead-of-status.ts';
import type { TenantRow } from '../lead/lead-of-status.ts';
import type { StatusOfList } from '../lead/lead-to.ts';
import { Lead } from '../lead/lead.tsx';
import type { Seen } from '../reading/seen.ts';
import { useTenantNames } from '../reading/use-tenant-names.ts';
import { TodayPart } from './today-part.tsx';
import styles from './today-table.module.css';

/** Where the numbers of all tenants lead: each of its parts to the list of its tenant. */
export const tenantsAnchor = 'today-tenants';

export function TenantsPart({ seen }: { readonly seen: Seen }) {
  const { batches, tenant, me } = seen;
  const nameOf = useTenantNames();
  const value = batches.value;
  if (tenant !== null || value === undefined || value.byTenant.length === 0) return null;
  return (
    <TodayPart
      title="Tenant by tenant"
      hint={value.isAllTenants ? undefined : 'not all of them: choose another at the top'}
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
              In work
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
                <Lead to={{ desk: 'tenant', tenant: row.tenantId }} title="Today of this tenant">
                  {nameOf(row.tenantId)}
                </Lead>
              </th>
              <Cell row={row} status="FAILED" name={`failed batches of ${nameOf(row.tenantId)}`} />
              <Cell row={row} status="PROCESSING" name={`batches in work of ${nameOf(row.tenantId)}`} />
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
  const counted: Counted | null = row[columnOf[status]];
  const words = counted === null ? 'unknown' : countedText(counted);
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
