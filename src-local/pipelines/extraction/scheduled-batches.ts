import {
  CopyObjectCommand,
  DeleteObjectCommand,
  paginateListObjectsV2,
  type S3Client,
} from '@aws-sdk/client-s3';
import { createHash } from 'node:crypto';
import { documentsPerBatch } from '#shared/domain/pipeline-limits.ts';
import type { PipelineParts, ScheduledFunction } from '../parts.ts';
import { pipelineActor } from './history-event.ts';
import type { WorkflowItem } from './item-shapes.ts';
import { getDocument, getWorkflow } from './items/read-items.ts';
import { newSubmission, submitBatch } from './submit-batch.ts';

/**
 * Customers who call no API put files under `inbox/{tenant}/{project}/{workflow}/`; once a day what lies there becomes
 * a batch of each workflow. Called again, it goes on where it stopped: the ids come from the day and the files.
 */
export function submitScheduledBatches(parts: PipelineParts): ScheduledFunction {
  return async () => {
    for (const [place, keys] of await inbox(parts)) {
      const [tenantId = '', projectId = '', workflowId = ''] = place.split('/');
      const workflow = await getWorkflow(parts, { tenantId, projectId, workflowId });
      // Files for a workflow that there is not stay, for somebody to see.
      if (workflow) await submitInbox(parts, workflow, keys.slice(0, documentsPerBatch));
    }
  };
}

/** When EventBridge calls it, and how often again where it fails (domain, 1.3). */
export const scheduledBatches = { everyHours: 24, atUtcHour: 2, retries: 2 } as const;

async function inbox(parts: PipelineParts): Promise<Map<string, string[]>> {
  const byWorkflow = new Map<string, string[]>();
  const input = { Bucket: parts.names.extraction.documentsBucket, Prefix: 'inbox/' };
  const client: S3Client = parts.clients.s3;
  for await (const { Contents = [] } of paginateListObjectsV2({ client }, input)) {
    for (const { Key = '' } of Contents) {
      const [, place] = /^inbox\/([^/]+\/[^/]+\/[^/]+)\/[^/]+$/.exec(Key) ?? [];
      if (place !== undefined) byWorkflow.set(place, [...(byWorkflow.get(place) ?? []), Key]);
    }
  }
  return byWorkflow;
}

async function submitInbox(
  parts: PipelineParts,
  workflow: WorkflowItem,
  keys: readonly string[],
): Promise<void> {
  const { tenantId, projectId, workflowId } = workflow;
  const day = new Date(parts.now()).toISOString().slice(0, 10);
  const batchId = `batch-${digest(tenantId, projectId, workflowId, day)}`;
  const files = keys.map((key) => ({
    fileName: key.slice(key.lastIndexOf('/') + 1),
    documentId: `doc-${digest(batchId, key)}`,
  }));
  const submission = newSubmission(parts, workflow, files, { submittedBy: pipelineActor, batchId });
  // Refused: an earlier call has made it.
  await submitBatch(parts, submission);
  for (const [index, key] of keys.entries()) {
    const document = submission.documents[index];
    // What came after that call waits for tomorrow's batch.
    if (document && (await getDocument(parts, document))) await moveFile(parts, key, document.objectKey);
  }
}

async function moveFile({ clients, names }: PipelineParts, from: string, to: string): Promise<void> {
  const Bucket = names.extraction.documentsBucket;
  const CopySource = `${Bucket}/${from.split('/').map(encodeURIComponent).join('/')}`;
  await clients.s3.send(new CopyObjectCommand({ Bucket, Key: to, CopySource }));
  await clients.s3.send(new DeleteObjectCommand({ Bucket, Key: from }));
}

function digest(...parts: readonly string[]): string {
  return createHash('sha256').update(parts.join('/')).digest('hex').slice(0, 20);
}
