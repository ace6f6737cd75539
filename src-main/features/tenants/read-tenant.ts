import type { Session } from '#shared/contract/session.ts';
import type { Tenant } from '#shared/contract/triage/tenants.ts';
import { ok, type Result } from '#shared/contract/result.ts';
import type { ConnectionDoors } from '../../aws/connection-access.ts';
import { oneRow } from '../rows/one-row.ts';
import { tenantFacts } from '../rows/tenant-rows.ts';
import { asKept } from './as-kept.ts';
import type { KeptTenants } from './kept-tenants.ts';

export interface TenantParts {
  readonly doors: () => ConnectionDoors;
  readonly session: () => Session;
  readonly kept: KeptTenants;
}

/** A tenant's own item; one that somebody is held to is a tenant also where no item says so. */
export async function readTenant(
  tenantId: string,
  { doors, session, kept }: TenantParts,
): Promise<Result<Tenant>> {
  const { connection, who } = session();
  const tenant = asKept(kept.of(connection.id));
  const read = await doors().reader.run('extraction.tenantById', { tenantId });
  const isTheirs = who !== null && who.tenants !== '*' && who.tenants.includes(tenantId);
  if (read.ok && read.value.items.length === 0 && isTheirs) {
    return ok(tenant({ tenantId, name: null, plan: null }), read.value.receipt);
  }
  return oneRow(read, noTenant(tenantId), (item) => tenant(tenantFacts(item, 'Tenant')));
}

function noTenant(tenantId: string): { readonly what: string; readonly message: string } {
  const message = `There is no tenant "${tenantId}" on this connection. Check the id, or open the connection that it is of.`;
  return { what: `tenant ${tenantId}`, message };
}
