import type { WebhookDelivery } from '../../../pipelines/extraction/item-shapes.ts';
import type { MessageSubject } from '../../../pipelines/extraction/message-problem.ts';

/** A message that nobody could use, and what was written down of it. */
export interface DeadLetter {
  readonly messageId: string;
  readonly body: string;
  readonly sentAt: number;
  /** Undefined: whoever received it ended before they could say why. */
  readonly failure: (MessageSubject & { readonly code: string; readonly message: string }) | undefined;
  /** Of a webhook: what became of the last attempt, under the message's id. */
  readonly delivery?: Pick<WebhookDelivery, 'tenantId' | 'batchId' | 'run' | 'url' | 'outcome' | 'status'>;
}

/** Milliseconds between two receives: the visibility timeout of both queues, and a moment. */
const betweenReceives = 60_400;

/** When it was received for the first time, the last time, and when it came to the dead letters. */
export function livedUntil(
  { sentAt }: Pick<DeadLetter, 'sentAt'>,
  receives: number,
): { readonly firstReceivedAt: number; readonly lastReceivedAt: number; readonly arrivedAt: number } {
  const firstReceivedAt = sentAt + 180;
  const lastReceivedAt = firstReceivedAt + (receives - 1) * betweenReceives;
  return { firstReceivedAt, lastReceivedAt, arrivedAt: lastReceivedAt + betweenReceives };
}
