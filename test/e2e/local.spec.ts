import { CreateQueueCommand, ListQueuesCommand, SQSClient } from '@aws-sdk/client-sqs';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { freshHome } from '#scripts/start-console.ts';
import { expect, test } from './fixtures.ts';

interface World {
  readonly tenants: readonly { readonly tenantId: string; readonly name: string }[];
  readonly personas: readonly { readonly id: string; readonly role: string; readonly token: string }[];
}

test('prints where everything is, and lets each persona use the API', async () => {
  const { address, stop } = await served('--seed', '7');
  const world = (await (await fetch(`${address}/_local/world`)).json()) as World;
  expect(world).toMatchObject({
    region: 'local',
    tables: { extraction: 'autowired-sandbox', hr: 'acme-hr-sandbox' },
    queues: { webhook: { url: `${address}/000000000000/autowired-webhooks-sandbox` } },
  });
  expect(world.tenants.map(({ name }) => name)).toContain('Northwind Logistics');
  for (const { id, role, token } of world.personas) {
    const me = await fetch(`${address}/pipeline/v1/me`, { headers: { authorization: `Bearer ${token}` } });
    expect([me.status, await me.json()]).toEqual([200, expect.objectContaining({ sub: id, role })]);
  }
  expect(world.personas).toHaveLength(5);
  expect((await fetch(`${address}/pipeline/v1/me`)).status).toBe(401);
  expect((await fetch(`${address}/pipeline/v1/openapi.json`)).status).toBe(200);
  await stop();
});

test('finds its state again, and starts over for another seed, announced in one line', async () => {
  const home = freshHome();
  const first = await served('--home', home, '--seed', '3');
  await first.sqs.send(new CreateQueueCommand({ QueueName: 'kept' }));
  expect(await first.stop()).toBe(0);

  const second = await served('--home', home);
  expect(await second.queues()).toEqual([`${second.address}/000000000000/kept`]);
  const clock = await fetch(`${second.address}/_local/clock`, {
    method: 'POST',
    body: '{"advanceSeconds":5}',
  });
  expect(clock.status).toBe(200);
  expect(second.said()).toBe('');
  await second.stop();

  const third = await served('--home', home, '--seed', '4');
  expect(await third.queues()).toEqual([]);
  await third.stop();
  expect(third.said()).toMatch(/^The sandbox in .* had the seed 3; it starts over with the seed 4\.\n$/);
  rmSync(home, { recursive: true });
});

test('ends when its parent process is gone, and prints one line when another process has its folder', async () => {
  const home = freshHome();
  const first = await served('--home', home);
  const second = start('--home', home);
  let said = '';
  second.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()));
  expect(await once(second, 'exit')).toEqual([1, null]);
  expect(said).toContain(`is in use by process ${first.process.pid}`);

  first.process.disconnect();
  expect(await once(first.process, 'exit')).toEqual([0, null]);
  rmSync(home, { recursive: true });
});

function start(...flags: readonly string[]): ChildProcess {
  const quiet = { AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true' };
  return spawn(process.execPath, ['out-test/main/local.js', ...flags], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { ...process.env, ...quiet },
  });
}

async function served(...flags: readonly string[]) {
  const child = start(...flags);
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()));
  if (!child.stdout) throw new Error('Standard output is a pipe');
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const address = /^ready (\S+)\n$/.exec(line.toString())?.[1] ?? '';
  const sqs = new SQSClient({
    endpoint: address,
    region: 'us-east-1',
    credentials: { accessKeyId: 'any', secretAccessKey: 'any' },
    useQueueUrlAsEndpoint: false,
  });
  return {
    process: child,
    address,
    sqs,
    said: () => said,
    async queues(): Promise<readonly string[]> {
      const { QueueUrls = [] } = await sqs.send(new ListQueuesCommand({ QueueNamePrefix: 'kept' }));
      return QueueUrls;
    },
    stop: async (): Promise<unknown> => {
      sqs.destroy();
      child.kill('SIGTERM');
      const [code] = (await once(child, 'exit')) as [unknown];
      return code;
    },
  };
}
