import { BatchWriteItemCommand, type DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { inChunks, inLanes } from '#main/reads/in-lanes.ts';
import { namesByConvention } from '#shared/domain/pipeline-names.ts';

/** Writes documents with the attributes that domain.md names, by tenant, batch and document id. */
export async function putDocuments(
  dynamodb: DynamoDBClient,
  documents: readonly (readonly string[])[],
  status: 'QUEUED' | 'PROCESSING',
): Promise<void> {
  const { table } = namesByConvention('sandbox').extraction;
  const at = new Date().toISOString();
  await inLanes(inChunks(documents, 25), 4, async (some) => {
    const puts = some.map(([tenantId = '', batchId = '', documentId = '']) => ({
      PutRequest: {
        Item: {
          PK: { S: `TENANT#${tenantId}#BATCH#${batchId}` },
          SK: { S: `DOCUMENT#${documentId}` },
          status: { S: status },
          fileName: { S: 'invoice.pdf' },
          createdAt: { S: at },
          updatedAt: { S: at },
          version: { N: status === 'QUEUED' ? '1' : '2' },
        },
      },
    }));
    let left: Record<string, typeof puts> = { [table]: puts };
    while (Object.keys(left).length > 0) {
      const { UnprocessedItems = {} } = await dynamodb.send(
        new BatchWriteItemCommand({ RequestItems: left }),
      );
      left = UnprocessedItems as typeof left;
    }
  });
}
