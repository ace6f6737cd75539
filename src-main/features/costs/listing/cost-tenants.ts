import { ok, type Failure, type Result } from '#shared/contract/result.ts';
import type { Session } from '#shared/contract/session.ts';
import { maySeeTenant } from '#shared/domain/tenant-scope.ts';
import { outOfScope } from '../../../aws/scope/out-of-scope.ts';
import { concernsAll, everyItem } from '../../../reads/paid-reads.ts';
import { tenantFacts } from '../../../rows/tenant-rows.ts';
import type { KeptTenant } from '../../../reads/pinned-tenants.ts';
import type { CostReads } from '../cost-reads.ts';
import { scopeOf } from '../../../session/session-store.ts';

export interface CostTenant {
  readonly tenantId: string;
  readonly name: string | null;
}

interface CostTenants {
  readonly tenants: readonly CostTenant[];
  /** Why others may be missing; null where these are all. */
  readonly missing: string | null;
}

interface Parts {
  readonly reads: CostReads;
  readonly signal: AbortSignal;
  readonly session: Pick<Session, 'who' | 'signIn'>;
  /** Pinned or opened here. */
  readonly kept: readonly KeptTenant[];
}

/** All of a tenant's projects are listed, and somebody waits. */
const mostTenants = 200;
const mostPages = 5;

/** Whose batches are listed: one tenant's, those of the person's tenants, or of all that the directory has. */
export async function costTenants(tenantId: string | null, parts: Parts): Promise<Result<CostTenants>> {
  const { who } = parts.session;
  if (tenantId !== null) {
    if (!maySeeTenant(who, tenantId)) return outOfScope(tenantId, 'Nothing was read.');
    return named([tenantId], parts);
  }
  return who !== null && who.tenants !== '*' ? named(who.tenants, parts) : ofDirectory(parts);
}

async function ofDirectory(parts: Parts): Promise<Result<CostTenants>> {
  const { reads, signal } = parts;
  const read = await everyItem(
    (cursor) => reads.run('extraction.tenants', {}, { cursor }, signal),
    mostPages,
  );
  if (!read.ok) return concernsAll(read.failure) ? read : ok(keptOnly(parts, read.failure.message));
  const tenants = read.value.items.map((item) => tenantFacts(item, 'TenantInDirectory'));
  if (tenants.length === 0) return ok(keptOnly(parts, 'This deployment keeps no directory of its tenants.'));
  return ok(asMany(tenants, read.value.isAll));
}

/** Each by its key: a directory is of all. */
async function named(tenantIds: readonly string[], parts: Parts): Promise<Result<CostTenants>> {
  const { tenants, missing } = asMany(
    tenantIds.map((tenantId) => ({ tenantId, name: null })),
    true,
  );
  const read = await Promise.all(tenants.map(({ tenantId }) => withName(tenantId, parts)));
  const failure = read.find((one) => !one.ok && concernsAll(one.failure));
  if (failure?.ok === false) return failure;
  // A name is worth no more than that: its tenant's batches may well be listed.
  return ok({
    tenants: tenants.map((tenant, at) => (read[at]?.ok === true ? read[at].value : tenant)),
    missing,
  });
}

async function withName(tenantId: string, { reads, signal, kept }: Parts): Promise<Result<CostTenant>> {
  const known = kept.find((one) => one.tenantId === tenantId)?.name ?? null;
  if (known !== null) return ok({ tenantId, name: known });
  const read = await reads.run('extraction.tenantById', { tenantId }, {}, signal);
  if (!read.ok) return read;
  const [item] = read.value.items;
  return ok({ tenantId, name: item === undefined ? null : tenantFacts(item, 'Tenant').name });
}

function asMany(tenants: readonly CostTenant[], isAll: boolean): CostTenants {
  const shown = tenants.slice(0, mostTenants).map(({ tenantId, name }) => ({ tenantId, name }));
  if (isAll && shown.length === tenants.length) return { tenants: shown, missing: null };
  const missing = `Only the first ${shown.length} tenants are here. Choose a tenant in the top bar to see any other.`;
  return { tenants: shown, missing };
}

function keptOnly({ session, kept }: Parts, why: Failure['message']): CostTenants {
  const mine = kept.filter(({ tenantId }) => maySeeTenant(scopeOf(session), tenantId));
  const { tenants } = asMany(mine, true);
  const missing = `Which tenants there are could not be read, so only those that were opened or pinned here are. ${why}`;
  return { tenants, missing };
}
