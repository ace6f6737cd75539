import { paginateQuery } from '@aws-sdk/client-dynamodb';
import type { DocumentItem } from '../item-shapes.ts';
import { documentsPartition } from '../items/keys.ts';
import { batchFrom, documentFrom, type BatchRef } from '../items/read-items.ts';
import type { PipelineFunction, PipelineParts } from '../../parts.ts';
import { toItem } from '../../plain-items.ts';
import { runOf } from '../run-name.ts';
import { mayBeProcessed } from './begin-stage.ts';
import { listInputSchema } from './stage-input.ts';

/** The ids of what this run is to process; the rest of a document is read where it is processed. */
export function listDocuments(parts: PipelineParts): PipelineFunction {
  return async (given) => {
    const { keys, executionName } = listInputSchema.parse(given);
    const { tenantId, projectId, batchId } = batchFrom(toItem(keys));
    const named = runOf(executionName);
    if (named?.batchId !== batchId) throw new Error(`${executionName} is no run of the batch ${batchId}`);
    const documents = await documentsOf(parts, { tenantId, projectId, batchId });
    return {
      batch: { tenantId, projectId, batchId },
      run: named.run,
      documentIds: documents
        .filter((document) => mayBeProcessed(document, named.run))
        .map(({ documentId }) => documentId),
    };
  };
}

type Standing = Pick<DocumentItem, 'tenantId' | 'batchId' | 'documentId' | 'status' | 'run' | 'error'>;

/** How each document of a batch stands, from the table itself: absence from GSI2 proves nothing. */
export async function documentsOf(
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
  for await (const { Items = [] } of pages) standing.push(...Items.map(documentFrom));
  return standing;
}
