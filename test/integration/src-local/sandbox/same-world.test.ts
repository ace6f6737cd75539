import { QueryCommand, type AttributeValue } from '@aws-sdk/client-dynamodb';
import { paginateListObjectsV2 } from '@aws-sdk/client-s3';
import { paginateListExecutions } from '@aws-sdk/client-sfn';
import { describe, expect, it } from 'vitest';
import { aSandbox, type SandboxUnderTest } from '#test/builders/a-sandbox.ts';

const minute = 60_000;

// Four worlds are generated and read through, and two of them run for a while.
describe('a world', { timeout: 60_000 }, () => {
  it('is identical for the same seed, reset or opened elsewhere, and different for another seed', async () => {
    const once = await aSandbox({ seed: '5' });
    const begun = await dump(once);
    expect(begun.items).toBeGreaterThan(1_000);
    await once.sandbox.reset('6');
    expect((await dump(once)).text).not.toBe(begun.text);
    await once.sandbox.reset('5');
    expect((await dump(once)).text).toBe(begun.text);
    await once.sandbox.advance(10 * minute);
    const lived = await dump(once);
    expect(lived.text).not.toBe(begun.text);

    const elsewhere = await aSandbox({ seed: '5' });
    await elsewhere.sandbox.advance(10 * minute);
    expect((await dump(elsewhere)).text).toBe(lived.text);
  });
});

/**
 * Reads as far as keys lead: every item of the tenants, their projects and some batches, every object and
 * every execution.
 */
async function dump(under: SandboxUnderTest): Promise<{ items: number; text: string }> {
  const items: Record<string, AttributeValue>[] = [];
  const read = async (partition: string): Promise<Record<string, AttributeValue>[]> => {
    const found = await listItems(under, partition);
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
  const text = JSON.stringify([items, await listObjects(under), await listExecutions(under)]);
  return { items: items.length, text };
}

async function listItems(
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

async function listObjects({ s3 }: SandboxUnderTest): Promise<readonly unknown[]> {
  const found: unknown[] = [];
  const pages = paginateListObjectsV2({ client: s3 }, { Bucket: 'autowired-documents-sandbox' });
  for await (const { Contents = [] } of pages) {
    found.push(...Contents.map(({ Key, Size, ETag, LastModified }) => [Key, Size, ETag, LastModified]));
    if (found.length > 2_000) break;
  }
  return found;
}

async function listExecutions({ sfn }: SandboxUnderTest): Promise<readonly unknown[]> {
  const stateMachineArn = 'arn:aws:states:local:000000000000:stateMachine:autowire-batch-processing-sandbox';
  const found: unknown[] = [];
  for await (const { executions = [] } of paginateListExecutions({ client: sfn }, { stateMachineArn })) {
    found.push(...executions);
  }
  return found;
}
