import { QueryCommand } from '@aws-sdk/client-dynamodb';
import { GetObjectCommand } from '@aws-sdk/client-s3';
import {
  GetQueueAttributesCommand,
  GetQueueUrlCommand,
  StartMessageMoveTaskCommand,
} from '@aws-sdk/client-sqs';
import { expect, test } from 'vitest';
import type { BatchItem } from '#pipelines/extraction/item-shapes.ts';
import { parseBatch } from '#pipelines/extraction/read-items.ts';
import { fromItem, toItem } from '#pipelines/plain-items.ts';
import { planPast } from '#local/world/past/past-plan.ts';
import { namesByConvention } from '#shared/domain/pipeline-names.ts';
import { startOfTime } from '#test/builders/a-pocket-aws.ts';
import { aSandbox, type SandboxUnderTest } from '#test/builders/a-sandbox.ts';

const { extraction } = namesByConvention('sandbox');
const minute = 60_000;

async function readDepth({ sqs }: SandboxUnderTest, QueueName: string): Promise<number> {
  const { QueueUrl } = await sqs.send(new GetQueueUrlCommand({ QueueName }));
  const { Attributes } = await sqs.send(
    new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['ApproximateNumberOfMessages'] }),
  );
  return Number(Attributes?.['ApproximateNumberOfMessages']);
}

async function batchNow({ dynamodb }: SandboxUnderTest, batchId = ''): Promise<BatchItem> {
  const { Items: [item = {}] = [] } = await dynamodb.send(
    new QueryCommand({
      TableName: extraction.table,
      IndexName: 'GSI3',
      KeyConditionExpression: 'GSI3PK = :id',
      ExpressionAttributeValues: toItem({ ':id': batchId }),
    }),
  );
  return parseBatch(item);
}

async function redriveAll({ sqs, sandbox }: SandboxUnderTest, queue: string): Promise<void> {
  const { region, account } = sandbox.aws.world;
  const SourceArn = `arn:aws:sqs:${region}:${account}:${queue}`;
  await sqs.send(new StartMessageMoveTaskCommand({ SourceArn }));
}

test('a redriven message is processed if that is possible by now, and comes back otherwise', async () => {
  const sandbox = await aSandbox();
  await sandbox.sandbox.setTraffic(true);
  const late = planPast({ seed: '1', anchor: startOfTime }).batches.find(({ story }) => story.missing);
  const before = await batchNow(sandbox, late?.batchId);
  expect(before).toMatchObject({ status: 'QUEUED', run: 0, received: (late?.size ?? 0) - 3 });

  await redriveAll(sandbox, extraction.documentDeadLetterQueue);
  await redriveAll(sandbox, extraction.webhookDeadLetterQueue);
  await sandbox.sandbox.advance(7 * minute);

  // The redriven messages include the three files that the batch was waiting for.
  const batch = await batchNow(sandbox, late?.batchId);
  expect(batch).toMatchObject({ run: 1, runs: { 1: 'SUCCEEDED' }, received: late?.size });
  expect(batch.counts).toMatchObject({ QUEUED: 0, PROCESSING: 0 });
  expect(await readDepth(sandbox, extraction.documentDeadLetterQueue)).toBe(43);
  // Most messages go to an endpoint that is gone for good and come back. The others are delivered.
  const left = await readDepth(sandbox, extraction.webhookDeadLetterQueue);
  expect(left).toBeGreaterThan(130);
  expect(left).toBeLessThan(150);
  // Most of the 258 messages are received five times again.
}, 60_000);

test('results stored in S3 can be read', async () => {
  const { dynamodb, s3 } = await aSandbox();
  const { Items = [] } = await dynamodb.send(
    new QueryCommand({
      TableName: extraction.table,
      KeyConditionExpression: 'PK = :pk AND begins_with(SK, :batch)',
      ExpressionAttributeValues: toItem({ ':pk': 'TENANT#quill#PROJECT#archive', ':batch': 'BATCH#' }),
    }),
  );
  const oldest = Items.map(parseBatch).find(({ runs, executionArn }) => runs?.[1] && !executionArn);
  const { Items: [document = {}] = [] } = await dynamodb.send(
    new QueryCommand({
      TableName: extraction.table,
      KeyConditionExpression: 'PK = :pk',
      ExpressionAttributeValues: toItem({ ':pk': `TENANT#quill#BATCH#${oldest?.batchId}` }),
    }),
  );
  const { resultsAt } = fromItem(document) as { resultsAt: { bucket: string; key: string; bytes: number } };
  const { ContentLength, Body } = await s3.send(
    new GetObjectCommand({ Bucket: resultsAt.bucket, Key: resultsAt.key }),
  );
  expect(ContentLength).toBe(resultsAt.bytes);
  expect(JSON.parse((await Body?.transformToString()) ?? '')).toMatchObject({ lineItems: { length: 3_000 } });
  // This test opens the whole sandbox.
}, 30_000);
