import { z } from 'zod';
import { batchStatuses } from '#shared/domain/statuses.ts';
import type { PipelineParts, QueueFunction, QueueRecord } from '../parts.ts';
import type { WebhookDelivery } from './item-shapes.ts';
import { recordAttempt, queueConsumer } from './queue-consumer.ts';
import { toStoredDelivery } from './stored-items.ts';
import { MessageProblem } from './message-problem.ts';

/** Tells a customer that a run has ended. Where they do not take it, the message comes again, and then is a dead letter. */
export function deliverWebhook(parts: PipelineParts): QueueFunction {
  return queueConsumer(parts, 'webhook', async (record) => {
    const message = parseMessage(record);
    const { tenantId, batchId, url, ...said } = message;
    const answer = await post(parts, record, url, JSON.stringify({ tenantId, batchId, ...said }));
    const delivery = toStoredDelivery({
      deliveryId: record.messageId,
      messageId: record.messageId,
      tenantId,
      batchId,
      run: message.run,
      url,
      ...answer,
      ...written,
    });
    // Without an answer, the status of an earlier attempt must not remain.
    await recordAttempt(parts, { status: undefined, ...delivery });
    if (answer.outcome === 'delivered') return;
    const subject = { tenantId, batchId };
    if (answer.outcome === 'refused') {
      throw new MessageProblem('WebhookRefused', `${url} answered ${answer.status}`, subject);
    }
    throw new MessageProblem('WebhookUnanswered', `No answer from ${url}`, subject);
  });
}

const messageSchema = z.object({
  tenantId: z.string(),
  batchId: z.string(),
  run: z.number().int(),
  status: z.enum(batchStatuses),
  counts: z.record(z.string(), z.number()),
  url: z.url(),
});

/** `recordAttempt` sets these. */
const written = { version: 1, attempts: 1, createdAt: '', updatedAt: '' } as const;

function parseMessage({ body }: QueueRecord): z.infer<typeof messageSchema> {
  try {
    return messageSchema.parse(JSON.parse(body));
  } catch {
    throw new MessageProblem('MalformedMessage', 'The message does not say what to deliver, and where');
  }
}

async function post(
  parts: PipelineParts,
  { messageId }: QueueRecord,
  url: string,
  body: string,
): Promise<Pick<WebhookDelivery, 'outcome' | 'status'>> {
  try {
    // The id tells the customer that the message is the same again.
    const headers = { 'content-type': 'application/json', 'webhook-id': messageId };
    const { status } = await parts.post(url, body, headers);
    return { outcome: status >= 200 && status < 300 ? 'delivered' : 'refused', status };
  } catch {
    // The reason is only known to the network; the attempt is recorded without one.
    return { outcome: 'no answer' };
  }
}
