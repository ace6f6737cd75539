import { HeadObjectCommand, NotFound } from '@aws-sdk/client-s3';
import { documentReceives } from '#shared/domain/pipeline-limits.ts';
import type { PipelineParts, QueueFunction } from '../../parts.ts';
import type { BatchItem, DocumentItem } from '../item-shapes.ts';
import { findBatch, getBatch, getDocument } from '../items/read-items.ts';
import { statusOfRun } from '../run-state.ts';
import { startExecution, startRun } from '../start-run.ts';
import { MessageProblem } from './message-problem.ts';
import { queueConsumer } from './queue-consumer.ts';
import { readFileEvent, type ArrivedFile } from './read-file-event.ts';
import { receiveFile } from './receive-file.ts';
import { visibilitySeconds } from './visibility.ts';

/** S3 tells at least once that a file has arrived. The last file of a batch starts its first run. */
export function ingestFiles(parts: PipelineParts): QueueFunction {
  return queueConsumer(parts, 'ingest', async ({ body, attributes }) => {
    for (const file of readFileEvent(body)) {
      const sentAt = Number(attributes.SentTimestamp);
      await ingest(parts, file, sentAt - file.arrivedAt > soonestRedriveMs);
    }
  });
}

/**
 * S3 sends its event within seconds. What was sent later than a message needs to become a dead letter has been one:
 * a redrive sends it anew, with another id and without a mark.
 */
const soonestRedriveMs = documentReceives * visibilitySeconds * 1_000;

async function ingest(parts: PipelineParts, file: ArrivedFile, isRedriven: boolean): Promise<void> {
  const { batch, document } = await expected(parts, file);
  if (document.receivedAt === undefined) {
    await needFile(parts, file);
    await receiveFile(parts, batch, document, { isRedriven });
  }
  // Also after a duplicate: whoever received the last file may have been stopped before it could start the run.
  const now = await getBatch(parts, batch);
  if (!now || now.received < now.documentCount) return;
  if (now.run === 0) await startRun(parts, now, 1);
  else if (now.run === 1 && statusOfRun(now, 1) === 'RUNNING') await startExecution(parts, now.batchId, 1);
}

async function expected(
  parts: PipelineParts,
  file: ArrivedFile,
): Promise<{ batch: BatchItem; document: DocumentItem }> {
  const { tenantId, batchId, documentId } = file;
  const subject = { tenantId, batchId, documentId };
  const batch = await findBatch(parts, batchId);
  if (batch?.tenantId !== tenantId) {
    throw new MessageProblem('UnknownBatch', `The tenant ${tenantId} has no batch ${batchId}`, subject);
  }
  const document = await getDocument(parts, subject);
  if (document?.objectKey !== file.key) {
    throw new MessageProblem('UnknownDocument', `The batch ${batchId} expects no file ${file.key}`, subject);
  }
  return { batch, document };
}

async function needFile(parts: PipelineParts, file: ArrivedFile): Promise<void> {
  const { bucket, key, tenantId, batchId, documentId } = file;
  try {
    await parts.clients.s3.send(new HeadObjectCommand({ Bucket: bucket, Key: key }));
  } catch (error) {
    if (!(error instanceof NotFound)) throw error;
    throw new MessageProblem('FileGone', `There is no ${key} in ${bucket} any more`, {
      tenantId,
      batchId,
      documentId,
    });
  }
}
