import { CreateQueueCommand, ListQueuesCommand, SQSClient } from '@aws-sdk/client-sqs';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';

// Each start compiles the sources for itself, which takes a busy machine a while.
describe('npm run local', { timeout: 60_000 }, () => {
  it('says where it is, answers over HTTP, and finds its state again', async () => {
    const home = aFolder();
    const first = await served(home);
    await first.sqs.send(new CreateQueueCommand({ QueueName: 'kept' }));
    first.process.kill('SIGTERM');
    expect(await once(first.process, 'exit')).toEqual([0, null]);

    const second = await served(home);
    const { QueueUrls } = await second.sqs.send(new ListQueuesCommand({}));
    expect(QueueUrls).toEqual([`${second.address}/000000000000/kept`]);
    const clock = await fetch(`${second.address}/_local/clock`, {
      method: 'POST',
      body: '{"advanceSeconds":5}',
    });
    expect(clock.status).toBe(200);
  });

  it('ends when the process that has started it is gone', async () => {
    const { process: local } = await served(aFolder());
    local.disconnect();
    expect(await once(local, 'exit')).toEqual([0, null]);
  });

  it('says in a line who has its folder, and ends', async () => {
    const home = aFolder();
    const first = await served(home);
    const second = start(home);
    let said = '';
    second.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()));
    expect(await once(second, 'exit')).toEqual([1, null]);
    expect(said).toContain(`is in use by process ${first.process.pid}`);
  });
});

function start(home: string): ChildProcess {
  const entry = join(import.meta.dirname, '../../../src-local/host/local.ts');
  const child = spawn(process.execPath, ['--import', 'tsx', '--no-warnings', entry, '--home', home], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

async function served(home: string): Promise<{ process: ChildProcess; address: string; sqs: SQSClient }> {
  const child = start(home);
  if (!child.stdout) throw new Error('Standard output is a pipe');
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const address = /^ready (\S+)\n$/.exec(line.toString())?.[1] ?? '';
  const credentials = { accessKeyId: 'any', secretAccessKey: 'any' };
  const sqs = new SQSClient({
    endpoint: address,
    region: 'us-east-1',
    credentials,
    useQueueUrlAsEndpoint: false,
  });
  onTestFinished(() => sqs.destroy());
  return { process: child, address, sqs };
}

function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'pocket-local-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
