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
import type { WorkflowItem } from './item-shapes.ts';
import { getBatch, getDocument, getWorkflow } from './read-items.ts';
import { newSubmission, submitBatch, type Submission } from './submit-batch.ts';

/**
 * Customers without access to the API put files under `inbox/{tenant}/{project}/{workflow}/`; once a day these become
 * a batch of each workflow. A repeated call, also on the next day, continues where the last one stopped, because the
 * ids follow from the day and the files. A file that cannot be moved fails the call at its end, and keeps no others.
 */
export function submitScheduledBatches(parts: PipelineParts): ScheduledFunction {
  return async () => {
    const failures: unknown[] = [];
    for (const [place, files] of await inbox(parts)) {
      const [tenantId = '', projectId = '', workflowId = ''] = place.split('/');
      await collect(failures, async () => {
        const workflow = await getWorkflow(parts, { tenantId, projectId, workflowId });
        // Files for an unknown workflow or project stay where they are, so that a person can find them.
        if (workflow) await submitInbox(parts, workflow, files, failures);
      });
    }
    if (failures.length > 0) throw failures[0];
  };
}

async function collect(failures: unknown[], act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (error) {
    failures.push(error);
  }
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
  const yesterday = buildSubmission(parts, workflow, files, parts.now() - dayMs);
  const left = await moveKnown(parts, yesterday, { files, failures });
  const some = left.slice(0, documentsPerBatch);
  if (some.length === 0) return;
  const today = buildSubmission(parts, workflow, some, parts.now());
  // Where an earlier call has made the batch, later files wait for tomorrow.
  if (!(await getBatch(parts, today.batch))) await submitBatch(parts, today);
  await moveKnown(parts, today, { files: some, failures });
}

const dayMs = 86_400_000;

function buildSubmission(
  parts: PipelineParts,
  workflow: WorkflowItem,
  files: readonly InboxFile[],
  time: number,
): Submission {
  const { tenantId, projectId, workflowId } = workflow;
  const day = new Date(time).toISOString().slice(0, 10);
  const batchId = `batch-${digest(tenantId, projectId, workflowId, day)}`;
  const documents = files.map(({ key }) => ({
    fileName: key.slice(key.lastIndexOf('/') + 1),
    documentId: `doc-${digest(batchId, key)}`,
  }));
  return newSubmission(parts, workflow, documents, { submittedBy: pipelineActor, batchId });
}

/** Moves the files that belong to an existing batch, and returns the others. One that cannot be moved stays. */
async function moveKnown(
  parts: PipelineParts,
  submission: Submission,
  { files, failures }: { readonly files: readonly InboxFile[]; readonly failures: unknown[] },
): Promise<readonly InboxFile[]> {
  const batch = await getBatch(parts, submission.batch);
  if (!batch) return files;
  const left: InboxFile[] = [];
  for (const [index, file] of files.entries()) {
    const document = submission.documents[index];
    // A later file of the same name is another one.
    const isOlder = file.arrivedAt <= Date.parse(batch.createdAt) + clocksDiffer;
    if (document && isOlder && (await getDocument(parts, document))) {
      await collect(failures, () => moveFile(parts, file.key, document.objectKey));
    } else left.push(file);
  }
  return left;
}

/** Ours and that of S3, in milliseconds at most. */
const clocksDiffer = 10_000;

async function moveFile({ clients, names }: PipelineParts, from: string, to: string): Promise<void> {
  const Bucket = names.extraction.documentsBucket;
  const CopySource = `${Bucket}/${from.split('/').map(encodeURIComponent).join('/')}`;
  await clients.s3.send(new CopyObjectCommand({ Bucket, Key: to, CopySource }));
  await clients.s3.send(new DeleteObjectCommand({ Bucket, Key: from }));
}

function digest(...parts: readonly string[]): string {
  return createHash('sha256').update(parts.join('/')).digest('hex').slice(0, 20);
}
