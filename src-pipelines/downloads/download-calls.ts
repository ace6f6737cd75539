import { ApiProblem, commit, type ApiHandler, type ApiAnswer, type ApiCall } from '../api/call.ts';
import type { PipelineParts } from '../parts.ts';
import type { Provider } from './provider.ts';
import { sendToFileQueue, queueFiles } from './queue-files.ts';
import {
  isExpired,
  hasFailed,
  hasStalled,
  nextFile,
  daysToRunAgain,
  nextBatch,
  isOpen,
  type FileEvent,
  type FileItem,
  type BatchItem,
} from './download-items.ts';
import { toFileUpdate, getFile, toBatchPut, toBatchUpdate, getBatch } from './download-tables.ts';
import {
  toAvailable,
  buildBatchId,
  formatDate,
  createBatch,
  collectEndedFiles,
} from './download-lifecycle.ts';
import { readExpectedFiles } from './look-after-batches.ts';

/** Returns the pipeline API's handlers for downloads. */
export function downloadCallHandlers(
  parts: PipelineParts,
  provider: Provider,
): Readonly<Record<'requeueFile' | 'triggerDownloads' | 'closeDownloads', ApiHandler>> {
  const requeue: ApiHandler<Parameters<typeof requeueFile>[2]['body']> = (call) =>
    requeueFile(parts, provider, call);
  const trigger: ApiHandler<Parameters<typeof triggerDownloads>[2]['body']> = (call) =>
    triggerDownloads(parts, provider, call);
  const close: ApiHandler<Parameters<typeof closeDownloads>[1]['body']> = (call) =>
    closeDownloads(parts, call);
  return { requeueFile: requeue, triggerDownloads: trigger, closeDownloads: close };
}

async function requeueFile(
  parts: PipelineParts,
  provider: Provider,
  call: ApiCall<{ readonly reason?: string | undefined }>,
): Promise<ApiAnswer> {
  const file = await requireFile(parts, call.params['fileId'] ?? '');
  requireVersion(call, String(file.StatusUpdatedAt), toFileAnswer(file));
  const refusal = explainRefusal(file, parts.now());
  if (refusal !== undefined) throw createRequeueProblem(file, refusal);
  const fresh = await askProvider(provider.offerAgain(file.Entity, file.DownloadDate));
  if (!fresh) throw createRequeueProblem(file, 'the provider does not offer it any more');

  const changes = { ...toAvailable(fresh), LastEvent: buildRequeueEvent(parts, call) };
  const next = nextFile(parts, file, changes);
  const answer = { status: 200, body: { file: toFileAnswer(next) } };
  const message = [{ fileId: file.FileID, batchId: file.BatchID }];
  // Should we end between the two next steps, this one is left. Else it comes late, is stale, and does nothing.
  await sendToFileQueue(parts, message, { delaySeconds: 60 });
  const change = { Update: toFileUpdate(parts, file, next, changes) };
  const outcome = await commit(parts, [change], call.remembered(answer));
  if (outcome === 'lost') throw createStaleProblem(toFileAnswer(await requireFile(parts, file.FileID)));
  await sendToFileQueue(parts, message);
  return answer;
}

async function requireFile(parts: PipelineParts, fileId: string): Promise<FileItem> {
  const file = await getFile(parts, fileId);
  if (file) return file;
  throw new ApiProblem('not-found', `There is no file ${fileId}. Nothing was done.`);
}

function explainRefusal(file: FileItem, now: number): string | undefined {
  if (isExpired(file, now)) return 'its time is over, and it is about to be deleted';
  if (hasFailed(file) || hasStalled(file, now)) return undefined;
  if (file.Status === 'completed') return 'it is completed';
  return `it is ${file.Status} for less than 30 minutes, so it may still move on its own`;
}

function createRequeueProblem({ FileID }: FileItem, why: string): ApiProblem {
  return new ApiProblem('file-not-requeueable', `${FileID} cannot be requeued: ${why}. Nothing was done.`);
}

function buildRequeueEvent(
  parts: PipelineParts,
  { caller, body, requestId }: ApiCall<{ readonly reason?: string | undefined }>,
): FileEvent {
  return {
    What: 'requeued',
    By: caller.sub,
    At: new Date(parts.now()).toISOString(),
    ...(body.reason !== undefined && { Reason: body.reason }),
    RequestId: requestId,
  };
}

