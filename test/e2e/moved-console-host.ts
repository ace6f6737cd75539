import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { SetAlarmStateCommand } from '@aws-sdk/client-cloudwatch';
import type { StateValue } from '@aws-sdk/client-cloudwatch';
import { PutItemCommand } from '@aws-sdk/client-dynamodb';
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { GetQueueUrlCommand, PurgeQueueCommand, SendMessageCommand } from '@aws-sdk/client-sqs';
import type { Dispatch } from '#local/aws/dispatch.ts';
import { requestHandler } from '#local/aws/request-handler.ts';
import { readFacts } from '#local/host/chapter.ts';
import { createSimulatedCustomer } from '#local/host/live.ts';
import { openSandbox, type Sandbox } from '#local/host/open-sandbox.ts';
import { serveSandbox } from '#local/host/served-sandbox.ts';
import type { Held } from '#local/host/serve-thread.ts';
import type { FaultRule } from '#local/world/faults.ts';
import { createDocumentPlanner } from '#local/world/past/plan.ts';
import { tenants } from '#local/world/past/tenants.ts';
import { recipeText } from '#local/world/sheets/recipe-text.ts';
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
  /** A customer of Northwind sends so many documents, the first of which is broken. */
  | { readonly does: 'submit'; readonly documents: number }
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

interface World {
  readonly held: Held;
  readonly sandbox: Sandbox;
}

interface Opened {
  readonly address: string;
  /** It is there once the sandbox is open, which the first request does. */
  readonly world: Promise<World>;
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
  let isOpen: (world: World) => void = () => undefined;
  const world = new Promise<World>((resolve) => {
    isOpen = resolve;
  });
  const opened = await openConsole({
    host: 'browser',
    home,
    connection: undefined,
    version: '0.0.0',
    async openSandbox(systems) {
      const sandbox = await openSandbox({ folder: join(home, 'local'), region, account, systems });
      const held = serveSandbox(sandbox);
      for (const notice of held.notices) process.stderr.write(`${notice}\n`);
      // An answer comes with a turn of the event loop, as it does from a thread. Without it a long reading would keep
      // the host from pushing to its pages and from answering them.
      const dispatch: Dispatch = async (request, signal) => {
        await nextTurn();
        return held.answer(request, signal);
      };
      isOpen({ held, sandbox });
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

async function change({ held: world, sandbox }: World, meanwhile: Meanwhile): Promise<void> {
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
    case 'submit':
      await submit(sandbox, meanwhile.documents);
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

async function submit({ aws, answerApi, dispatch }: Sandbox, count: number): Promise<void> {
  const { seed } = readFacts(aws.world);
  const now = () => aws.world.clock.now();
  const tenant = tenants.find(({ tenantId }) => tenantId === 'northwind');
  const workflow = tenant?.projects[0]?.workflows[0];
  if (tenant === undefined || workflow === undefined) throw new Error('Northwind has no workflow.');
  const customer = createSimulatedCustomer({
    seed,
    now,
    dispatch,
    async api(request) {
      const response = await answerApi({ ...request, path: `/pipeline/v1${request.path}` });
      if (response === undefined) throw new Error('This is no path of the API.');
      return { ...response, body: Buffer.from(response.body).toString('utf8') };
    },
  });
  const plan = createDocumentPlanner({
    seed,
    recipient: tenant.name,
    workflow,
    hash: count,
    submittedAt: now(),
  });
  const documents = Array.from({ length: count }, (_, index) =>
    plan(index, `sent-${index}`, index === 0 ? 'corrupt' : undefined),
  );
  const uploads = await customer.submit({ workflow, idempotencyKey: `sent-${count}`, documents });
  // Pages are read by what is written beside the file, so one drawing does for all.
  const body = Buffer.from('%PDF-1.4');
  for (const { uploadUrl, recipe } of uploads) {
    const { pathname, search } = new URL(uploadUrl);
    const headers = { 'content-type': 'application/pdf', 'x-amz-meta-sheet': recipeText(recipe) };
    await dispatch({ method: 'PUT', path: pathname, query: search.slice(1), headers, body });
  }
}
