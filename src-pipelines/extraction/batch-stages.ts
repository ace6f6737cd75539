import { paginateQuery } from '@aws-sdk/client-dynamodb';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { documentsInOneHistory } from '#shared/domain/pipeline-limits.ts';
import type { PipelineFunction, PipelineParts } from '../parts.ts';
import { toItem } from '../plain-items.ts';
import type { DocumentItem } from './item-shapes.ts';
import { documentsPartition } from './keys.ts';
import { parseBatch, parseDocument, getBatch, getWorkflow, type BatchRef } from './read-items.ts';
import { parseExecutionName } from './state-machine.ts';
import { isProcessable, listInputSchema, finaliseInputSchema } from './stage.ts';
import { reportBatch } from './metrics.ts';
import { setRun } from './runs.ts';

/** The ids of what this run is to process; the rest of a document is read where it is processed. */
export function listDocuments(parts: PipelineParts): PipelineFunction {
  return async (given) => {
    const { keys, executionName } = listInputSchema.parse(given);
    const { tenantId, projectId, batchId } = parseBatch(toItem(keys));
    const named = parseExecutionName(executionName);
    if (named?.batchId !== batchId) throw new Error(`${executionName} is no run of the batch ${batchId}`);
    const documents = await readDocuments(parts, { tenantId, projectId, batchId });
    const documentIds = documents
      .filter((document) => isProcessable(document, named.run))
      .map(({ documentId }) => documentId);
    const isLarge = documentIds.length > documentsInOneHistory;
    return {
      batch: { tenantId, projectId, batchId },
      run: named.run,
      // A state holds 256 KB, so the ids of a large batch are in a file.
      documentIds: isLarge ? [] : documentIds,
      listKey: isLarge ? await storeList(parts, `${batchId}/r${named.run}`, documentIds) : null,
    };
  };
}

async function storeList(
  { clients, names }: PipelineParts,
  place: string,
  documentIds: readonly string[],
): Promise<string> {
  const Key = `temporary/${place}-documents.json`;
  await clients.s3.send(
    new PutObjectCommand({
      Bucket: names.extraction.documentsBucket,
      Key,
      Body: JSON.stringify(documentIds),
      ContentType: 'application/json',
    }),
  );
  return Key;
}

type Standing = Pick<DocumentItem, 'tenantId' | 'batchId' | 'documentId' | 'status' | 'run' | 'error'>;

/** Reads the status of each document from the table itself, since absence from GSI2 proves nothing. */
export async function readDocuments(
  { clients, names }: PipelineParts,
  { tenantId, batchId }: BatchRef,
): Promise<Standing[]> {
  const standing: Standing[] = [];
  const pages = paginateQuery(
    { client: clients.dynamodb },
    {
      TableName: names.extraction.table,
      KeyConditionExpression: 'PK = :partition AND begins_with(SK, :document)',
      ExpressionAttributeValues: toItem({
        ':partition': documentsPartition(tenantId, batchId),
        ':document': 'DOCUMENT#',
      }),
      ProjectionExpression: 'PK, SK, #status, #run, #error',
      ExpressionAttributeNames: { '#status': 'status', '#run': 'run', '#error': 'error' },
      ConsistentRead: true,
    },
  );
  for await (const { Items = [] } of pages) standing.push(...Items.map(parseDocument));
  return standing;
}

/** Runs when all documents of a run have ended. Returns the webhook's message, if the customer wants one. */
export function finaliseBatch(parts: PipelineParts): PipelineFunction {
  return async (given) => {
    const { batch: ref, run, startedAt } = finaliseInputSchema.parse(given);
    const before = await getBatch(parts, ref);
    if (!before) throw new Error(`There is no batch ${ref.batchId}`);
    await setRun(parts, before, run, 'SUCCEEDED');
    const batch = (await getBatch(parts, ref)) ?? before;
    const workflow = await getWorkflow(parts, batch);
    await reportBatch(parts, (parts.now() - Date.parse(startedAt)) / 1_000);
    const { tenantId, batchId, status, counts } = batch;
    const url = workflow?.webhookUrl;
    return { webhook: url === undefined ? null : { tenantId, batchId, run, status, counts, url } };
  };
}
