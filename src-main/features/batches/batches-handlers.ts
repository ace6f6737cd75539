import type { ConnectionDoors } from '../../aws/connection-access.ts';
import type { Handlers } from '../../contract/handlers.ts';
import { batchRow } from '../rows/batch-row.ts';
import { deliveryRow } from '../rows/delivery-row.ts';
import { oneRow } from '../rows/one-row.ts';
import { pageOfRows } from '../rows/page-of-rows.ts';

type Names = Extract<keyof Handlers, `batches.${string}`>;

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

    'batches.byId': async ({ batchId }) =>
      oneRow(await reader().run('extraction.batchById', { batchId }), noBatch(batchId), batchRow, 'Batch'),

    // Asked for after the index, and to be surer than it.
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

/** Of what is another tenant's the same is said as of what is nowhere. */
function noBatch(batchId: string): { readonly what: string; readonly message: string } {
  const message = `There is no batch "${batchId}" on this connection that you may see. Check the id, or open the connection that it is of.`;
  return { what: `batch ${batchId}`, message };
}
