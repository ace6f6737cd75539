import type { activityOperations } from '#shared/contract/activity.ts';
import type { Batch } from '#shared/contract/pipeline-items.ts';
import { ok, refused } from '#shared/contract/result.ts';
import { pickBatch, readBatchesById } from '../../aws/batches-by-id.ts';
import type { ConnectionDoors } from '../../aws/doors.ts';
import type { Handlers } from '../../gate/gate.ts';
import { batchRow, deliveryRow } from '../../rows/batch-rows.ts';
import { oneRow, pageOfRows } from '../../rows/page-of-rows.ts';

/** The work on a batch belongs to activity. */
type Names = Exclude<Extract<keyof Handlers, `batches.${string}`>, keyof typeof activityOperations>;

interface Parts {
  readonly doors: () => ConnectionDoors;
}

export function batchesHandlers({ doors }: Parts): Pick<Handlers, Names> {
  const reader = () => doors().reader;
  return {
    'batches.byStatus': async ({ tenantId, status, cursor, pageSize }) =>
      pageOfRows(
        await reader().run('extraction.batchesByStatus', { tenantId, status }, { cursor, pageSize }),
        batchRow,
        'Batch',
      ),

    'batches.ofProject': async ({ tenantId, projectId, cursor, pageSize }) =>
      pageOfRows(
        await reader().run('extraction.batchesOfProject', { tenantId, projectId }, { cursor, pageSize }),
        batchRow,
        'Batch',
      ),

    'batches.byId': async ({ batchId, tenantId }) => {
      const read = await readBatchesById(reader(), batchId);
      if (!read.ok) return read;
      const picked = pickBatch(read.value, tenantId);
      if (picked.is === 'one') {
        const batch = batchRow(picked.item);
        const others = read.value.items.filter((item) => item !== picked.item);
        const problems = [...batch.problems, ...others.map((item) => sharedId(batchRow(item)))];
        return ok({ ...batch, problems }, read.receipt);
      }
      const failed =
        picked.is === 'none'
          ? refused({ code: 'not-found', ...noBatch(batchId) })
          : refused({ code: 'invalid-input', ...severalBatches(batchId) });
      return { ...failed, ...(read.receipt !== undefined && { receipt: read.receipt }) };
    },

    // This is read after the index, for a more certain answer.
    'batches.read': async ({ tenantId, projectId, batchId }) =>
      oneRow(
        await reader().run('extraction.batchByKey', { tenantId, projectId, batchId }, { consistent: true }),
        noBatch(batchId),
        batchRow,
      ),

    'batches.deliveries': async ({ tenantId, batchId, cursor, pageSize }) =>
      pageOfRows(
        await reader().run('extraction.deliveriesOfBatch', { tenantId, batchId }, { cursor, pageSize }),
        deliveryRow,
        'WebhookDelivery',
      ),
  };
}

/** Gives the same answer for another tenant's batch as for one that does not exist. */
function noBatch(batchId: string): { readonly what: string; readonly message: string } {
  const message = `Batch "${batchId}" not found on this connection. Check the id, the connection, and whether you may see its tenant.`;
  return { what: `batch ${batchId}`, message };
}

/** Warns of a shared id, because an execution is named after the id alone. */
function sharedId({ tenantId }: Batch): string {
  return `batchId: also the id of a batch of ${tenantId}, so the executions may be of either`.slice(0, 400);
}

function severalBatches(batchId: string) {
  const problem = 'is the id of more than one batch';
  const message = `"${batchId}" ${problem}. None was opened. Look the id up and choose one.`;
  return { message, issues: [{ path: 'batchId', problem }] };
}
