import {
  CopyObjectCommand,
  DeleteObjectCommand,
  paginateListObjectsV2,
  type S3Client,
} from '@aws-sdk/client-s3';
import { createHash } from 'node:crypto';
import { documentsPerBatch } from '#shared/domain/pipeline-limits.ts';
import type { PipelineParts, ScheduledFunction } from '../parts.ts';
import { pipelineActor } from '#shared/domain/pipeline-names.ts';
import { tryEach } from '../try-each.ts';
import { withoutTags } from './filed-files.ts';
import type { BatchItem, WorkflowItem } from './item-shapes.ts';
import { getBatch, getDocument, getWorkflow, type BatchRef } from './read-items.ts';
import { daysUntilKept, keepDocuments, newSubmission, submitBatch, type Submission } from './submit-batch.ts';

/**
 * Customers without access to the API put files under `inbox/{tenant}/{project}/{workflow}/`; once a day these become
 * a batch of each workflow. A repeated call, also on a later day, continues where the last one stopped, because the ids
 * follow from the day and the files. A file that cannot be moved fails the call at its end, and keeps no others.
 */
export function submitScheduledBatches(parts: PipelineParts): ScheduledFunction {
  return async () => {
    const failures: unknown[] = [];
    const places = [...(await inbox(parts))];
    // A call that a large inbox fills must not keep the small ones for a day.
    places.sort(([, one], [, other]) => one.length - other.length);
    const others = await tryEach(places, { lanes: 1 }, async ([place, files]) => {
      const [tenantId = '', projectId = '', workflowId = ''] = place.split('/');
      const workflow = await getWorkflow(parts, { tenantId, projectId, workflowId });
      // Files for an unknown workflow or project stay where they are, so that a person can find them.
      if (workflow) await submitInbox(parts, workflow, files, failures);
    });
    failures.push(...others);
    if (failures.length > 0) throw failures[0];
  };
}

/** EventBridge calls it at this hour, and again where it fails (domain, 1.3). */
export const scheduledBatches = { everyHours: 24, atUtcHour: 2, retries: 2 } as const;

interface InboxFile {
  readonly key: string;
  readonly arrivedAt: number;
}

async function inbox(parts: PipelineParts): Promise<Map<string, InboxFile[]>> {
  const byWorkflow = new Map<string, InboxFile[]>();
  const input = { Bucket: parts.names.extraction.documentsBucket, Prefix: 'inbox/' };
  const client: S3Client = parts.clients.s3;
  for await (const { Contents = [] } of paginateListObjectsV2({ client }, input)) {
    for (const { Key: key = '', LastModified } of Contents) {
      const [, place] = /^inbox\/([^/]+\/[^/]+\/[^/]+)\/[^/]+$/.exec(key) ?? [];
      if (place === undefined) continue;
      const files = byWorkflow.get(place) ?? [];
      files.push({ key, arrivedAt: LastModified?.getTime() ?? 0 });
      byWorkflow.set(place, files);
    }
  }
  return byWorkflow;
}

async function submitInbox(
  parts: PipelineParts,
  workflow: WorkflowItem,
  files: readonly InboxFile[],
  failures: unknown[],
): Promise<void> {
  let left = files;
  for (const batch of await listEarlierBatches(parts, workflow)) {
    left = await moveKnown(parts, batch, { files: left, failures });
  }
  const some = left.slice(0, documentsPerBatch);
  if (some.length === 0) return;
  const place = placeBatch(workflow, parts.now());
  // Where an earlier call has made the batch, later files wait for tomorrow.
  if (!(await getBatch(parts, place))) await submitBatch(parts, buildSubmission(parts, workflow, some));
  const batch = await getBatch(parts, place);
  if (batch) await moveKnown(parts, batch, { files: some, failures });
}

const dayMs = 86_400_000;
/** A file that cannot be moved is tried for so long, and its document is there for as long, also if it was not kept. */
const daysTried = daysUntilKept - 1;

