import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { SetAlarmStateCommand } from '@aws-sdk/client-cloudwatch';
import type { StateValue } from '@aws-sdk/client-cloudwatch';
import { PutItemCommand } from '@aws-sdk/client-dynamodb';
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { GetQueueUrlCommand, PurgeQueueCommand, SendMessageCommand } from '@aws-sdk/client-sqs';
import type { Dispatch } from '#local/aws/dispatch.ts';
import { requestHandler } from '#local/aws/request-handler.ts';
import { openSandbox } from '#local/host/open-sandbox.ts';
import { serveSandbox } from '#local/host/served-sandbox.ts';
import type { Held } from '#local/host/serve-thread.ts';
import type { FaultRule } from '#local/world/faults.ts';
import { openConsole } from '#main/compose/open-console.ts';
import { sandboxControl, sandboxPipeline } from '#main/start/embedded-aws.ts';
import { readRendererFiles } from '#main/web/renderer-files.ts';
import { serveBrowser } from '#main/web/serve-browser.ts';
import { clientsOver } from '#test/builders/aws-clients.ts';

/** Another user of the account does this, or time passes. The host answers with the id when it is done. */
export type Meanwhile =
  | { readonly does: 'pass'; readonly seconds: number }
  | { readonly does: 'trouble'; readonly rules: readonly FaultRule[] }
  | { readonly does: 'empty'; readonly queue: string }
  | { readonly does: 'send'; readonly queue: string; readonly body: string }
  | {
      readonly does: 'write';
      readonly table: string;
      readonly item: Readonly<Record<string, AttributeValue>>;
    }
  | { readonly does: 'set'; readonly alarm: string; readonly state: StateValue };

/** A console is opened at this port, or at another one where this one is taken. */
type Asked = Meanwhile | { readonly does: 'open'; readonly port: number } | { readonly does: 'close' };

/** The home says which of the consoles is meant. */
export type Question = Asked & { readonly id: number; readonly home: string };

export interface Answer {
  readonly id: number;
  /** The address of a console that was opened. */
  readonly address?: string;
  readonly problem?: string;
}

/**
 * Runs as a separate process with the real browser host, the account's other users and its clock. CloudWatch
 * fires an alarm automatically, depending on the messages in a queue.
 *
 * It opens one console after the other, each with a home and a world of its own. A process that has just started spends
 * most of a second on loading its modules, and opens its first world at a quarter of the later speed.
 */
const [build = ''] = process.argv.slice(2);
const region = 'local';
const account = '000000000000';
const files = readRendererFiles(join(build, 'renderer'));

interface Opened {
  readonly address: string;
  /** It is there once the sandbox is open, which the first request does. */
  readonly world: Promise<Held>;
  close(): Promise<void>;
}

const consoles = new Map<string, Opened>();

process.on('message', (question: Question) => void answer(question));
process.once('disconnect', () => process.exit());

async function answer({ id, home, ...asked }: Question): Promise<void> {
  const said: Answer = await act(home, asked).then(
    (done) => ({ id, ...done }),
    (error: Error) => ({ id, problem: error.stack ?? error.message }),
  );
  process.send?.(said);
}

async function act(home: string, asked: Asked): Promise<Omit<Answer, 'id'>> {
  if (asked.does === 'open') {
    const opened = await open(home, asked.port);
    consoles.set(home, opened);
    return { address: opened.address };
  }
  const opened = consoles.get(home);
  if (opened === undefined) throw new Error(`No console is open in ${home}.`);
  if (asked.does === 'close') {
    consoles.delete(home);
    await opened.close();
  } else {
    await change(await opened.world, asked);
  }
  return {};
}

async function open(home: string, port: number): Promise<Opened> {
  let isOpen: (world: Held) => void = () => undefined;
  const world = new Promise<Held>((resolve) => {
    isOpen = resolve;
  });
  const opened = await openConsole({
    host: 'browser',
    home,
    connection: undefined,
    version: '0.0.0',
    async openSandbox(systems) {
      const held = serveSandbox(await openSandbox({ folder: join(home, 'local'), region, account, systems }));
      for (const notice of held.notices) process.stderr.write(`${notice}\n`);
      // An answer comes with a turn of the event loop, as it does from a thread. Without it a long reading would keep
      // the host from pushing to its pages and from answering them.
      const dispatch: Dispatch = async (request, signal) => {
        await nextTurn();
        return held.answer(request, signal);
      };
      isOpen(held);
      let hasEnded = false;
      return {
        requestHandler: requestHandler(dispatch),
        region,
        accountId: account,
        pipeline: sandboxPipeline(dispatch),
        control: sandboxControl(dispatch),
        hasEnded: () => hasEnded,
        close() {
          hasEnded = true;
          held.close();
          return Promise.resolve();
        },
      };
    },
  });
  const { gate, log, preferences, newReference } = opened;
  const serve = (at: number) => serveBrowser({ gate, log, files, preferences, newReference, port: at });
  const host = await serve(port).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE') return serve(0);
    throw error;
  });
  return {
    address: host.newAddress(),
    world,
    async close() {
      await host.close();
      await opened.close();
    },
  };
}

async function change(world: Held, meanwhile: Meanwhile): Promise<void> {
  const { dynamodb, sqs, cloudwatch } = clientsOver(requestHandler(world.answer));
  const urlOf = async (QueueName: string) => (await sqs.send(new GetQueueUrlCommand({ QueueName }))).QueueUrl;
  switch (meanwhile.does) {
    case 'pass':
      await world.advance(meanwhile.seconds * 1_000);
      break;
    case 'trouble':
      world.setFaults(meanwhile.rules);
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
