import { GetQueueUrlCommand, SendMessageBatchCommand } from '@aws-sdk/client-sqs';
import { z } from 'zod';
import type { PipelineParts } from '../parts.ts';

/** Fetch this file; or: a batch that somebody has triggered is to be looked at. */
const messageSchema = z.union([
  z.strictObject({ fileId: z.string().min(1), batchId: z.string().min(1) }),
  z.strictObject({ batchId: z.string().min(1) }),
]);
export type FileQueueMessage = z.infer<typeof messageSchema>;

/** Rejects where SQS has not taken each of them. */
export async function send(
  parts: PipelineParts,
  messages: readonly FileQueueMessage[],
  { delaySeconds = 0 }: { readonly delaySeconds?: number } = {},
): Promise<void> {
  if (messages.length === 0) return;
  const { sqs } = parts.clients;
  const { QueueUrl } = await sqs.send(new GetQueueUrlCommand({ QueueName: parts.names.downloads.fileQueue }));
  for (let from = 0; from < messages.length; from += mostAtOnce) {
    const Entries = messages.slice(from, from + mostAtOnce).map((message, index) => ({
      Id: String(index),
      MessageBody: JSON.stringify(message),
      ...(delaySeconds > 0 && { DelaySeconds: delaySeconds }),
    }));
    const { Failed: [failed] = [] } = await sqs.send(new SendMessageBatchCommand({ QueueUrl, Entries }));
    if (failed) throw new Error(`The file queue did not take a message: ${failed.Code ?? 'no reason given'}`);
  }
}

export function messageFrom(body: string): FileQueueMessage {
  return messageSchema.parse(JSON.parse(body));
}

/** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SendMessageBatch.html */
const mostAtOnce = 10;
