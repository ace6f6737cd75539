import { GetQueueUrlCommand, SendMessageBatchCommand } from '@aws-sdk/client-sqs';
import { z } from 'zod';
import type { PipelineParts } from '../parts.ts';
import { buildFileId, hasFailed, hasStalled, type BatchItem, type FileItem } from './download-items.ts';
import { toAvailable, createFile } from './download-lifecycle.ts';
import { changeBatch, changeFile, getFile, getFiles, putFile } from './download-tables.ts';
import type { OfferedFile, Provider } from './provider.ts';

/**
 * Makes the files of an initiated batch available, sends a message for each, and records which files to expect. It can
 * be repeated after a failure: files that exist stay, and a superfluous message is stale.
 */
export async function queueFiles(parts: PipelineParts, provider: Provider, batch: BatchItem): Promise<void> {
  const date = batch.PollingDate;
  const offers = await provider.listFiles(date);
  const present = await getFiles(
    parts,
    offers.map(({ entity }) => buildFileId(entity, date)),
  );
  const expected = new Set<string>();
  const toFetch: string[] = [];
  for (const offer of offers) {
    const fileId = buildFileId(offer.entity, date);
    const place = await takeIn(parts, provider, { batch, offer, file: present.get(fileId) });
    if (place !== 'done before') expected.add(fileId);
    if (place === 'to fetch') toFetch.push(fileId);
  }
  await sendToFileQueue(
    parts,
    toFetch.map((fileId) => ({ fileId, batchId: batch.BatchID })),
  );
  await changeBatch(parts, batch, { Status: 'queued', ExpectedFiles: expected });
}

/** A file is `under way` where another worker has made it available and sent its message. */
type Place = 'to fetch' | 'under way' | 'done before';

interface Taking {
  readonly batch: BatchItem;
  readonly offer: OfferedFile;
  /** The file as it was read; undefined where there was none. */
  readonly file: FileItem | undefined;
}

async function takeIn(parts: PipelineParts, provider: Provider, taking: Taking): Promise<Place> {
  const { batch, offer } = taking;
  let { file } = taking;
  for (let attempt = 1; attempt <= mostAttempts; attempt += 1) {
    if (!file) {
      if (await putFile(parts, createFile(parts, batch, offer))) return 'to fetch';
    } else {
      const place = await takeOver(parts, provider, { batch, file });
      if (place) return place;
    }
    file = await getFile(parts, buildFileId(offer.entity, batch.PollingDate));
    await parts.pause(attempt);
  }
  throw new Error(
    `${offer.entity} of ${batch.PollingDate} was changed by others ${mostAttempts} times in a row`,
  );
}

/** Takes over an existing file. Undefined means that another change came first. */
async function takeOver(
  parts: PipelineParts,
  provider: Provider,
  { batch, file }: { readonly batch: BatchItem; readonly file: FileItem },
): Promise<Place | undefined> {
  const isRunAgain = batch.TriggeredBy !== undefined;
  if (file.BatchID === batch.BatchID) return file.Status === 'available' ? 'to fetch' : 'under way';
  if (file.Status === 'completed') return isRunAgain ? 'done before' : 'under way';
  if (!isRunAgain) return 'under way';
  if (!hasFailed(file) && !hasStalled(file, parts.now())) {
    return (await changeFile(parts, file, { BatchID: batch.BatchID })) && 'under way';
  }
  const fresh = await provider.offerAgain(file.Entity, file.DownloadDate);
  // It stays as it is, and so the batch will tell of it.
  if (!fresh) return 'under way';
  const taken = await changeFile(parts, file, {
    ...toAvailable(fresh),
    BatchID: batch.BatchID,
    LastEvent: {
      What: 'taken over',
      By: batch.TriggeredBy,
      At: new Date(parts.now()).toISOString(),
      ...(batch.TriggerReason !== undefined && { Reason: batch.TriggerReason }),
    },
  });
  return taken && 'to fetch';
}

const mostAttempts = 20;

/** A message asks to download a file, or to check a batch that was triggered by hand. */
const messageSchema = z.union([
  z.strictObject({ fileId: z.string().min(1), batchId: z.string().min(1) }),
  z.strictObject({ batchId: z.string().min(1) }),
]);
type FileQueueMessage = z.infer<typeof messageSchema>;

/** Rejects where SQS has not taken each of them. */
export async function sendToFileQueue(
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

export function parseFileMessage(body: string): FileQueueMessage {
  return messageSchema.parse(JSON.parse(body));
}

/** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SendMessageBatch.html */
const mostAtOnce = 10;
