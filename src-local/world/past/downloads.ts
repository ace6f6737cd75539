import { namesByConvention } from '#shared/domain/pipeline-names.ts';
import { nameItemsCollection, formatItemKey } from '../../aws/dynamodb/past-items.ts';
import type { Item } from '../../aws/dynamodb/values/attribute-value.ts';
import { nameQueueCollection, queueIds, type MessageContent } from '../../aws/sqs/message.ts';
import type { PastFacts, Told } from '../../journal/told.ts';
import { isOpen, type FileItem } from '../../pipelines/downloads/download-items.ts';
import { toItem, type PlainItem } from '../../pipelines/plain-items.ts';
import { signAddress, deriveVector, wrapKey } from '../living/simulated-provider.ts';
import { seededRandomness } from '../randomness.ts';
import { tellDays, type DownloadDay, type DownloadedFile } from './download-days.ts';

const { jobsTable, batchesTable, fileQueue } = namesByConvention('sandbox').downloads;

/** Thirty days of files from a provider, and the messages of those that still wait. */
export function tellDownloads(facts: PastFacts): Told {
  const queueId = seededRandomness(`${facts.seed}/queue/${fileQueue}`).uuid();
  let known: readonly DownloadDay[] | undefined;
  const days = (): readonly DownloadDay[] => (known ??= tellDays(facts));
  return new Map<string, () => Iterable<readonly [string, unknown]>>([
    [
      nameItemsCollection(jobsTable),
      () => days().flatMap(({ files }) => files.map((told) => fileEntry(facts, told))),
    ],
    [nameItemsCollection(batchesTable), () => days().flatMap(({ batches }) => batches.map(batchEntry))],
    [queueIds, () => [[fileQueue, queueId]]],
    [nameQueueCollection('messages', queueId), () => waitingMessages(facts, days())],
  ]);
}

function fileEntry({ seed }: PastFacts, told: DownloadedFile): readonly [string, Item] {
  const { FileID } = told.file;
  return [formatItemKey(FileID), withSecrets(seed, told)];
}

function batchEntry(batch: DownloadDay['batches'][number]): readonly [string, Item] {
  return [formatItemKey(batch.BatchID), toItem(batch as unknown as PlainItem) as Item];
}

/** They are most of an item, and few are ever read. */
function withSecrets(seed: string, { file, issuedAt, isAgain }: DownloadedFile): Item {
  const item = toItem(file as unknown as PlainItem) as Item;
  const { Entity: entity, DownloadDate: date } = file;
  const offer = { entity, date, issuedAt, isAgain };
  computeWhenRead(item, 'PresignedURL', () => signAddress(seed, offer));
  computeWhenRead(item, 'EncryptedAESKey', () => wrapKey(seed, offer).toString('base64'));
  computeWhenRead(item, 'EncodedAESIV', () => deriveVector(seed, offer).toString('base64'));
  return item;
}

function computeWhenRead(item: Item, name: keyof FileItem, text: () => string): void {
  const settings = { enumerable: true, configurable: true };
  Object.defineProperty(item, name, {
    ...settings,
    get() {
      const value = { S: text() };
      Object.defineProperty(item, name, { ...settings, writable: true, value });
      return value;
    },
  });
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