async function triggerDownloads(
  parts: PipelineParts,
  provider: Provider,
  call: ApiCall<{ readonly date: string; readonly reason: string }>,
): Promise<ApiAnswer> {
  const { date, reason } = call.body;
  requireRecent(parts, date);
  const offers = await askProvider(provider.listFiles(date));
  if (offers.length === 0) {
    throw new ApiProblem('not-found', `The provider has no files of ${date}. Nothing was done.`);
  }
  const batch = createBatch(parts, {
    BatchID: buildBatchId(date, parts.dice.uuid()),
    PollingDate: date,
    TriggeredBy: call.caller.sub,
    TriggerReason: reason,
  });
  const answer = { status: 202, body: { batch: toBatchAnswer(batch) } };
  // It looks after the batch, also where we end before its files are queued.
  await sendToFileQueue(parts, [{ batchId: batch.BatchID }], { delaySeconds: 60 });
  const change = { Put: toBatchPut(parts, batch) };
  const outcome = await commit(parts, [change], call.remembered(answer));
  if (outcome === 'lost') throw new Error(`There is a batch ${batch.BatchID} already`);
  // The batch is accepted. What goes wrong from here is made up for by its message.
  await queueFiles(parts, provider, batch).catch(() => undefined);
  return answer;
}

function requireRecent(parts: PipelineParts, date: string): void {
  const today = formatDate(parts.now());
  const first = formatDate(parts.now() - (daysToRunAgain - 1) * 86_400_000);
  if (first <= date && date <= today) return;
  throw new ApiProblem(
    'malformed-request',
    `Files are kept for ${daysToRunAgain} days: send a date from ${first} to ${today}. Nothing was done.`,
  );
}

/** Its files go on as they are: one that is fetched is fetched, and each can be requeued. */
async function closeDownloads(
  parts: PipelineParts,
  call: ApiCall<{ readonly reason: string }>,
): Promise<ApiAnswer> {
  const batch = await requireBatch(parts, call.params['batchId'] ?? '');
  requireVersion(call, batch.UpdatedAt, toBatchAnswer(batch));
  if (!isOpen(batch)) {
    throw new ApiProblem(
      'batch-already-closed',
      `${batch.BatchID} has ended already: it is ${batch.Status}. Nothing was done.`,
      toBatchAnswer(batch),
    );
  }
  const changes = {
    ...collectEndedFiles(await readExpectedFiles(parts, batch)),
    Status: 'failed',
    ClosedBy: call.caller.sub,
    CloseReason: call.body.reason,
  } as const;
  const next = nextBatch(parts, batch, changes);
  const answer = { status: 200, body: { batch: toBatchAnswer(next) } };
  const change = { Update: toBatchUpdate(parts, batch, next, changes) };
  const outcome = await commit(parts, [change], call.remembered(answer));
  if (outcome === 'lost') throw createStaleProblem(toBatchAnswer(await requireBatch(parts, batch.BatchID)));
  return answer;
}

async function requireBatch(parts: PipelineParts, batchId: string): Promise<BatchItem> {
  const batch = await getBatch(parts, batchId);
  if (batch) return batch;
  throw new ApiProblem('not-found', `There is no batch ${batchId}. Nothing was done.`);
}

/** Attribute by attribute, so that no secret leaves with it. */
function toFileAnswer({ FileID, BatchID, Status, Entity, DownloadDate, StatusUpdatedAt }: FileItem) {
  return { FileID, BatchID, Status, Entity, DownloadDate, StatusUpdatedAt };
}

function toBatchAnswer({ BatchID, PollingDate, Status, UpdatedAt, ...sets }: BatchItem) {
  return {
    BatchID,
    PollingDate,
    Status,
    UpdatedAt,
    ExpectedFiles: sortIds(sets.ExpectedFiles),
    CompletedFiles: sortIds(sets.CompletedFiles),
    FailedFiles: sortIds(sets.FailedFiles),
  };
}

function sortIds(ids: ReadonlySet<string> = new Set()): readonly string[] {
  return [...ids].toSorted();
}

/** Checks that the caller has seen the version it is about to change. */
function requireVersion(
  { ifMatch }: ApiCall,
  version: string,
  current: Readonly<Record<string, unknown>>,
): void {
  if (ifMatch === '') {
    throw new ApiProblem(
      'version-required',
      'Send the version that you have seen as If-Match. Nothing was done.',
    );
  }
  if (ifMatch !== version) throw createStaleProblem(current);
}

function createStaleProblem(current: Readonly<Record<string, unknown>>): ApiProblem {
  return new ApiProblem(
    'stale-version',
    'It has changed since you read it. Nothing was done; look at it as it is now.',
    current,
  );
}

/** A provider that does not answer is a passing failure, not a defect of ours. */
async function askProvider<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch {
    throw new ApiProblem(
      'try-again',
      'The provider of the files does not answer. Nothing was done; try again in a minute.',
    );
  }
}
