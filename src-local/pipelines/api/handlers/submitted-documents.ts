import { paginateQuery } from '@aws-sdk/client-dynamodb';
import type { BatchItem, DocumentItem } from '../../extraction/item-shapes.ts';
import { documentsPartition } from '../../extraction/items/keys.ts';
import { documentFrom } from '../../extraction/items/read-items.ts';
import type { PipelineParts } from '../../parts.ts';
import { toItem } from '../../plain-items.ts';

/** In the order of their submission, which is that of their ids. */
export async function submittedDocuments(
  { clients, names }: PipelineParts,
  { tenantId, batchId }: BatchItem,
): Promise<readonly Pick<DocumentItem, 'documentId' | 'fileName' | 'objectKey'>[]> {
  const pages = paginateQuery(
    { client: clients.dynamodb },
    {
      TableName: names.extraction.table,
      KeyConditionExpression: 'PK = :partition AND begins_with(SK, :document)',
      ExpressionAttributeValues: toItem({
        ':partition': documentsPartition(tenantId, batchId),
        ':document': 'DOCUMENT#',
      }),
      ProjectionExpression: 'PK, SK, fileName, objectKey',
      ConsistentRead: true,
    },
  );
  const documents: DocumentItem[] = [];
  for await (const { Items = [] } of pages) documents.push(...Items.map(documentFrom));
  return documents;
}
