import type { TransactWriteItem } from '@aws-sdk/client-dynamodb';
import { createHash } from 'node:crypto';
import { ulidAt } from '#shared/domain/ulid.ts';
import type { PipelineParts } from '../../parts.ts';
import { toItem, type PlainItem } from '../../plain-items.ts';
import { isRefused, transactInTurn } from '../../transact.ts';
import { pipelineActor } from '../history-event.ts';
import type { BatchItem, DocumentItem } from '../item-shapes.ts';
import { putNew } from '../items/conditional-puts.ts';
import { keyOf } from '../items/keys.ts';
import { documentEventAsKept } from '../items/written-items.ts';

/** Counts a file once, however often S3 tells of it and however many are told at the same time. */
export async function receiveFile(
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
      documentEventAsKept(tenantId, documentId, { eventId, at, what, actor: pipelineActor, batchId, run: 1 }),
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
