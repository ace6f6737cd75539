import { QueryCommand, type AttributeValue } from '@aws-sdk/client-dynamodb';
import { paginateListObjectsV2 } from '@aws-sdk/client-s3';
import { paginateListExecutions } from '@aws-sdk/client-sfn';
import { describe, expect, it } from 'vitest';
import { aSandbox, type SandboxUnderTest } from '#test/builders/a-sandbox.ts';

const minute = 60_000;

// Each opens a world and lets a live batch through it.
describe('a world', { timeout: 60_000 }, () => {
  it('is the same again from the same seed: opened twice, or reset', async () => {
    const once = await aSandbox({ seed: '5' });
    await once.sandbox.advance(10 * minute);
    const first = await dump(once);

    const again = await aSandbox({ seed: '5' });
    await again.sandbox.advance(10 * minute);
    expect(await dump(again)).toEqual(first);
    expect(first.items).toBeGreaterThan(1_000);
  });

  it('is another one from another seed', async () => {
    const one = await aSandbox({ seed: '5' });
    const other = await aSandbox({ seed: '6' });
    const [first, second] = [await dump(one), await dump(other)];
    expect(second.text).not.toBe(first.text);
    await one.sandbox.reset('6');
    expect((await dump(one)).text).toBe(second.text);
    await one.sandbox.reset('5');
    expect((await dump(one)).text).toBe(first.text);
  });
});

/** As far as keys lead: every item of the tenants, their projects and some batches, every object, every execution. */
async function dump(under: SandboxUnderTest): Promise<{ items: number; text: string }> {
  const items: Record<string, AttributeValue>[] = [];
  const read = async (partition: string): Promise<Record<string, AttributeValue>[]> => {
    const found = await itemsOf(under, partition);
    items.push(...found);
    return found;
  };
  for (const { SK } of await read('DIRECTORY#TENANTS')) {
    const tenant = SK?.S ?? '';
    for (const entry of await read(tenant)) {
      if (!entry['SK']?.S?.startsWith('PROJECT#')) continue;
      const inProject = await read(`${tenant}#${entry['SK'].S}`);
      const batches = inProject.filter((item) => item['SK']?.S?.startsWith('BATCH#'));
      for (const { SK: batch } of batches.slice(-2)) await read(`${tenant}#${batch?.S}`);
    }
  }
  const text = JSON.stringify([items, await objectsOf(under), await executionsOf(under)]);
  return { items: items.length, text };
}

async function itemsOf(
  { dynamodb }: SandboxUnderTest,
  partition: string,
): Promise<Record<string, AttributeValue>[]> {
  const found: Record<string, AttributeValue>[] = [];
  let from: Record<string, AttributeValue> | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await dynamodb.send(
      new QueryCommand({
        TableName: 'autowired-sandbox',
        KeyConditionExpression: 'PK = :p',
        ExpressionAttributeValues: { ':p': { S: partition } },
        ...(from && { ExclusiveStartKey: from }),
      }),
    );
    found.push(...Items);
    from = LastEvaluatedKey;
  } while (from && found.length < 1_000);
  return found;
}

async function objectsOf({ s3 }: SandboxUnderTest): Promise<readonly unknown[]> {
  const found: unknown[] = [];
  const pages = paginateListObjectsV2({ client: s3 }, { Bucket: 'autowired-documents-sandbox' });
  for await (const { Contents = [] } of pages) {
    found.push(...Contents.map(({ Key, Size, ETag, LastModified }) => [Key, Size, ETag, LastModified]));
    if (found.length > 2_000) break;
  }
  return found;
}

async function executionsOf({ sfn }: SandboxUnderTest): Promise<readonly unknown[]> {
  const stateMachineArn = 'arn:aws:states:local:000000000000:stateMachine:autowire-batch-processing-sandbox';
  const found: unknown[] = [];
  for await (const { executions = [] } of paginateListExecutions({ client: sfn }, { stateMachineArn })) {
    found.push(...executions);
  }
  return found;
}
