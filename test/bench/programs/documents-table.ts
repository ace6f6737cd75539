import {
  BatchWriteItemCommand,
  CreateTableCommand,
  type AttributeValue,
  type DynamoDBClient,
} from '@aws-sdk/client-dynamodb';

export const tableName = 'bench-documents';

/** Creates a table like the pipelines' own, with three indexes that project every attribute. */
export async function createDocumentsTable(dynamodb: DynamoDBClient): Promise<void> {
  const indexes = ['GSI1', 'GSI2', 'GSI3'];
  const keys = ['PK', 'SK', ...indexes.flatMap((name) => [`${name}PK`, `${name}SK`])];
  await dynamodb.send(
    new CreateTableCommand({
      TableName: tableName,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: keys.map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
      KeySchema: [
        { AttributeName: 'PK', KeyType: 'HASH' },
        { AttributeName: 'SK', KeyType: 'RANGE' },
      ],
      GlobalSecondaryIndexes: indexes.map((IndexName) => ({
        IndexName,
        KeySchema: [
          { AttributeName: `${IndexName}PK`, KeyType: 'HASH' },
          { AttributeName: `${IndexName}SK`, KeyType: 'RANGE' },
        ],
        Projection: { ProjectionType: 'ALL' },
      })),
    }),
  );
}

/**
 * Writes `count` documents of about 1 KB, each in all three indexes, 25 per request and four requests at a
 * time.
 */
export async function putDocuments(dynamodb: DynamoDBClient, count: number): Promise<void> {
  const starts = Array.from({ length: Math.ceil(count / 25) }, (_batch, index) => index * 25);
  const sendNext = async (): Promise<void> => {
    for (let start = starts.shift(); start !== undefined; start = starts.shift()) {
      const size = Math.min(25, count - start);
      const first = start;
      await dynamodb.send(
        new BatchWriteItemCommand({
          RequestItems: {
            [tableName]: Array.from({ length: size }, (_item, index) => ({
              PutRequest: { Item: aDocument(first + index) },
            })),
          },
        }),
      );
    }
  };
  await Promise.all([sendNext(), sendNext(), sendNext(), sendNext()]);
}

export function aDocument(index: number): Record<string, AttributeValue> {
  const id = String(index).padStart(6, '0');
  const at = new Date(Date.UTC(2026, 0, 1) + index * 1_000).toISOString();
  return {
    PK: { S: 'TENANT#acme#BATCH#1' },
    SK: { S: `DOCUMENT#${id}` },
    GSI1PK: { S: 'TENANT#acme#PROJECT#1' },
    GSI1SK: { S: at },
    GSI2PK: { S: `TENANT#acme#BATCH#1#STATUS#${index % 10 === 0 ? 'FAILED' : 'PROCESSING'}` },
    GSI2SK: { S: at },
    GSI3PK: { S: `batch-${index % 100}` },
    GSI3SK: { S: id },
    status: { S: 'PROCESSING' },
    score: { N: String((index % 1_000) / 1_000) },
    version: { N: '1' },
    fileName: { S: `statement-${id}.pdf` },
    fields: {
      M: { invoiceNumber: { S: `INV-${id}` }, total: { N: '1234.56' }, note: { S: 'x'.repeat(560) } },
    },
  };
}
