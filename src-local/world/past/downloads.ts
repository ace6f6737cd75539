import { namesByConvention } from '#shared/domain/pipeline-names.ts';
import { nameItemsCollection, formatItemKey } from '../../aws/dynamodb/past-items.ts';
import type { Item } from '../../aws/dynamodb/values/attribute-value.ts';
import { nameQueueCollection, queueIds, type MessageContent } from '../../aws/sqs/message.ts';
import { Later, type Entry, type PastFacts, type Tell, type Told } from '../../journal/told.ts';
import { isOpen } from '#pipelines/downloads/download-items.ts';
import type { PlainItem } from '#pipelines/plain-items.ts';
import { signAddress, deriveVector, wrapKey } from '../living/simulated-provider.ts';
import { seededRandomness } from '../randomness.ts';
import { once, toAttributes } from './lazy-telling.ts';
import { tellDays, type DownloadDay, type DownloadedFile } from './download-days.ts';

const { jobsTable, batchesTable, fileQueue } = namesByConvention('sandbox').downloads;

/** Thirty days of files from a provider, and the messages of those that still wait. */
export function tellDownloads(facts: PastFacts): Told {
  const queueId = seededRandomness(`${facts.seed}/queue/${fileQueue}`).uuid();
  const days = once(() => tellDays(facts));
  return new Map<string, Tell>([
    [
      nameItemsCollection(jobsTable),
      () => days().flatMap(({ files }) => files.map((told) => fileEntry(facts, told))),
    ],
    [nameItemsCollection(batchesTable), () => days().flatMap(({ batches }) => batches.map(batchEntry))],
    [queueIds, () => [[fileQueue, queueId]]],
    [nameQueueCollection('messages', queueId), () => waitingMessages(facts, days())],
  ]);
}

/** Its secrets are most of an item, and few are ever read. */
function fileEntry({ seed }: PastFacts, { file, issuedAt, isAgain }: DownloadedFile): Entry {
  const { Entity: entity, DownloadDate: date } = file;
  const item = toAttributes(file as unknown as PlainItem);
  const offer = { entity, date, issuedAt, isAgain };
  const addSecrets = (): Item => ({
    ...item,
    PresignedURL: { S: signAddress(seed, offer) },
    EncryptedAESKey: { S: wrapKey(seed, offer).toString('base64') },
    EncodedAESIV: { S: deriveVector(seed, offer).toString('base64') },
  });
  return [formatItemKey(file.FileID), new Later(addSecrets, item)];
}

function batchEntry(batch: DownloadDay['batches'][number]): Entry {
  return [formatItemKey(batch.BatchID), toAttributes(batch as unknown as PlainItem)];
}

/** The batch in work has messages. A file that waits in a batch that has ended has lost its message. */
function waitingMessages(
  { seed }: PastFacts,
  days: readonly DownloadDay[],
): readonly (readonly [string, MessageContent])[] {
  const dice = seededRandomness(`${seed}/messages/${fileQueue}`);
  const inWork = new Set(days.flatMap(({ batches }) => batches.filter(isOpen).map(({ BatchID }) => BatchID)));
  return days
    .flatMap(({ files }) => files.map(({ file }) => file))
    .filter(({ Status, BatchID }) => Status === 'available' && inWork.has(BatchID))
    .map(({ FileID: fileId, BatchID: batchId, StatusUpdatedAt: sentAt }, order) => {
      const id = dice.uuid();
      const body = JSON.stringify({ fileId, batchId });
      return [id, { id, body, sentAt, arrivedAt: sentAt, availableAt: sentAt, order }];
    });
}
