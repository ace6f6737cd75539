import type { PipelineParts } from '../parts.ts';
import { tryEach } from '../try-each.ts';
import { batchTakes, looksEvery, isOpen, type BatchItem, type FileItem } from './download-items.ts';
import { sendToFileQueue, queueFiles } from './queue-files.ts';
import { listBatches, getBatch, putBatch, changeBatch, getFiles } from './download-tables.ts';
import type { Provider } from './provider.ts';
import { deriveDailyBatchId, formatDate, createBatch, findBatchChanges } from './download-lifecycle.ts';

const day = 86_400_000;

/** Runs once a day. Running it twice, or again after a failure, has the same result. */
export async function pollToday(parts: PipelineParts, provider: Provider): Promise<void> {
  const date = formatDate(parts.now());
  const batch = createBatch(parts, { BatchID: deriveDailyBatchId(parts, date), PollingDate: date });
  const isNew = await putBatch(parts, batch);
  const current = isNew ? batch : await getBatch(parts, batch.BatchID);
  if (current?.Status === 'initiated') await queueFiles(parts, provider, current);
}

/**
 * Every few minutes: the batches of today, and those of yesterday that began before midnight. One that cannot be moved on
 * keeps no others, and fails the call at its end.
 */
export async function checkRecentBatches(parts: PipelineParts, provider: Provider): Promise<void> {
  const now = parts.now();
  const check = async ({ BatchID }: BatchItem): Promise<void> => {
    const batch = await getBatch(parts, BatchID);
    // One that has only just begun is in good hands.
    if (batch && now - Date.parse(batch.StartTime) >= looksEvery) await moveOn(parts, provider, batch);
  };
  const failures: unknown[] = [];
  for (const date of [formatDate(now), formatDate(now - day)]) {
    const open = (await listBatches(parts, date)).filter(isOpen);
    failures.push(...(await tryEach(open, { lanes: 1 }, check)));
  }
  if (failures.length > 0) throw failures[0];
}

/**
 * A batch that was triggered by hand may be of any date, also one that no schedule checks. So it has its own message,
 * which returns until the batch has ended.
 */
export async function lookAfterBatch(
  parts: PipelineParts,
  provider: Provider,
  batchId: string,
): Promise<void> {
  const batch = await getBatch(parts, batchId);
  // The message is sent before the batch is written, and that may have been refused.
  if (!batch) return;
  const current = await moveOn(parts, provider, batch);
  if (!current || !isOpen(current) || isForgotten(parts, current)) return;
  await sendToFileQueue(parts, [{ batchId }], { delaySeconds: looksEvery / 1000 });
}

async function moveOn(
  parts: PipelineParts,
  provider: Provider,
  batch: BatchItem,
): Promise<BatchItem | undefined> {
  if (batch.Status === 'queued') await checkBatch(parts, batch);
  if (batch.Status === 'initiated' && !isForgotten(parts, batch)) await queueFiles(parts, provider, batch);
  return getBatch(parts, batch.BatchID);
}

/** A batch that was never queued is not worked on any more, and has to be closed by hand. */
function isForgotten(parts: PipelineParts, { Status, StartTime }: BatchItem): boolean {
  return Status === 'initiated' && parts.now() >= Date.parse(StartTime) + batchTakes;
}

/** Notes what has come and what has failed of a queued batch, and ends it when all have, or when its time is over. */
async function checkBatch(parts: PipelineParts, batch: BatchItem): Promise<void> {
  const changes = findBatchChanges(batch, await readExpectedFiles(parts, batch), parts.now());
  // The write is lost where the batch was closed meanwhile.
  if (changes) await changeBatch(parts, batch, changes);
}

/** Returns the expected files that exist. */
export async function readExpectedFiles(
  parts: PipelineParts,
  { ExpectedFiles = new Set() }: BatchItem,
): Promise<readonly FileItem[]> {
  return [...(await getFiles(parts, ExpectedFiles)).values()];
}
