import { GetItemCommand, QueryCommand, type AttributeValue } from '@aws-sdk/client-dynamodb';
import { GetObjectCommand, HeadObjectCommand } from '@aws-sdk/client-s3';
import { beforeAll, describe, expect, test } from 'vitest';
import { parseDocument, findBatch } from '#pipelines/extraction/read-items.ts';
import { keyOf } from '#pipelines/extraction/keys.ts';
import { toItem } from '#pipelines/plain-items.ts';
import { tellAwkwardTenant } from '#local/world/past/awkward-tenant.ts';
import { awkwardTenantId } from '#local/world/past/tenants.ts';
import { nameItemsCollection } from '#local/aws/dynamodb/past-items.ts';
import type { Item } from '#local/aws/dynamodb/values/attribute-value.ts';
import { findEntity } from '#shared/catalogue/keys/key-places.ts';
import { extraction as system } from '#shared/catalogue/systems/extraction-system.ts';
import { namesByConvention } from '#shared/domain/pipeline-names.ts';
import { openFortnight, type Fortnight } from '#test/builders/a-fortnight.ts';
import { startOfTime } from '#test/builders/a-pocket-aws.ts';

const { extraction } = namesByConvention('sandbox');
describe('items that no pipeline would write', () => {
  let fortnight: Fortnight;
  beforeAll(async () => {
    fortnight = await openFortnight();
    return () => fortnight.aws.close();
  });

  const told = (): Item[] =>
    [
      ...(tellAwkwardTenant({ seed: '1', anchor: startOfTime }).get(
        nameItemsCollection(extraction.table),
      )?.() ?? []),
    ].map(([, item]) => item as Item);
  const batchIds = (): string[] =>
    told().flatMap(({ GSI3PK }) => (GSI3PK && 'S' in GSI3PK ? [GSI3PK.S] : []));

  async function itemsOfBatch(batchId: string): Promise<Record<string, AttributeValue>[]> {
    const { PK, SK } = keyOf.document(awkwardTenantId, batchId, '');
    const { Items = [] } = await fortnight.clients.dynamodb.send(
      new QueryCommand({
        TableName: extraction.table,
        KeyConditionExpression: 'PK = :pk AND begins_with(SK, :sk)',
        ExpressionAttributeValues: toItem({ ':pk': PK, ':sk': SK }),
      }),
    );
    return Items;
  }

  test('are still known to the catalogue by their keys', () => {
    for (const item of told()) expect(findEntity(system, 'main', item)).not.toBeNull();
  });

  test('can be read as they are', async () => {
    for (const item of told()) {
      const { PK, SK } = item;
      const { Item: read } = await fortnight.clients.dynamodb.send(
        new GetItemCommand({
          TableName: extraction.table,
          Key: { PK, SK } as Record<string, AttributeValue>,
        }),
      );
      expect(read).toEqual(item);
    }
  });

  test('include a batch without documents, one without attributes, and one whose documents lack theirs', async () => {
    const [odd = '', empty = '', bare = ''] = batchIds();
    expect(await itemsOfBatch(odd)).toHaveLength(9);
    expect(await itemsOfBatch(empty)).toEqual([]);
    expect(await findBatch(fortnight.parts, empty)).toMatchObject({ documentCount: 0, status: 'SUCCEEDED' });
    expect(Object.keys((await findBatch(fortnight.parts, bare)) ?? {}).toSorted()).toEqual([
      'batchId',
      'projectId',
      'tenantId',
    ]);
  });

  test('have counts that equal a recount, as far as there is something to count', async () => {
    const [odd = ''] = batchIds();
    const documents = (await itemsOfBatch(odd)).map(parseDocument);
    const batch = await findBatch(fortnight.parts, odd);
    for (const [status, count] of Object.entries(batch?.counts ?? {})) {
      expect(documents.filter((one) => one.status === status)).toHaveLength(count);
    }
    expect(batch?.documentCount).toBe(documents.length);
  });

  test('do not stop the sweep of the status index', async () => {
    await expect(fortnight.functions.sweepStatusIndex()).resolves.toBeUndefined();
  });

  test('include results in S3, with as many bytes as their item says', async () => {
    const ledger = batchIds().at(-1) ?? '';
    const [item = {}] = await itemsOfBatch(ledger);
    const { resultsAt, status } = parseDocument(item);
    expect(status).toBe('SUCCEEDED');
    const at = { Bucket: resultsAt?.bucket, Key: resultsAt?.key };
    const head = await fortnight.clients.s3.send(new HeadObjectCommand(at));
    expect(head.ContentLength).toBe(resultsAt?.bytes);
    const { Body } = await fortnight.clients.s3.send(new GetObjectCommand(at));
    const text = (await Body?.transformToString()) ?? '';
    expect(Buffer.byteLength(text)).toBe(resultsAt?.bytes);
    const results = JSON.parse(text) as { lineItems: readonly { amount: string }[]; fields: object };
    expect(results.lineItems).toHaveLength(3_000);
    const total = results.lineItems.reduce((sum, { amount }) => sum + Number(amount), 0);
    expect(results.fields).toMatchObject({ total: { value: total.toFixed(2) } });
  });
});
