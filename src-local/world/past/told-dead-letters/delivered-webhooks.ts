import type { WebhookDelivery } from '../../../pipelines/extraction/item-shapes.ts';
import { seededRandomness } from '../../randomness.ts';
import type { Weeks, WeeksFacts } from '../weeks.ts';
import { webhookFateOf } from './webhook-fates.ts';

/** Of each run that somebody was told of at once. */
export function deliveredWebhooks(
  { seed, anchor }: Pick<WeeksFacts, 'seed' | 'anchor'>,
  { runs }: Weeks,
): WebhookDelivery[] {
  const dice = seededRandomness(`${seed}/delivered webhooks`);
  return runs.flatMap(({ batch, run, status, endedAt }) => {
    const fate = webhookFateOf(batch, anchor);
    if (status !== 'SUCCEEDED' || fate?.outcome !== 'delivered') return [];
    const messageId = dice.uuid();
    const at = new Date(endedAt + 240).toISOString();
    return [
      {
        deliveryId: messageId,
        messageId,
        tenantId: batch.workflow.tenantId,
        batchId: batch.batchId,
        run,
        ...fate,
        attempts: 1,
        version: 1,
        createdAt: at,
        updatedAt: at,
      },
    ];
  });
}
