import { QueryCommand } from '@aws-sdk/client-dynamodb';
import { nameItemsCollection } from '#local/aws/dynamodb/past-items.ts';
import { executions } from '#local/aws/sfn/execution-records.ts';
import { keyOf } from '#pipelines/extraction/keys.ts';
import { fromItem, toItem, type PlainItem } from '#pipelines/plain-items.ts';
import type { Api } from '#test/builders/an-api.ts';

/** Returns the passport of a document, oldest first. */
export function readPassport(
  api: Api,
  { tenantId, documentId }: { readonly tenantId: string; readonly documentId: string },
): Promise<PlainItem[]> {
  return itemsIn(api, keyOf.documentEvent(tenantId, documentId, '').PK);
}

export async function itemsIn({ parts: { clients, names } }: Api, partition: string): Promise<PlainItem[]> {
  const { Items = [] } = await clients.dynamodb.send(
    new QueryCommand({
      TableName: names.extraction.table,
      KeyConditionExpression: 'PK = :partition',
      ExpressionAttributeValues: toItem({ ':partition': partition }),
    }),
  );
  return Items.map(fromItem);
}

/** Counts the items and executions, which shows whether a request had an effect. */
export function countRecords({ aws: { world }, parts: { names } }: Api): Readonly<Record<string, number>> {
  const { extraction, downloads } = names;
  const kept = [extraction.table, downloads.jobsTable, downloads.batchesTable].map(nameItemsCollection);
  return Object.fromEntries([...kept, executions].map((name) => [name, world.store.collection(name).size]));
}
