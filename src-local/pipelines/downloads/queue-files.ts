import type { PipelineParts } from '../parts.ts';
import { fileIdOf, hasFailed, standsStill } from './file-standing.ts';
import { madeAvailable, newFile } from './offered-item.ts';
import { send } from './file-queue.ts';
import { changeBatch } from './items/batches.ts';
import { changeFile, getFile, getFiles, putFile } from './items/files.ts';
import type { BatchItem, FileItem } from './items/item-shapes.ts';
import type { OfferedFile, Provider } from './provider.ts';

/**
 * What a batch that was initiated comes to: its files available, a message for each, and what to expect noted. Where
 * it ended half-way it may be done again: what is there already stays, and a message too many is stale.
 */
export async function queueFiles(parts: PipelineParts, provider: Provider, batch: BatchItem): Promise<void> {
  const date = batch.PollingDate;
  const offers = await provider.filesOf(date);
  const present = await getFiles(
    parts,
    offers.map(({ entity }) => fileIdOf(entity, date)),
  );
  const expected = new Set<string>();
  const toFetch: string[] = [];
  for (const offer of offers) {
    const fileId = fileIdOf(offer.entity, date);
    const place = await takeIn(parts, provider, { batch, offer, file: present.get(fileId) });
    if (place !== 'done before') expected.add(fileId);
    if (place === 'to fetch') toFetch.push(fileId);
  }
  await send(
    parts,
    toFetch.map((fileId) => ({ fileId, batchId: batch.BatchID })),
  );
  await changeBatch(parts, batch, { Status: 'queued', ExpectedFiles: expected });
}

/** `under way`: its message was sent by whoever made it available. */
type Place = 'to fetch' | 'under way' | 'done before';

interface Taking {
  readonly batch: BatchItem;
  readonly offer: OfferedFile;
  /** As it was read; undefined where there was none. */
  readonly file: FileItem | undefined;
}

async function takeIn(parts: PipelineParts, provider: Provider, taking: Taking): Promise<Place> {
  const { batch, offer } = taking;
  let { file } = taking;
  for (let attempt = 1; attempt <= mostAttempts; attempt += 1) {
    if (!file) {
      if (await putFile(parts, newFile(parts, batch, offer))) return 'to fetch';
    } else {
      const place = await takeOver(parts, provider, { batch, file });
      if (place) return place;
    }
    file = await getFile(parts, fileIdOf(offer.entity, batch.PollingDate));
    await parts.pause(attempt);
  }
  throw new Error(
    `${offer.entity} of ${batch.PollingDate} was changed by others ${mostAttempts} times in a row`,
  );
}

/** A file that is there. Undefined where somebody was quicker. */
async function takeOver(
  parts: PipelineParts,
  provider: Provider,
  { batch, file }: { readonly batch: BatchItem; readonly file: FileItem },
): Promise<Place | undefined> {
  const isRunAgain = batch.TriggeredBy !== undefined;
  if (file.BatchID === batch.BatchID) return file.Status === 'available' ? 'to fetch' : 'under way';
  if (file.Status === 'completed') return isRunAgain ? 'done before' : 'under way';
  if (!isRunAgain) return 'under way';
  if (!hasFailed(file) && !standsStill(file, parts.now())) {
    return (await changeFile(parts, file, { BatchID: batch.BatchID })) && 'under way';
  }
  const fresh = await provider.offerAgain(file.Entity, file.DownloadDate);
  // It stays as it is, and so the batch will tell of it.
  if (!fresh) return 'under way';
  const taken = await changeFile(parts, file, {
    ...madeAvailable(fresh),
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
