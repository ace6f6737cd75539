import { ok, type Result } from '#shared/contract/result.ts';
import type { TodayBatches } from '#shared/contract/today/today.ts';
import { maySeeTenant } from '#shared/domain/tenant-scope.ts';
import { outOfScope } from '../../aws/scope/out-of-scope.ts';
import { concernsAll } from '../../reads/paid-reads.ts';
import { tenantFacts } from '../../rows/tenant-rows.ts';
import type { TodayReads } from './today-reads.ts';

export interface TodayTenants {
  readonly tenants: TodayBatches['tenants'];
  /** Whether those are all that were asked for. */
  readonly isAll: boolean;
  readonly problems: readonly string[];
}

/** Each is asked several questions, and a page that is opened first thing has to be there at once. */
const mostTenants = 12;

/** Whose work is looked at: one tenant's, that of the person's tenants, or of the first that the directory has. */
export async function tenantsOfToday(
  tenantId: string | null,
  { reader, reads, who }: TodayReads,
): Promise<Result<TodayTenants>> {
  if (tenantId !== null) {
    if (!maySeeTenant(who, tenantId)) return outOfScope(tenantId, 'Nothing was read.');
    return ok(theFirst([{ tenantId, name: null }], true));
  }
  if (who !== null && who.tenants !== '*') {
    return ok(
      theFirst(
        who.tenants.map((one) => ({ tenantId: one, name: null })),
        true,
      ),
    );
  }
  const read = reads.paid(await reader.run('extraction.tenants', {}));
  if (!read.ok) return concernsAll(read.failure) ? read : ok(unknown(read.failure.message));
  const { items, cursor } = read.value;
  const tenants = items.map((item) => tenantFacts(item, 'TenantInDirectory'));
  if (tenants.length === 0) return ok(unknown('This deployment keeps no directory of its tenants.'));
  return ok(theFirst(tenants, cursor === null));
}

function theFirst(found: TodayTenants['tenants'], areThoseAll: boolean): TodayTenants {
  const tenants = found.slice(0, mostTenants).map(({ tenantId, name }) => ({ tenantId, name }));
  const isAll = areThoseAll && tenants.length === found.length;
  const of = areThoseAll ? `${found.length}` : `more than ${found.length}`;
  const why = `Only ${tenants.length} of ${of} tenants are counted here, the first by their ids. Choose a tenant in the top bar to see any other.`;
  return { tenants, isAll, problems: isAll ? [] : [why] };
}

/** Which tenants were pinned or opened here says nothing of which there are. */
function unknown(reason: string): TodayTenants {
  const why = `Which tenants there are could not be read, so none was asked. ${reason} Choose a tenant in the top bar.`;
  return { tenants: [], isAll: false, problems: [why] };
}
