import {
  GetQueueAttributesCommand,
  CreateQueueCommand,
  ListQueuesCommand,
  SendMessageCommand,
  ReceiveMessageCommand,
} from '@aws-sdk/client-sqs';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { requestHandler } from '#local/aws/request-handler.ts';
import { startPocketAwsWorker, type PocketAwsInWorker } from '#local/host/pocket-aws-in-worker.ts';
import type { Clients } from '#scripts/conformance/assertion.ts';
import { clientsOver } from '#test/builders/aws-clients.ts';

const file = new URL('../../stand-ins/pocket-aws-worker.mjs', import.meta.url);

const failing = new URL('../../stand-ins/pocket-aws-failing-worker.mjs', import.meta.url);

// Each thread compiles the sources again, which takes a while on a busy machine.
describe('pocket AWS in a worker thread', { timeout: 30_000 }, () => {
  it('answers the SDK’s clients, and keeps its state in its folder', async () => {
    const folder = aFolder();
    const { sqs, worker } = await aWorker(folder);
    const { QueueUrl } = await sqs.send(new CreateQueueCommand({ QueueName: 'orders' }));
    await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: 'one' }));
    await worker.close();

    const again = await aWorker(folder);
    const { Messages } = await again.sqs.send(new ReceiveMessageCommand({ QueueUrl }));
    expect(Messages?.map(({ Body }) => Body)).toEqual(['one']);
  });

  it('moves its clock, sets its faults and forgets everything on request', async () => {
    const { sqs, worker } = await aWorker(aFolder());
    const { QueueUrl } = await sqs.send(new CreateQueueCommand({ QueueName: 'orders' }));
    await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: 'late', DelaySeconds: 900 }));
    await worker.advance(900_000);
    const { Attributes } = await sqs.send(
      new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['ApproximateNumberOfMessages'] }),
    );
    expect(Attributes).toEqual({ ApproximateNumberOfMessages: '1' });

    await worker.setFaults([{ id: 'x', kind: 'reset-after-apply', service: 'sqs', times: 1 }]);
    await expect(sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: 'unsure' }))).rejects.toMatchObject(
      { code: 'ECONNRESET' },
    );

    await worker.reset('2');
    expect((await sqs.send(new ListQueuesCommand({}))).QueueUrls ?? []).toEqual([]);
  });

  it('ends a long poll when its client gives up', async () => {
    const { sqs } = await aWorker(aFolder());
    const { QueueUrl } = await sqs.send(new CreateQueueCommand({ QueueName: 'orders' }));
    const abort = new AbortController();
    const poll = sqs.send(new ReceiveMessageCommand({ QueueUrl, WaitTimeSeconds: 20 }), {
      abortSignal: abort.signal,
    });
    abort.abort();
    await expect(poll).rejects.toMatchObject({ name: 'AbortError' });
    await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: 'for the next' }));
    const { Messages } = await sqs.send(new ReceiveMessageCommand({ QueueUrl }));
    expect(Messages).toHaveLength(1);
  });

  it('can be closed twice, with calls under way, and answers no call afterwards', async () => {
    const { sqs, worker } = await aWorker(aFolder());
    const { QueueUrl } = await sqs.send(new CreateQueueCommand({ QueueName: 'orders' }));
    const poll = sqs.send(new ReceiveMessageCommand({ QueueUrl, WaitTimeSeconds: 20 })).catch(String);
    await Promise.all([worker.close(), worker.close()]);
    await poll;
    await expect(sqs.send(new ListQueuesCommand({}))).rejects.toThrow('Pocket AWS has stopped');
  });

  it('says why its thread could not start', async () => {
    const missing = new URL('no-such-worker.mjs', import.meta.url);
    await expect(startPocketAwsWorker(missing, {})).rejects.toThrow('Cannot find module');
    const ends = new URL('data:text/javascript,process.exit()');
    await expect(startPocketAwsWorker(ends, {})).rejects.toThrow('stopped before it was open');
  });

  it('says what is wrong with its folder', async () => {
    const notOne = join(aFolder(), 'local');
    writeFileSync(notOne, 'a file');
    await expect(startPocketAwsWorker(file, { folder: notOne })).rejects.toThrow(/^EEXIST/);
  });

  it('releases its folder when its thread dies, so that the folder can be opened again', async () => {
    const folder = aFolder();
    const { sqs, worker } = await aWorker(folder, failing);
    await sqs.send(new CreateQueueCommand({ QueueName: 'orders' }));
    await afterAWhile();
    await expect(worker.setFaults([{ id: 'die', kind: 'slow' }])).rejects.toThrow('no memory is left');
    expect(worker.hasEnded()).toBe(true);
    await worker.close();
    const again = await aWorker(folder);
    expect((await again.sqs.send(new ListQueuesCommand({}))).QueueUrls).toHaveLength(1);
  });

  it('can be closed while its thread hangs', async () => {
    const folder = aFolder();
    const { worker } = await aWorker(folder, failing);
    await afterAWhile();
    const never = worker.setFaults([{ id: 'hang', kind: 'slow' }]).catch(String);
    await worker.close();
    expect(await never).toContain('has stopped');
    await aWorker(folder);
    // Closing alone waits two seconds for a thread that may still answer.
  }, 30_000);

  it('says which process has its folder', async () => {
    const folder = aFolder();
    await aWorker(folder);
    await expect(startPocketAwsWorker(file, { folder })).rejects.toThrow(
      `is in use by process ${process.pid}`,
    );
  });
});

/** Waits until the thread has stopped polling for its next message, so that the stand-in receives it. */
function afterAWhile(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 200));
}

async function aWorker(folder: string, entry = file): Promise<Clients & { worker: PocketAwsInWorker }> {
  const worker = await startPocketAwsWorker(entry, { folder });
  onTestFinished(() => worker.close());
  return { worker, ...clientsOver(requestHandler(worker.dispatch)) };
}

function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'pocket-worker-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
