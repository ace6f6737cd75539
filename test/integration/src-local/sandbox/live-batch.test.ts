import { QueryCommand } from '@aws-sdk/client-dynamodb';
import { ListExecutionsCommand } from '@aws-sdk/client-sfn';
import { describe, expect, it } from 'vitest';
import { fromItem } from '#pipelines/plain-items.ts';
import { drivenClock } from '#local/world/clock.ts';
import { startOfTime } from '#test/builders/a-pocket-aws.ts';
import { aSandbox, type SandboxUnderTest } from '#test/builders/a-sandbox.ts';
import { aFolder } from '#test/unit/src-local/world/living/a-folder.ts';

const table = 'autowired-sandbox';

// The SDK and the code that draws documents are loaded once, which takes a while on a busy machine.
describe('a live batch', { timeout: 30_000 }, () => {
  it('comes in by the API, is in work soon, and ends with counts that equal a recount', async () => {
    const under = await aSandbox();
    await under.sandbox.advance(20_000);
    const [batch] = await liveBatches(under);
    expect(batch).toMatchObject({
      status: 'PROCESSING',
      run: 1,
      submittedBy: expect.stringMatching(/-intake$/) as string,
    });

    await under.sandbox.advance(5 * 60_000);
    const [ended] = await liveBatches(under);
    expect(ended?.status).toMatch(/^(SUCCEEDED|REVIEW_REQUIRED|FAILED)$/);
    expect(ended?.counts).toMatchObject({ QUEUED: 0, PROCESSING: 0 });
    expect(ended?.counts).toEqual({ ...noCounts, ...(await recount(under, ended)) });
  });

  it('is finished by another process if the first one was killed during the work', async () => {
    const folder = aFolder();
    const first = await aSandbox({ folder });
    await first.sandbox.advance(20_000);
    const [before] = await liveBatches(first);
    expect(before).toMatchObject({ status: 'PROCESSING' });
    first.sandbox.close();

    const second = await aSandbox({ folder, clock: drivenClock(startOfTime + 25_000) });
    await second.ask('POST', '/_local/traffic', { body: { paused: true } });
    await second.sandbox.advance(5 * 60_000);
    const [after] = await liveBatches(second);
    expect(after?.batchId).toBe(before?.batchId);
    expect(after?.counts).toMatchObject({ QUEUED: 0, PROCESSING: 0 });
    expect(after?.counts).toEqual({ ...noCounts, ...(await recount(second, after)) });
  });
});

const noCounts = { QUEUED: 0, PROCESSING: 0, SUCCEEDED: 0, REVIEW_REQUIRED: 0, FAILED: 0, REJECTED: 0 };

interface Batch {
  readonly tenantId: string;
  readonly batchId: string;
  readonly status: string;
  readonly counts: Readonly<Record<string, number>>;
}

/** Lists the batches whose execution began after the world did, newest first. */
async function liveBatches(under: SandboxUnderTest): Promise<Batch[]> {
  const { sfn, dynamodb } = under;
  const stateMachineArn = 'arn:aws:states:local:000000000000:stateMachine:autowire-batch-processing-sandbox';
  const { executions = [] } = await sfn.send(new ListExecutionsCommand({ stateMachineArn, maxResults: 20 }));
  const names = executions
    .filter(({ startDate }) => (startDate?.getTime() ?? 0) >= startOfTime)
    .map(({ name = '' }) => name.replace(/-r\d+$/, ''));
  return Promise.all(
    names.map(async (batchId) => {
      const { Items: [item = {}] = [] } = await dynamodb.send(
        new QueryCommand({
          TableName: table,
          IndexName: 'GSI3',
          KeyConditionExpression: 'GSI3PK = :b',
          ExpressionAttributeValues: { ':b': { S: batchId } },
        }),
      );
      const tenantId = item['PK']?.S?.split('#')[1] ?? '';
      return { tenantId, batchId, ...fromItem(item) } as unknown as Batch;
    }),
  );
}

async function recount({ dynamodb }: SandboxUnderTest, batch: Batch | undefined): Promise<object> {
  const { Items = [] } = await dynamodb.send(
    new QueryCommand({
      TableName: table,
      KeyConditionExpression: 'PK = :p AND begins_with(SK, :d)',
      ExpressionAttributeValues: {
        ':p': { S: `TENANT#${batch?.tenantId}#BATCH#${batch?.batchId}` },
        ':d': { S: 'DOCUMENT#' },
      },
    }),
  );
  const counts: Record<string, number> = {};
  for (const { status } of Items) counts[status?.S ?? ''] = (counts[status?.S ?? ''] ?? 0) + 1;
  return counts;
}
