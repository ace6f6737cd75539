import { ok } from '#shared/contract/result.ts';
import { batchFigures, figuresOfTenant } from '#shared/domain/today/batch-figures.ts';
import type { Handlers } from '../../contract/handlers.ts';
import { batchesByStatus } from './batches-by-status.ts';
import { tenantsOfToday } from './tenants-of-today.ts';
import type { ListingParts } from './today-parts.ts';
import { todayReads } from './today-reads.ts';

/** Three reads for each tenant: the first paint waits for them. */
export function countBatches({ doors, session, readList, now }: ListingParts): Handlers['today.batches'] {
  return async ({ tenantId }) => {
    const asked = { pattern: 'extraction.batchesByStatus', index: 'GSI2' } as const;
    const held = session();
    const own = todayReads(asked, { reader: doors().reader, who: held.who, now });
    const parts = { ...own, session: held, readList };
    const { reads, calls, readAt, now: begun } = parts;
    const scope = await tenantsOfToday(tenantId, parts);
    if (!scope.ok) return reads.billed(scope);
    const read = await batchesByStatus(scope.value, ['FAILED', 'PROCESSING', 'REVIEW_REQUIRED'], parts);
    if (!read.ok) return reads.billed(read);
    const { of, ofTenant, problems } = read.value;
    const tenants = [...scope.value.tenants];
    return reads.billed(
      ok({
        tenants,
        isAllTenants: scope.value.isAll,
        ...batchFigures(
          { failed: of('FAILED'), running: of('PROCESSING'), review: of('REVIEW_REQUIRED') },
          begun,
        ),
        byTenant: tenants.map((tenant) =>
          figuresOfTenant(tenant.tenantId, {
            failed: ofTenant(tenant.tenantId, 'FAILED'),
            running: ofTenant(tenant.tenantId, 'PROCESSING'),
            review: ofTenant(tenant.tenantId, 'REVIEW_REQUIRED'),
          }),
        ),
        problems: [...scope.value.problems, ...problems],
        calls: calls(),
        readAt: readAt(),
      }),
    );
  };
}
