import { CreateQueueCommand, SendMessageBatchCommand, type SQSClient } from '@aws-sdk/client-sqs';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { requestHandler } from '#local/aws/request-handler.ts';
import { startPocketAwsWorker } from '#local/host/pocket-aws-in-worker.ts';
import { openQueues } from '#main/aws/open-queues.ts';
import type { Queues } from '#main/aws/queues.ts';
import { refusingDoors } from '#main/aws/refusing-doors.ts';
import { heldMessages, type HeldMessages } from '#main/dead-letters/held-messages.ts';
import { openRedrive } from '#main/dead-letters/open-redrive.ts';
import { clientsOver } from '#test/builders/aws-clients.ts';
import { aPlan, aPlanItem } from '#test/builders/a-job.ts';

const messages = 10_000;
const rounds = 3;
const place = { region: 'local', accountId: '000000000000' };
const [queue, source] = ['bench-dlq', 'bench'];
const waits = {
  now: Date.now,
  elapsed: () => performance.now(),
  random: Math.random,
  sleep: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
};

export interface MeasuredRedrive {
  /** Milliseconds for all of them: written down, sent, written down, deleted, written down. */
  readonly times: readonly number[];
  /** Of this thread, over what it had before it held any message. */
  readonly megabytes: readonly number[];
  readonly ledgerMegabytes: number;
}

async function measure(): Promise<MeasuredRedrive> {
  const times: number[] = [];
  const megabytes: number[] = [];
  let ledgerMegabytes = 0;
  for (let round = 0; round < rounds; round += 1) {
    const folder = mkdtempSync(join(tmpdir(), 'redrive-bench-'));
    const worker = await startPocketAwsWorker(pathToFileURL('out/main/pocket-aws.js'), {
      folder: join(folder, 'world'),
    });
    const handler = requestHandler(worker.dispatch);
    await plant(clientsOver(handler).sqs);
    const queues = openQueues({ ...place, requestHandler: handler }, waits, [{ name: queue, source }]);
    const idle = used();
    const held = heldMessages();
    const ids = await sample(queues, held);
    const home = join(folder, 'home');
    const redrive = openRedrive({
      home,
      held,
      doorsOf: () => ({ ...refusingDoors('none'), queues }),
      now: Date.now,
      sleep: waits.sleep,
      log: { info() {}, warn() {}, error() {}, fatal() {} },
    });
    let most = 0;
    const watch = setInterval(() => (most = Math.max(most, used())), 10);
    const plan = {
      ...aPlan({ items: ids.map((id) => aPlanItem({ id })) }),
      kind: 'redrive-messages' as const,
      target: { kind: 'redrive-messages' as const, queue, messageIds: ids },
    };
    const started = performance.now();
    const job = { plan, by: 'bench', reason: undefined, isOver: () => false };
    const sent = await redrive.action('redrive-messages', 'local').send(job, { ids, idempotencyKey: 'key' });
    times.push(performance.now() - started);
    clearInterval(watch);
    megabytes.push((most - idle) / 2 ** 20);
    ledgerMegabytes = statSync(join(home, 'jobs', `${plan.planId}.messages.jsonl`)).size / 2 ** 20;
    if (
      sent.kind !== 'accepted' ||
      sent.refused.size + (sent.left?.size ?? 0) + (sent.skipped?.size ?? 0) > 0
    ) {
      throw new Error(`Not all were sent: ${sent.kind}`);
    }
    await worker.close();
    rmSync(folder, { recursive: true, force: true });
  }
  return { times, megabytes, ledgerMegabytes };
}

function used(): number {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

async function plant(sqs: SQSClient): Promise<void> {
  const { QueueUrl } = await sqs.send(new CreateQueueCommand({ QueueName: queue }));
  await sqs.send(new CreateQueueCommand({ QueueName: source }));
  for (let first = 0; first < messages; first += 10) {
    const Entries = Array.from({ length: 10 }, (_, at) => ({
      Id: String(at),
      MessageBody: JSON.stringify({
        Records: [
          {
            eventName: 'ObjectCreated:Put',
            s3: { object: { key: `documents/northwind/batch-1/document-${first + at}/invoice.pdf` } },
            padding: 'x'.repeat(400),
          },
        ],
      }),
      MessageAttributes: { origin: { DataType: 'String', StringValue: 's3' } },
    }));
    await sqs.send(new SendMessageBatchCommand({ QueueUrl, Entries }));
  }
}

async function sample(queues: Queues, held: HeldMessages): Promise<string[]> {
  const ids: string[] = [];
  for (;;) {
    const received = await queues.receive(queue, { most: 10, visibilitySeconds: 900 });
    if (!received.ok) throw new Error(received.failure.message);
    if (received.value.length === 0) return ids;
    const receivedAt = Date.now();
    held.add(
      'local',
      queue,
      received.value.map((message) => ({ message, receivedAt, hiddenUntil: receivedAt + 900_000 })),
    );
    ids.push(...received.value.map(({ messageId }) => messageId));
  }
}

process.stdout.write(JSON.stringify(await measure()));
