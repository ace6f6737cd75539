import { createHash } from 'node:crypto';
import { HeadObjectCommand, NotFound } from '@aws-sdk/client-s3';
import type { TransactWriteItem } from '@aws-sdk/client-dynamodb';
import { z } from 'zod';
import { documentReceives } from '#shared/domain/pipeline-limits.ts';
import { ulidAt } from '#shared/domain/id-forms.ts';
import type { PipelineParts, QueueFunction } from '../parts.ts';
import { toItem, type PlainItem } from '../plain-items.ts';
import { isRefused, transactInTurn } from '../transact.ts';
import type { BatchItem, DocumentItem } from './item-shapes.ts';
import { putMissingFiles } from './filed-files.ts';
import { findBatch, getBatch, getDocument, type BatchRef } from './read-items.ts';
import { getRunStatus, startExecution, startRun } from './runs.ts';
import { MessageProblem } from './message-problem.ts';
import { queueConsumer } from './queue-consumer.ts';
import { putNew, toStoredDocumentEvent } from './stored-items.ts';
import { pipelineActor } from '#shared/domain/pipeline-names.ts';
import { keyOf, buildObjectKey } from './keys.ts';

/** It is longer than a consumer takes, or a second one would begin with the same message. */
export const visibilitySeconds = 60;

/** S3 tells at least once that a file has arrived. The last file of a batch starts its first run. */
export function ingestFiles(parts: PipelineParts): QueueFunction {
  return queueConsumer(parts, 'ingest', async ({ body, attributes }) => {
    for (const batch of readFiledBatches(body)) {
      // One that is not there was not made: the API was stopped before, or refused it.
      if (await getBatch(parts, batch)) await putMissingFiles(parts, batch);
    }
    for (const file of readFileEvent(body)) {
      const sentAt = Number(attributes.SentTimestamp);
      await ingest(parts, file, sentAt - file.arrivedAt > soonestRedriveMs);
    }
  });
}

/**
 * S3 sends its event within seconds. An event sent later than a message needs to become a dead letter must have been
 * one: a redrive sends it again, with another id and without a mark.
 */
const soonestRedriveMs = documentReceives * visibilitySeconds * 1_000;

async function ingest(parts: PipelineParts, file: ArrivedFile, isRedriven: boolean): Promise<void> {
  const { batch, document } = await requireExpected(parts, file);
  if (document.receivedAt === undefined) {
    await needFile(parts, file);
    await receiveFile(parts, batch, document, { isRedriven });
  }
  // This also runs after a duplicate, because the consumer of the last file may have stopped before it started the run.
  const now = await getBatch(parts, batch);
  if (!now || now.received < now.documentCount) return;
  if (now.run === 0) await startRun(parts, now, 1);
  else if (now.run === 1 && getRunStatus(now, 1) === 'RUNNING') await startExecution(parts, now.batchId, 1);
}

