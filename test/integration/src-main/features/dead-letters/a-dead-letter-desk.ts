import { GetQueueAttributesCommand, SendMessageCommand } from '@aws-sdk/client-sqs';
import type { z } from 'zod';
import type { Dispatch } from '#local/aws/dispatch.ts';
import type { ConnectionDoors } from '#main/aws/doors.ts';
import { scopedDoors } from '#main/aws/scope/scoped-doors.ts';
import { openDeadLetters, type DeadLetters } from '#main/compose/open-acting.ts';
import { heldMessages, type HeldMessages } from '#main/dead-letters/held-messages.ts';
import { contract, type Contract, type InputOf } from '#shared/contract/contract.ts';
import type { Sample } from '#shared/contract/dead-letters.ts';
import type { deadLetterOperations } from '#shared/contract/job-operations.ts';
import type { Role } from '#shared/contract/define.ts';
import type { Result } from '#shared/contract/result.ts';
import type { Persona, Session } from '#shared/contract/session.ts';
import { namesByConvention } from '#shared/domain/pipeline-names.ts';
import { aGate, trusted, type GateUnderTest } from '#test/builders/a-gate.ts';
import { valueOf } from '#test/builders/a-reading-world.ts';
import { aSandbox, type SandboxUnderTest } from '#test/builders/a-sandbox.ts';
import { aSession } from '#test/builders/a-session.ts';
import { doorsOver } from '#test/builders/doors-over.ts';

type Names = keyof typeof deadLetterOperations;
type Output<N extends Names> = z.output<Contract[N]['output']>;

const { extraction } = namesByConvention('sandbox');
export const documentLetters = extraction.documentDeadLetterQueue;
export const webhookLetters = extraction.webhookDeadLetterQueue;
export const fileLetters = 'data-download-files-dlq-sandbox';
export const documents = extraction.documentQueue;

export interface DeadLetterDesk extends Pick<GateUnderTest, 'receipts'> {
  readonly world: SandboxUnderTest;
  readonly held: HeldMessages;
  readonly deadLetters: DeadLetters;
  /** Calls the gate as a page does and checks the answer against the contract. */
  readonly call: <N extends Names>(name: N, input: InputOf<N>) => Promise<Result<Output<N>>>;
  readonly sample: (queue: string, most?: number, holdSeconds?: number) => Promise<Sample>;
  /** Returns the calls to AWS since the last time. */
  readonly asked: () => readonly string[];
  readonly be: (change: Partial<Session>) => void;
  readonly fail: (rules: readonly object[]) => Promise<void>;
  /** Returns SQS's own counts. */
  readonly counts: (queue: string) => Promise<{ waiting: number; inFlight: number }>;
  readonly works: Set<string>;
  /** Records the messages that a redrive reported as `sent` or `uncertain`. */
  readonly redriven: Map<string, 'sent' | 'uncertain'>;
}

interface Options {
  readonly role?: Role;
  readonly who?: Persona;
  readonly through?: (dispatch: Dispatch) => Dispatch;
  /** Adds messages to those that the sandbox's world already has. */
  readonly plant?: (world: SandboxUnderTest) => Promise<void>;
}

/** Opens the dead letters of the sandbox's world, on its clock, through the console's own doors and gate. */
export async function aDeadLetterDesk({
  role = 'admin',
  who = anAdmin('*'),
  through = (dispatch) => dispatch,
  plant,
}: Options = {}): Promise<DeadLetterDesk> {
  const world = await aSandbox();
  await plant?.(world);
  const asked: string[] = [];
  const doors = doorsOver(
    through((request, signal) => {
      const target = request.headers['x-amz-target'];
      if (target !== undefined) asked.push(target.split('.')[1] ?? '');
      return world.sandbox.dispatch(request, signal);
    }),
    () => world.clock.now(),
  );
  let session = aSession({ who });
  const listeners = new Set<(session: Session) => void>();
  const held = heldMessages();
  const works = new Set<string>();
  const redriven = new Map<string, 'sent' | 'uncertain'>();
  const scoped = (): ConnectionDoors => scopedDoors(doors, session.who);
  const deadLetters = openDeadLetters({
    doors: scoped,
    doorsOf: () => doors,
    session: () => session,
    onSession(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    held,
    sentBefore: { of: (_connection, _queue, messageId) => redriven.get(messageId) ?? null },
    worksOn: () => works,
    log: { info() {}, warn() {}, error() {}, fatal() {} },
    now: () => world.clock.now(),
    sleep: () => new Promise(() => undefined),
  });
  const { gate, receipts } = aGate({
    handlers: deadLetters.handlers,
    role,
    connection: () => session.connection,
  });
  const call: DeadLetterDesk['call'] = async (operation, input) => {
    const result = (await gate.call(trusted, { operation, input })) as Result<Output<typeof operation>>;
    if (result.ok) contract[operation].output.parse(result.value);
    return result;
  };
  return {
    world,
    held,
    deadLetters,
    receipts,
    call,
    sample: async (queue, most = 1_000, holdSeconds = 300) =>
      valueOf(await call('dead-letters.sample', { queue, most, holdSeconds })),
    asked: () => asked.splice(0),
    be(change) {
      session = { ...session, ...change };
      for (const listener of listeners) listener(session);
    },
    async fail(rules) {
      await world.ask('PUT', '/_local/faults', { body: { rules } });
    },
    async counts(queue) {
      const command = new GetQueueAttributesCommand({ QueueUrl: queue, AttributeNames: ['All'] });
      const { Attributes = {} } = await world.sqs.send(command);
      return {
        waiting: Number(Attributes.ApproximateNumberOfMessages),
        inFlight: Number(Attributes.ApproximateNumberOfMessagesNotVisible),
      };
    },
    works,
    redriven,
  };
}

export function anAdmin(tenants: Persona['tenants'], id = 'admin'): Persona {
  return { id, name: 'Ines Halvorsen', role: 'admin', tenants };
}

/** Delays each answer, so that other work runs in between. */
export function slowly(dispatch: Dispatch): Dispatch {
  return async (request, signal) => {
    await new Promise((go) => setTimeout(go, 1));
    return dispatch(request, signal);
  };
}

const presigned = 'https://files.example/a.pdf?X-Amz-Date=20260105T090000Z&X-Amz-Signature=abc123';

const plantSecret = async ({ sqs }: SandboxUnderTest): Promise<void> => {
  await sqs.send(
    new SendMessageCommand({
      QueueUrl: documentLetters,
      MessageBody: JSON.stringify({
        batchId: 'batch-of-secrets',
        source: { url: presigned },
        requestedBy: 'ada@example.com',
        attempt: 3,
        note: '=HYPERLINK("https://evil.example")',
      }),
      MessageAttributes: {
        traceId: { DataType: 'String', StringValue: '1-6730c1f8-4be2' },
        token: { DataType: 'String', StringValue: 'hush-hush' },
        blob: { DataType: 'Binary', BinaryValue: new Uint8Array([1, 2, 3]) },
      },
    }),
  );
};

/** Plants a message with secrets in it and samples it into the console. */
export async function aSecret(role?: 'support' | 'admin') {
  const desk = await aDeadLetterDesk({ plant: plantSecret, ...(role && { role }) });
  const { rows } = await desk.sample(documentLetters);
  const messageId = rows.find(({ subject }) => subject.batchId === 'batch-of-secrets')?.messageId ?? '';
  return { desk, messageId, queue: documentLetters };
}
