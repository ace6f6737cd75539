import { PutItemCommand, QueryCommand, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import type { AttributeValue, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import { sampleAttributes } from '#shared/catalogue/items/sample-attributes.ts';
import { extraction as extractionSystem } from '#shared/catalogue/systems/extraction-system.ts';
import { namesByConvention } from '#shared/domain/pipeline-names.ts';
import { canary, type Canary } from './canaries.ts';

interface World {
  readonly dynamodb: DynamoDBClient;
  readonly sqs: SQSClient;
}

export interface BatchKey {
  readonly tenantId: string;
  readonly projectId: string;
  readonly batchId: string;
  readonly workflowId: string;
}

export interface PlantedDocument extends BatchKey {
  readonly documentId: string;
  readonly status: string;
  readonly fields: readonly string[];
}

const { extraction, downloads } = namesByConvention('sandbox');
export const letters = extraction.documentDeadLetterQueue;

/** Replaces every value that was read from the documents of these batches with a canary. */
export async function plantValues(
  { dynamodb }: World,
  batches: readonly BatchKey[],
): Promise<readonly PlantedDocument[]> {
  const planted: PlantedDocument[] = [];
  for (const batch of batches) {
    const { Items = [] } = await dynamodb.send(
      new QueryCommand({
        TableName: extraction.table,
        KeyConditionExpression: 'PK = :batch AND begins_with(SK, :document)',
        ExpressionAttributeValues: {
          ':batch': { S: `TENANT#${batch.tenantId}#BATCH#${batch.batchId}` },
          ':document': { S: 'DOCUMENT#' },
        },
      }),
    );
    for (const item of Items.filter(({ fields }) => fields?.M !== undefined)) {
      planted.push(await plantInto(dynamodb, batch, item));
    }
  }
  return planted;
}

async function plantInto(
  dynamodb: DynamoDBClient,
  { tenantId, projectId, batchId, workflowId }: BatchKey,
  { PK, SK, status, fields }: Record<string, AttributeValue>,
): Promise<PlantedDocument> {
  const documentId = SK?.S?.split('#')[1] ?? '';
  const names = Object.keys(fields?.M ?? {});
  const changed = Object.fromEntries(
    Object.entries(fields?.M ?? {}).map(([name, read]) => [
      name,
      { M: { ...read.M, value: { S: buildValueCanary(documentId, name).text } } },
    ]),
  );
  await dynamodb.send(
    new UpdateItemCommand({
      TableName: extraction.table,
      Key: { PK: PK ?? { S: '' }, SK: SK ?? { S: '' } },
      UpdateExpression: 'SET #fields = :fields',
      ExpressionAttributeNames: { '#fields': 'fields' },
      ExpressionAttributeValues: { ':fields': { M: changed } },
    }),
  );
  return { tenantId, projectId, batchId, workflowId, documentId, status: status?.S ?? '', fields: names };
}

export function buildValueCanary(documentId: string, field: string): Canary {
  return canary('read value', `${documentId}/${field}`);
}

/** Finds a day with downloads and one of its batches. Shortly after midnight the new day has none yet. */
export async function findDownloads(
  readDay: (date: string) => Promise<{ readonly batches: readonly { readonly batchId: string }[] }>,
): Promise<{ readonly date: string; readonly downloadBatchId: string }> {
  for (const daysAgo of [0, 1]) {
    const date = new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);
    const downloadBatchId = (await readDay(date)).batches[0]?.batchId;
    if (downloadBatchId !== undefined) return { date, downloadBatchId };
  }
  throw new Error('Neither today nor yesterday has downloads.');
}

/** Plants a file to download, with the address and the keys that only the downloader may see. */
export async function plantFile(
  { dynamodb }: World,
  { fileId, batchId, now }: { readonly fileId: string; readonly batchId: string; readonly now: number },
): Promise<readonly Canary[]> {
  const signed = canary('presigned address', fileId);
  const key = canary('wrapped key', fileId);
  const vector = canary('key vector', fileId);
  const at = new Date(now - 7_200_000).toISOString();
  const address = `https://files.example/${signed.text}?X-Amz-Credential=${signed.text}&X-Amz-Signature=${signed.text}`;
  await dynamodb.send(
    new PutItemCommand({
      TableName: downloads.jobsTable,
      Item: {
        FileID: { S: fileId },
        BatchID: { S: batchId },
        Status: { S: 'downloading' },
        Entity: { S: 'trades' },
        DownloadDate: { S: at.slice(0, 10) },
        PresignedURL: { S: address },
        EncryptedAESKey: { S: key.text },
        EncodedAESIV: { S: vector.text },
        ErrorMessage: { S: 'GET 403 Forbidden' },
        CreatedAt: { S: at },
        StatusUpdatedAt: { N: String(now - 7_200_000) },
        TTL: { N: String(Math.floor(now / 1_000) + 86_400) },
      },
    }),
  );
  return [signed, key, vector];
}

/** Plants what the pipeline keeps about all tenants, so that questions about it are answered. */
export async function plantAttention({ dynamodb }: World): Promise<void> {
  for (const sample of extractionSystem.samples.main) {
    const Item = sampleAttributes(extractionSystem, 'main', sample) as Record<string, AttributeValue>;
    if (!/^(?:ATTENTION|CAUSE)/.test(Item['PK']?.S ?? '')) continue;
    await dynamodb.send(new PutItemCommand({ TableName: extraction.table, Item }));
  }
}

/** Plants a dead letter with canaries in its body, in an address in the body, and in its attributes. */
export async function plantMessage({ sqs }: World, batchId: string): Promise<void> {
  const body = canary('message body', batchId);
  const secret = canary('message secret', batchId);
  await sqs.send(
    new SendMessageCommand({
      QueueUrl: letters,
      MessageBody: JSON.stringify({
        batchId,
        note: body.text,
        url: `https://files.example/a.pdf?X-Amz-Signature=${canary('presigned address', batchId).text}`,
        deep: [{ token: secret.text }],
      }),
      MessageAttributes: { token: { DataType: 'String', StringValue: secret.text } },
    }),
  );
}
