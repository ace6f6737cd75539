import type { Lookup } from '#shared/contract/triage/lookup.ts';
import { ok, type Result } from '#shared/contract/result.ts';
import { readTenant } from '../tenants/read-tenant.ts';
import { nothing } from './found-or-nothing.ts';
import type { LookupParts } from './lookup-parts.ts';

export async function findTenant(tenantId: string, parts: LookupParts): Promise<Result<Lookup>> {
  const tenant = await readTenant(tenantId, parts);
  if (tenant.ok) return ok({ found: 'tenant', tenant: tenant.value }, tenant.receipt);
  if (tenant.failure.code !== 'not-found') return tenant;
  return ok(nothing('extraction.tenantById', hint), tenant.receipt);
}

const hint = 'It may be of another connection. Ids tell capitals from small letters.';
