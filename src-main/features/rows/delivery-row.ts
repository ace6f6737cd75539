import type { Delivery } from '#shared/contract/triage/batches.ts';
import type { StoredItem } from '../../aws/reading.ts';
import { readRow } from './row-reading.ts';
import { shownAddress } from './shown-text.ts';

export function deliveryRow(item: StoredItem): Delivery {
  const { read, id, asRead } = readRow(item, 'WebhookDelivery');
  const url = read.whole('url', 'optional');
  return {
    // The key may have an id of its own; queues know the message.
    messageId: read.text('messageId', 'optional')?.slice(0, 256) || id('messageId'),
    run: read.count('run', 'optional'),
    url: url === null ? null : shownAddress(url),
    attempts: read.count('attempts', 'optional'),
    outcome: read.oneOf('outcome', ['delivered', 'refused', 'no answer'], 'optional'),
    status: read.count('status', 'optional'),
    ...asRead(),
  };
}