async function requireExpected(
  parts: PipelineParts,
  file: ArrivedFile,
): Promise<{ batch: BatchItem; document: DocumentItem }> {
  const { tenantId, batchId, documentId } = file;
  const subject = { tenantId, batchId, documentId };
  const batch = await findBatch(parts, batchId, tenantId);
  if (batch === undefined) {
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

/** Counts a file once, however often S3 tells of it and however many are told at the same time. */
async function receiveFile(
  parts: PipelineParts,
  batch: BatchItem,
  document: DocumentItem,
  { isRedriven }: { readonly isRedriven: boolean },
): Promise<void> {
  const { tenantId, projectId, batchId } = batch;
  const { documentId } = document;
  const at = new Date(parts.now()).toISOString();
  const line = (what: string, eventId: string): TransactWriteItem =>
    putNew(
      parts,
      toStoredDocumentEvent(tenantId, documentId, {
        eventId,
        at,
        what,
        actor: pipelineActor,
        batchId,
        run: 1,
      }),
    );
  const actions = [
    line('ingested', ingestedId(document)),
    ...(isRedriven ? [line('message redriven', beforeIngestedId(document))] : []),
    update(parts, keyOf.document(tenantId, batchId, documentId), {
      set: 'SET receivedAt = :at, updatedAt = :at REMOVE #ttl ADD version :one',
      names: { '#ttl': 'ttl' },
      at,
    }),
    update(parts, keyOf.batch(tenantId, projectId, batchId), {
      set: 'SET updatedAt = :at ADD received :one, version :one',
      at,
    }),
  ];
  const reasons = await transactInTurn(parts, actions, { mostAttempts: 60 });
  // Refused is the event: it has been counted before.
  if (reasons === 'done' || isRefused(reasons[0])) return;
  throw new Error(`The document ${documentId} or its batch has gone`);
}

/** The same for each message that tells of this document's file: its passport begins with it. */
function ingestedId({ documentId, createdAt }: DocumentItem): string {
  const digest = createHash('sha256').update(`${documentId}/ingested/1`).digest();
  let next = 0;
  return ulidAt(Date.parse(createdAt), () => (digest[next++] ?? 0) / 256);
}

/** The least that an id of that moment can be. */
function beforeIngestedId({ createdAt }: DocumentItem): string {
  return ulidAt(Date.parse(createdAt), () => 0);
}

function update(
  parts: PipelineParts,
  key: PlainItem,
  { set, names, at }: { readonly set: string; readonly names?: Record<string, string>; readonly at: string },
): TransactWriteItem {
  return {
    Update: {
      TableName: parts.names.extraction.table,
      Key: toItem(key),
      ConditionExpression: 'attribute_exists(PK)',
      UpdateExpression: set,
      ...(names && { ExpressionAttributeNames: names }),
      ExpressionAttributeValues: toItem({ ':at': at, ':one': 1 }),
    },
  };
}

interface ArrivedFile {
  readonly bucket: string;
  readonly key: string;
  readonly tenantId: string;
  readonly batchId: string;
  readonly documentId: string;
  /** The time at which S3 had it, in milliseconds. */
  readonly arrivedAt: number;
}

/** The files that a message from S3 tells of; none where it is only S3's own test. */
export function readFileEvent(body: string): ArrivedFile[] {
  const { data, error } = messageSchema.safeParse(parseJson(body));
  if (error) throw new MessageProblem('MalformedMessage', 'The message is not an event of S3');
  if (!('Records' in data)) return [];
  return data.Records.map(({ s3, eventTime }) => ({
    ...parseObjectKey(s3.bucket.name, decodeKey(s3.object.key)),
    arrivedAt: Date.parse(eventTime),
  }));
}

/** The batches whose files the API was to put; none where the message is an event of S3. */
function readFiledBatches(body: string): readonly BatchRef[] {
  const { data } = messageSchema.safeParse(parseJson(body));
  return data && 'filed' in data ? data.filed : [];
}

/** https://docs.aws.amazon.com/AmazonS3/latest/userguide/notification-content-structure.html */
const messageSchema = z.union([
  z.object({ Event: z.literal('s3:TestEvent') }),
  z.object({
    filed: z.array(z.object({ tenantId: z.string(), projectId: z.string(), batchId: z.string() })),
  }),
  z.object({
    Records: z
      .array(
        z.object({
          eventSource: z.literal('aws:s3'),
          eventTime: z.iso.datetime(),
          s3: z.object({ bucket: z.object({ name: z.string() }), object: z.object({ key: z.string() }) }),
        }),
      )
      .min(1),
  }),
]);

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw new MessageProblem('MalformedMessage', 'The message is not JSON');
  }
}

function parseObjectKey(bucket: string, key: string): Omit<ArrivedFile, 'arrivedAt'> {
  const [, tenantId = '', batchId = '', documentId = '', ...rest] = key.split('/');
  const fileName = rest.join('/');
  const ids = { tenantId, batchId, documentId };
  const isComplete = [tenantId, batchId, documentId, fileName].every((part) => part !== '');
  if (!isComplete || rest.length > 1 || buildObjectKey({ ...ids, fileName }) !== key) {
    throw new MessageProblem('KeyOutsideConvention', `No document's file is kept under ${key}`);
  }
  return { bucket, key, ...ids };
}

/** "URL-encoded": with a plus for each blank. */
function decodeKey(key: string): string {
  try {
    return decodeURIComponent(key.replaceAll('+', ' '));
  } catch {
    throw new MessageProblem('KeyOutsideConvention', `${key} is not a key that S3 has encoded`);
  }
}
