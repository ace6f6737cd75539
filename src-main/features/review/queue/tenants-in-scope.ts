import { ok, type Result } from '#shared/contract/result.ts';
import type { Persona } from '#shared/contract/session.ts';
import { maySeeTenant } from '#shared/domain/tenant-scope.ts';
import type { CatalogueReader } from '../../../aws/reading.ts';
import { outOfScope } from '../../../aws/scope/out-of-scope.ts';
import { tenantFacts } from '../../../rows/tenant-rows.ts';
import {
  concernsAll,
  everyItem,
  everyTenant,
  type NotAsked,
  type PaidReads,
} from '../../../reads/paid-reads.ts';

interface TenantsInScope {
  readonly tenants: readonly { readonly tenantId: string; readonly name: string | null }[];
  readonly notAsked: readonly NotAsked[];
}

interface Parts {
  readonly reader: CatalogueReader;
  readonly reads: PaidReads;
  readonly who: Persona | null;
}

/** Each is asked three questions, and somebody waits for the answer. */
const mostTenants = 200;
const mostPages = 10;

/** Whose documents are asked for: one tenant's, those of the person's tenants, or of all that the directory has. */
export async function tenantsInScope(
  tenantId: string | undefined,
  { reader, reads, who }: Parts,
): Promise<Result<TenantsInScope>> {
  if (tenantId !== undefined) {
    if (!maySeeTenant(who, tenantId)) return outOfScope(tenantId, 'Nothing was read.');
    return ok({ tenants: [{ tenantId, name: null }], notAsked: [] });
  }
  if (who !== null && who.tenants !== '*') {
    return ok(
      asMany(
        who.tenants.map((one) => ({ tenantId: one, name: null })),
        true,
      ),
    );
  }
  const read = await everyItem(
    async (cursor) => reads.paid(await reader.run('extraction.tenants', {}, { cursor })),
    mostPages,
  );
  if (!read.ok) return concernsAll(read.failure) ? read : ok(unknown(read.failure.message));
  const tenants = read.value.items.map((item) => tenantFacts(item, 'TenantInDirectory'));
  if (tenants.length === 0) return ok(unknown('This deployment keeps no directory of its tenants.'));
  return ok(asMany(tenants, read.value.isAll));
}

function asMany(tenants: TenantsInScope['tenants'], isAll: boolean): TenantsInScope {
  if (tenants.length <= mostTenants && isAll) return { tenants, notAsked: [] };
  const why = `Only the first ${Math.min(mostTenants, tenants.length)} tenants were asked. Choose a tenant in the top bar to see any other.`;
  return { tenants: tenants.slice(0, mostTenants), notAsked: [{ tenantId: everyTenant, why }] };
}

/** Which tenants were pinned or opened here says nothing of which there are. */
function unknown(reason: string): TenantsInScope {
  const why = `Which tenants there are could not be read, so none was asked. ${reason} Choose a tenant in the top bar.`;
  return { tenants: [], notAsked: [{ tenantId: everyTenant, why }] };
}
