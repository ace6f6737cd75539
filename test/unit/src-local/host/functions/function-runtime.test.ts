import { CreateTableCommand, GetItemCommand, type DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { Hash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { rolesCollection, type RoleRecord } from '#local/aws/iam/access.ts';
import type { PocketAwsOptions } from '#local/aws/pocket-aws.ts';
import { hostFunctions, type HostedRuntime } from '#local/host/functions/function-runtime.ts';
import type { Outside } from '#local/world/living/outside.ts';
import type { MetricPoint } from '#local/world/world.ts';
import { aPocketAws, startOfTime } from '#test/builders/a-pocket-aws.ts';
import { createFunction } from '#test/builders/functions-in-process.ts';

const minute = 60_000;

describe('a bundle', () => {
  it('is called with its event and the context of Lambda', async () => {
    const { invoke } = await aWorldWith(`
      exports.handler = async (event, context) => ({
        event,
        arn: context.invokedFunctionArn,
        memory: context.memoryLimitInMB,
        left: context.getRemainingTimeInMillis(),
        env: [process.env.STAGE, process.env.AWS_REGION, process.env.HOME],
      });`);
    expect(await invoke({ n: 1 })).toEqual({
      event: { n: 1 },
      arn: 'arn:aws:lambda:local:000000000000:function:run',
      memory: '128',
      left: 300_000,
      env: ['sandbox', 'local', null],
    });
  });

  it("has the world's time", async () => {
    const { invoke } = await aWorldWith(`
      exports.handler = () => {
        const now = new Date();
        return [Date.now(), now.toISOString(), now instanceof Date, new Date(0).getTime(), Date.UTC(2026, 0)];
      };`);
    const time = new Date(startOfTime).toISOString();
    expect(await invoke()).toEqual([startOfTime, time, true, 0, Date.UTC(2026, 0)]);
  });

  it('draws the same in the same world, and something else at its next opening', async () => {
    const source = `
      const { randomUUID, randomInt, randomBytes, createHash } = require('node:crypto');
      exports.handler = () => [randomUUID(), randomInt(2 ** 47), randomBytes(8).toString('hex'),
        Math.random(), crypto.randomUUID(), createHash('sha256').update('a').digest('hex').slice(0, 6)];`;
    const folder = aFolder('dice-');
    const draw = async (options: PocketAwsOptions = {}): Promise<unknown> => {
      const { invoke, aws } = await aWorldWith(source, options);
      const drawn = await invoke();
      aws.close();
      return drawn;
    };
    const first = await draw({ folder });
    expect(await draw()).toEqual(first);
    expect(first).toMatchObject({ 5: 'ca9781' });
    expect(await draw({ folder })).not.toEqual(first);
  });

  it('reaches nothing but the simulated outside', async () => {
    const asked: unknown[] = [];
    const { invoke } = await aWorldWith(
      `exports.handler = async () => {
        const { status } = await fetch('https://hooks.example/a', { method: 'POST', body: '{}' });
        return status;
      };`,
      {},
      async (url, { method, body }) => {
        asked.push([url, method, body]);
        return new Response(null, { status: 503 });
      },
    );
    expect(await invoke()).toBe(503);
    expect(asked).toEqual([['https://hooks.example/a', 'POST', '{}']]);
  });

  it('is loaded at its first call, and then serves one call at a time in a container', async () => {
    const { invoke, aws } = await aWorldWith(`
      let calls = 0;
      exports.handler = async () => {
        calls += 1;
        await new Promise((resolve) => setTimeout(resolve, 5_000));
        return calls;
      };`);
    const three = Promise.all([invoke(), invoke(), invoke()]);
    await aws.advance(minute);
    expect(await three).toEqual([1, 1, 1]);
    const again = invoke();
    await aws.advance(minute);
    expect(await again).toBe(2);
  });

  it('starts again with new settings', async () => {
    const { invoke, aws } = await aWorldWith(`exports.handler = () => process.env.STAGE;`);
    expect(await invoke()).toBe('sandbox');
    const Environment = { Variables: { STAGE: 'other' } };
    await aws.world.call('lambda', 'UpdateFunctionConfiguration', { FunctionName: 'run', Environment });
    expect(await invoke()).toBe('other');
  });

  it.each([
    ['a module that is not there', `require('node:fs');`, "Error: Cannot find module 'node:fs'"],
    ['a client that Lambda has and this has not', `require('@aws-sdk/client-ec2');`, '@aws-sdk/client-ec2'],
    ['no handler', `exports.other = () => 1;`, 'index.handler is undefined or not exported'],
    ['a mistake', `const = 1;`, 'Unexpected token'],
  ])('with %s fails before its handler is called', async (_what, source, reason) => {
    const { call } = await aWorldWith(source);
    const { errorType, errorMessage } = (await call()) as { errorType: string; errorMessage: string };
    expect(errorType).toMatch(/^Runtime\./);
    expect(errorMessage).toContain(reason);
  });

  it('that is not there fails as an import does', async () => {
    const { call, aws } = await aWorldWith('');
    await aws.world.call('lambda', 'UpdateFunctionCode', {
      FunctionName: 'run',
      S3Bucket: 'b',
      S3Key: 'gone.zip',
    });
    expect(await call()).toMatchObject({ errorType: 'Runtime.ImportModuleError' });
  });

  it('has the name of its error told', async () => {
    const { call } = await aWorldWith(`
      class OutOfPaper extends Error { name = 'OutOfPaper'; }
      exports.handler = async () => { throw new OutOfPaper('page 3'); };`);
    expect(await call()).toEqual({ errorType: 'OutOfPaper', errorMessage: 'page 3', trace: [] });
  });

  it('may not repeat something for ever', async () => {
    const { call } = await aWorldWith(`exports.handler = () => setInterval(() => {}, 10);`);
    expect(await call()).toMatchObject({
      errorMessage: expect.stringContaining('setInterval is not supported'),
    });
  });

  it('writes a log, whose embedded metrics are metrics', async () => {
    const { invoke, aws, runtime } = await aWorldWith(`
      exports.handler = () => {
        console.log('plain', { a: 1 });
        console.log(JSON.stringify({
          _aws: { Timestamp: 5, CloudWatchMetrics: [{ Namespace: 'Autowired', Dimensions: [['Tenant']],
            Metrics: [{ Name: 'Pages', Unit: 'Count' }] }] },
          Tenant: 'northwind', Pages: 3,
        }));
      };`);
    const points: MetricPoint[] = [];
    aws.world.metrics.listen((point) => void points.push(point));
    await invoke();
    expect(points[0]).toEqual({
      namespace: 'Autowired',
      name: 'Pages',
      dimensions: { Tenant: 'northwind' },
      unit: 'Count',
      value: 3,
      time: 5,
    });
    expect(runtime.readLog('run')).toEqual(['plain { a: 1 }', expect.stringContaining('_aws')]);
  });
});

describe('the clients of a bundle', () => {
  const source = `
    const { DynamoDBClient, GetItemCommand } = require('@aws-sdk/client-dynamodb');
    const client = new DynamoDBClient({ region: 'us-east-1', endpoint: 'https://elsewhere.example' });
    exports.handler = async () => {
      const Key = { PK: { S: 'a' } };
      return (await client.send(new GetItemCommand({ TableName: 'documents', Key }))).$metadata.httpStatusCode;
    };`;

  it('speak to this world, whatever settings they are given', async () => {
    const { invoke, dynamodb } = await aWorldWith(source);
    await aTable(dynamodb);
    expect(await invoke()).toBe(200);
  });

  /** In Electron each copy costs 128 bytes of the program's memory for good. */
  it('copy no hash to sign their requests', async () => {
    const { invoke, dynamodb } = await aWorldWith(source);
    await aTable(dynamodb);
    const copied = vi.spyOn(Hash.prototype, 'copy');
    await invoke();
    expect(copied).not.toHaveBeenCalled();
  });

  it('may do only what the role of the function allows', async () => {
    const { call, dynamodb, aws } = await aWorldWith(source);
    await aTable(dynamodb);
    aws.world.store
      .collection<RoleRecord>(rolesCollection)
      .set('run', { roleArn: 'arn:aws:iam::000000000000:role/run', statements: [] });
    expect(await call()).toMatchObject({ errorType: 'AccessDeniedException' });
    const [refused] = aws.access.refused();
    expect(refused).toMatchObject({ role: 'run', action: 'dynamodb:GetItem' });
  });
});

describe("a function's timers", () => {
  it('of a second or more wait for the world, whose time goes on meanwhile', async () => {
    const { invoke, aws, clock } = await aWorldWith(`
      exports.handler = async () => {
        const began = Date.now();
        await new Promise((resolve) => setTimeout(resolve, 90_000));
        return Date.now() - began;
      };`);
    const answer = invoke();
    await aws.advance(10 * minute);
    expect(await answer).toBe(90_000);
    expect(clock.now()).toBe(startOfTime + 10 * minute);
  });

  it('of less pass in a world whose clock stands still', async () => {
    const { invoke } = await aWorldWith(`
      exports.handler = async () => {
        const began = Date.now();
        await new Promise((resolve) => setTimeout(resolve, 3));
        return Date.now() - began;
      };`);
    expect(await invoke()).toBe(0);
  });

  it('that guard its work do not let the clock run ahead of that work', async () => {
    const { invoke, aws, dynamodb } = await aWorldWith(`
      const { DynamoDBClient, GetItemCommand } = require('@aws-sdk/client-dynamodb');
      const client = new DynamoDBClient({});
      exports.handler = async () => {
        let isLate = false;
        const guard = setTimeout(() => { isLate = true; }, 10_000);
        const command = new GetItemCommand({ TableName: 'documents', Key: { PK: { S: 'a' } } });
        for (let n = 0; n < 20; n += 1) await client.send(command);
        await new Promise((resolve) => setTimeout(resolve, 2));
        clearTimeout(guard);
        return [isLate, Date.now()];
      };`);
    await aTable(dynamodb);
    const answer = invoke();
    await aws.advance(minute);
    expect(await answer).toEqual([false, startOfTime]);
  });

  it('let the guard strike where nothing else is left to wait for', async () => {
    const { invoke, aws } = await aWorldWith(`
      exports.handler = () => new Promise((resolve) => setTimeout(() => resolve(Date.now()), 10_000));`);
    const answer = invoke();
    await aws.advance(minute);
    expect(await answer).toBe(startOfTime + 10_000);
  });
});

it('a function whose time is over changes nothing any more, and its container is not used again', async () => {
  const { call, aws, dynamodb } = await aWorldWith(
    `const { DynamoDBClient, PutItemCommand } = require('@aws-sdk/client-dynamodb');
    const client = new DynamoDBClient({ maxAttempts: 1 });
    let calls = 0;
    exports.handler = async ({ ms }) => {
      calls += 1;
      await new Promise((resolve) => setTimeout(resolve, ms));
      await client.send(new PutItemCommand({ TableName: 'documents', Item: { PK: { S: 'late' } } }));
      return calls;
    };`,
    {},
    undefined,
    { Timeout: 60 },
  );
  await aTable(dynamodb);
  const late = call({ ms: 90_000 });
  await aws.advance(10 * minute);
  expect(await late).toMatchObject({ errorType: 'Sandbox.Timedout' });
  const Key = { PK: { S: 'late' } };
  expect(await dynamodb.send(new GetItemCommand({ TableName: 'documents', Key }))).not.toHaveProperty('Item');
  expect(await call({ ms: 0 })).toBe(1);
});

async function aWorldWith(
  source: string,
  options: PocketAwsOptions = {},
  outside: Outside = () => Promise.reject(new Error('Nothing is outside')),
  settings: object = {},
) {
  const folder = aFolder('bundles-');
  mkdirSync(join(folder, 'run'));
  writeFileSync(join(folder, 'run', 'index.js'), source);
  let hosted: HostedRuntime | undefined;
  const requireRuntime = (): HostedRuntime => {
    if (!hosted) throw new Error('A function ran before the world was open');
    return hosted;
  };
  const world = aPocketAws({ ...options, runtime: { run: (call) => requireRuntime().run(call) } });
  const { aws } = world;
  hosted = hostFunctions({ world: aws.world, dispatch: aws.dispatch, folder, seed: '1', outside });
  const Environment = { Variables: { STAGE: 'sandbox' } };
  await createFunction(aws, 'run', { Environment, ...settings }).catch(() => undefined);
  const call = async (event: object = {}): Promise<unknown> => {
    const Payload = JSON.stringify(event);
    const answer = await aws.world.call('lambda', 'Invoke', { FunctionName: 'run', Payload });
    return JSON.parse((answer as { Payload: string }).Payload);
  };
  const invoke = async (event?: object): Promise<unknown> => {
    const answer = await call(event);
    if (Object(answer).errorType !== undefined) throw new Error(JSON.stringify(answer));
    return answer;
  };
  return { ...world, call, invoke, runtime: hosted };
}

function aFolder(prefix: string): string {
  const folder = mkdtempSync(join(tmpdir(), prefix));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function aTable(dynamodb: DynamoDBClient): Promise<void> {
  await dynamodb.send(
    new CreateTableCommand({
      TableName: 'documents',
      KeySchema: [{ AttributeName: 'PK', KeyType: 'HASH' }],
      AttributeDefinitions: [{ AttributeName: 'PK', AttributeType: 'S' }],
      BillingMode: 'PAY_PER_REQUEST',
    }),
  );
}