/** The batches of the days before this one, the oldest first, because most files that stayed belong to it. */
async function listEarlierBatches(
  parts: PipelineParts,
  workflow: WorkflowItem,
): Promise<readonly BatchItem[]> {
  const times = Array.from({ length: daysTried }, (_, index) => parts.now() - (daysTried - index) * dayMs);
  const batches = await Promise.all(times.map((time) => getBatch(parts, placeBatch(workflow, time))));
  return batches.filter((batch) => batch !== undefined);
}

function placeBatch({ tenantId, projectId, workflowId }: WorkflowItem, time: number): BatchRef {
  const day = new Date(time).toISOString().slice(0, 10);
  return { tenantId, projectId, batchId: `batch-${digest(tenantId, projectId, workflowId, day)}` };
}

function buildSubmission(
  parts: PipelineParts,
  workflow: WorkflowItem,
  files: readonly InboxFile[],
): Submission {
  const { batchId } = placeBatch(workflow, parts.now());
  const documents = files.map(({ key }) => ({
    fileName: key.slice(key.lastIndexOf('/') + 1),
    documentId: deriveDocumentId(batchId, key),
  }));
  return newSubmission(parts, workflow, documents, { submittedBy: pipelineActor, batchId });
}

function deriveDocumentId(batchId: string, key: string): string {
  return `doc-${digest(batchId, key)}`;
}

/** Moves the files that belong to a batch, and returns the others in their order. One that cannot be moved stays. */
async function moveKnown(
  parts: PipelineParts,
  batch: BatchItem,
  { files, failures }: { readonly files: readonly InboxFile[]; readonly failures: unknown[] },
): Promise<readonly InboxFile[]> {
  const others = new Set<InboxFile>();
  const failed = await tryEach(files, { lanes: filesAtOnce }, async (file) => {
    if (!(await moveIfKnown(parts, batch, file))) others.add(file);
  });
  failures.push(...failed);
  return files.filter((file) => others.has(file));
}

/** A call has 300 s, and a move takes up to 100 ms: so many at once are 48,000 files in a call. */
export const filesAtOnce = 16;

/** False: the file does not belong to this batch. */
async function moveIfKnown(parts: PipelineParts, batch: BatchItem, file: InboxFile): Promise<boolean> {
  const { tenantId, batchId } = batch;
  const isOlder = file.arrivedAt <= Date.parse(batch.createdAt) + clocksDiffer;
  // An older file is looked up in a complete batch, too: it may have been copied and not deleted.
  if (!isOlder && batch.received >= batch.documentCount) return false;
  const documentId = deriveDocumentId(batchId, file.key);
  const document = await getDocument(parts, { tenantId, batchId, documentId });
  // A document with another time was put by a call that was stopped before it had made the batch.
  if (document?.createdAt !== batch.createdAt) return false;
  if (!isOlder && document.receivedAt !== undefined) return false;
  // The call that made the batch may have been stopped before it had kept all documents.
  if (document.ttl !== undefined) await keepDocuments(parts, [document]);
  // A later file of the same name is another one, unless it has replaced the one that was not moved yet.
  return moveFile(parts, file.key, document.objectKey, { mayReplace: isOlder });
}

/** Ours and that of S3, in milliseconds at most. */
const clocksDiffer = 10_000;

/** False: there is a file already that must not be replaced. */
async function moveFile(
  { clients, names }: PipelineParts,
  from: string,
  to: string,
  { mayReplace }: { readonly mayReplace: boolean },
): Promise<boolean> {
  const Bucket = names.extraction.documentsBucket;
  const CopySource = `${Bucket}/${from.split('/').map(encodeURIComponent).join('/')}`;
  const condition = mayReplace ? {} : { IfNoneMatch: '*' };
  try {
    await clients.s3.send(
      new CopyObjectCommand({ Bucket, Key: to, CopySource, ...withoutTags, ...condition }),
    );
  } catch (error) {
    if (error instanceof Error && error.name === 'PreconditionFailed') return false;
    throw error;
  }
  await clients.s3.send(new DeleteObjectCommand({ Bucket, Key: from }));
  return true;
}

function digest(...parts: readonly string[]): string {
  return createHash('sha256').update(parts.join('/')).digest('hex').slice(0, 20);
}
