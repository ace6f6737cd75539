import type { CostBatch } from '#shared/contract/costs/costs.ts';
import { ok } from '#shared/contract/result.ts';
import { maySeeTenant } from '#shared/domain/tenant-scope.ts';
import { outOfScope } from '../../aws/scope/out-of-scope.ts';
import type { Handlers } from '../../contract/handlers.ts';
import { scopeOf } from '../../session/session-store.ts';
import type { CostsParts } from './costs-parts.ts';
import type { KnownCostsShelf } from './known-costs.ts';
import { batchKey } from './listing/listed-batch.ts';

interface Parts extends Pick<CostsParts, 'session'> {
  readonly shelf: KnownCostsShelf;
}

const mostRows = 500;

/** The newest first, of what a watch has listed; nothing is read for it. */
export function costBatches({ session, shelf }: Parts): Handlers['costs.batches'] {
  return ({ tenantId, days, projectId, workflowId, day }) => {
    const now = session();
    if (tenantId !== null && !maySeeTenant(scopeOf(now), tenantId))
      return outOfScope(tenantId, 'Nothing was read.');
    const known = shelf.find(now, { tenantId, days });
    if (known === undefined) return ok({ rows: [], more: 0 });
    const asked = known.batches.filter(
      (batch) =>
        maySeeTenant(scopeOf(now), batch.tenantId) &&
        (tenantId === null || batch.tenantId === tenantId) &&
        (projectId === null || batch.projectId === projectId) &&
        (workflowId === null || batch.workflowId === workflowId) &&
        (day === null || batch.day === day),
    );
    const rows = asked.slice(0, mostRows).map((batch): CostBatch => {
      const metered = known.metered.get(batchKey(batch));
      return {
        tenantId: batch.tenantId,
        projectId: batch.projectId,
        batchId: batch.batchId,
        workflowId: batch.workflowId,
        createdAt: batch.createdAt,
        documents: batch.isCounted ? batch.documents : (metered?.totals.documents ?? null),
        processed: batch.processed,
        isInWork: batch.isInWork,
        run: batch.run,
        metered: metered?.totals ?? null,
        repeated: metered?.repeated ?? 0,
      };
    });
    return ok({ rows, more: asked.length - rows.length });
  };
}
