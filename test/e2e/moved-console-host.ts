import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { SetAlarmStateCommand } from '@aws-sdk/client-cloudwatch';
import type { StateValue } from '@aws-sdk/client-cloudwatch';
import { PutItemCommand } from '@aws-sdk/client-dynamodb';
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { GetQueueUrlCommand, PurgeQueueCommand, SendMessageCommand } from '@aws-sdk/client-sqs';
import { requestHandler } from '#local/aws/request-handler.ts';
import { startPocketAwsWorker, type PocketAwsInWorker } from '#local/host/pocket-aws-in-worker.ts';
import type { FaultRule } from '#local/world/faults.ts';
import type { OpenSandbox } from '#main/aws/sandbox.ts';
import { sandboxControl, sandboxPipeline } from '#main/start/embedded-aws.ts';
import { startBrowserHost } from '#main/start/start-browser-host.ts';
import { clientsOver } from '#test/builders/aws-clients.ts';

/** Another user of the account does this, or time passes. The host answers with the id when it is done. */
export type Meanwhile =
  | { readonly id: number; readonly does: 'pass'; readonly seconds: number }
  | { readonly id: number; readonly does: 'trouble'; readonly rules: readonly FaultRule[] }
  | { readonly id: number; readonly does: 'empty'; readonly queue: string }
  | { readonly id: number; readonly does: 'send'; readonly queue: string; readonly body: string }
  | {
      readonly id: number;
      readonly does: 'write';
      readonly table: string;
      readonly item: Readonly<Record<string, AttributeValue>>;
    }
  | { readonly id: number; readonly does: 'set'; readonly alarm: string; readonly state: StateValue };

/**
 * Runs as a separate process with the real browser host, the account's other users and its clock. CloudWatch
 * fires an alarm automatically, depending on the messages in a queue.
 */
const [home = '', build = ''] = process.argv.slice(2);
let opened: (worker: PocketAwsInWorker) => void = () => undefined;
const world = new Promise<PocketAwsInWorker>((resolve) => {
  opened = resolve;
});

const openSandbox: OpenSandbox = async (systems) => {
  const worker = await startPocketAwsWorker(pathToFileURL(join(build, 'main/pocket-aws.js')), {
    folder: join(home, 'local'),
    region,
    account,
    systems,
  });
  opened(worker);
  return {
    requestHandler: requestHandler(worker.dispatch),
    region,
    accountId: account,
    pipeline: sandboxPipeline(worker.dispatch),
    control: sandboxControl(worker.dispatch),
    hasEnded: () => worker.hasEnded(),
    close: () => worker.close(),
  };
};
const region = 'local';
const account = '000000000000';

process.on('message', (meanwhile: Meanwhile) => void doneAndSaid(meanwhile));
const started = await startBrowserHost({
  flags: {
    host: 'web',
    port: 0,
    open: false,
    home,
    connection: undefined,
    seed: undefined,
    catalogue: undefined,
    help: false,
  },
  home,
  rendererDir: join(build, 'renderer'),
  openSandbox,
  version: '0.0.0',
});
if (!started.ok) throw new Error(started.problem);

async function doneAndSaid(meanwhile: Meanwhile): Promise<void> {
  await done(await world, meanwhile);
  process.send?.({ id: meanwhile.id });
}

async function done(worker: PocketAwsInWorker, meanwhile: Meanwhile): Promise<void> {
  const { dynamodb, sqs, cloudwatch } = clientsOver(requestHandler(worker.dispatch));
  const urlOf = async (QueueName: string) => (await sqs.send(new GetQueueUrlCommand({ QueueName }))).QueueUrl;
  switch (meanwhile.does) {
    case 'pass':
      await worker.advance(meanwhile.seconds * 1_000);
      break;
    case 'trouble':
      await worker.setFaults(meanwhile.rules);
      break;
    case 'empty':
      await sqs.send(new PurgeQueueCommand({ QueueUrl: await urlOf(meanwhile.queue) }));
      break;
    case 'send':
      await sqs.send(
        new SendMessageCommand({ QueueUrl: await urlOf(meanwhile.queue), MessageBody: meanwhile.body }),
      );
      break;
    case 'write':
      await dynamodb.send(new PutItemCommand({ TableName: meanwhile.table, Item: { ...meanwhile.item } }));
      break;
    default:
      await cloudwatch.send(
        new SetAlarmStateCommand({
          AlarmName: meanwhile.alarm,
          StateValue: meanwhile.state,
          StateReason: 'Set by a test',
        }),
      );
  }
}
