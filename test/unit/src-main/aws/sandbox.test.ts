import { describe, expect, it } from 'vitest';
import type { SandboxState } from '#shared/contract/sign-in.ts';
import { ok, refused } from '#shared/contract/result.ts';
import { connectionAccess } from '#main/aws/connection-access.ts';
import { lateAccess, type OpenedAccess, type Sandbox, type SandboxControl } from '#main/aws/sandbox.ts';
import type { CatalogueReader, PageRead } from '#main/aws/dynamodb/reading.ts';
import { refusingDoors } from '#main/aws/doors.ts';
import { sandboxConnectionId } from '#shared/domain/connection.ts';
import { valueOf } from '#test/builders/a-reading-world.ts';

const page = { items: [], cursor: null } as unknown as PageRead;
const asked = { system: {} as never, pattern: 'any', params: [] };

function aReader(
  answer: () => Awaited<ReturnType<CatalogueReader['ask']>>,
): OpenedAccess & { closed: number; ended: boolean } {
  const opened = {
    closed: 0,
    ended: false,
    reader: {
      run: () => Promise.resolve(answer()),
      ask: () => Promise.resolve(answer()),
      readAgain: () => Promise.reject(new Error('not asked')),
      changed() {},
    } satisfies CatalogueReader,
    executions: refusingDoors('not used').executions,
    pipeline: refusingDoors('not used').pipeline,
    files: refusingDoors('not used').files,
    queues: refusingDoors('not used').queues,
    alarms: refusingDoors('not used').alarms,
    tables: refusingDoors('not used').tables,
    bill: refusingDoors('not used').bill,
    control: aControl(),
    hasEnded: () => opened.ended,
    close() {
      opened.closed += 1;
      return Promise.resolve();
    },
  };
  return opened;
}

function aControl(): SandboxControl {
  const state = { seed: '1' } as unknown as SandboxState;
  return {
    read: () => Promise.resolve(state),
    setTraffic: () => Promise.reject(new Error('No room is left')),
    reset: () => Promise.resolve(state),
  };
}

const unreachable = () => refused({ code: 'aws-unreachable', message: 'Gone.', service: 'DynamoDB' });

describe('a reader that opens late', () => {
  it('opens at the first question, once for all simultaneous ones', async () => {
    let opens = 0;
    const late = lateAccess(() => {
      opens += 1;
      return Promise.resolve(aReader(() => ok(page)));
    });
    expect(opens).toBe(0);
    await Promise.all([late.reader.ask(asked), late.reader.ask(asked), late.files.read('key', 1)]);
    expect(opens).toBe(1);
  });

  it('says why it did not open and that nothing was read, and tries again at the next question', async () => {
    let opens = 0;
    const late = lateAccess(() => {
      opens += 1;
      return opens === 1
        ? Promise.reject(new Error('Another process has the folder'))
        : Promise.resolve(aReader(() => ok(page)));
    });
    expect(await late.reader.ask(asked)).toMatchObject({
      ok: false,
      failure: {
        code: 'aws-unreachable',
        message: 'The sandbox did not open. Another process has the folder. Nothing was read.',
      },
    });
    expect(await late.reader.ask(asked)).toMatchObject({ ok: true });
  });

  it('closes one that has ended before it opens another for the next question', async () => {
    const steps: string[] = [];
    const first = aReader(() => ok(page));
    const readers = [{ ...first, close: () => Promise.resolve(void steps.push('closed')) }];
    const late = lateAccess(() => {
      steps.push('opened');
      return Promise.resolve(readers.shift() ?? aReader(() => ok(page)));
    });
    await late.reader.ask(asked);
    first.ended = true;
    const answers = await Promise.all([late.reader.ask(asked), late.reader.ask(asked)]);
    expect(answers).toMatchObject([{ ok: true }, { ok: true }]);
    expect(steps).toEqual(['opened', 'closed', 'opened']);
  });

  it('reports that it stopped during a question, not that a network is at fault', async () => {
    const opened = aReader(() => {
      opened.ended = true;
      return unreachable();
    });
    const late = lateAccess(() => Promise.resolve(opened));
    expect(await late.reader.ask(asked)).toMatchObject({
      failure: {
        service: 'sandbox',
        message: expect.stringContaining('stopped during the read') as string,
      },
    });
  });

  it('leaves a living one to its other readers, even if an answer did not arrive', async () => {
    const opened = aReader(unreachable);
    const late = lateAccess(() => Promise.resolve(opened));
    expect(await late.reader.ask(asked)).toEqual(unreachable());
    expect(opened.closed).toBe(0);
  });

  it('is asked about its world too, and says what was not done', async () => {
    const late = lateAccess(() => Promise.resolve(aReader(() => ok(page))));
    expect(await late.control((sandbox) => sandbox.read())).toEqual(ok({ seed: '1' }));
    expect(await late.control((sandbox) => sandbox.setTraffic(true))).toMatchObject({
      failure: {
        message: 'The sandbox could not do it. No room is left. Check its current state, then try again.',
      },
    });
    const shut = lateAccess(() => Promise.reject(new Error('In use')));
    expect(await shut.control((sandbox) => sandbox.read())).toMatchObject({
      failure: { message: 'The sandbox did not open. In use. Nothing was changed.' },
    });
  });

  it('gives up on one that ends as soon as it is open', async () => {
    let opens = 0;
    const late = lateAccess(() => {
      opens += 1;
      return Promise.resolve(
        Object.assign(
          aReader(() => ok(page)),
          { hasEnded: () => true },
        ),
      );
    });
    expect(await late.reader.ask(asked)).toMatchObject({ failure: { code: 'aws-unreachable' } });
    expect(opens).toBe(2);
  });

  it('opens nothing after it was closed, and closes one that was just being opened', async () => {
    let opens = 0;
    const opened = aReader(() => ok(page));
    const late = lateAccess(async () => {
      opens += 1;
      await Promise.resolve();
      return opened;
    });
    const question = late.reader.ask(asked);
    await late.close();
    await question;
    expect(opened.closed).toBe(1);
    expect(await late.reader.ask(asked)).toMatchObject({
      failure: { message: 'The console is closing. Nothing was read.' },
    });
    expect(opens).toBe(1);
  });

  it('leaves errors of ours to the gate, and the AWS open', async () => {
    const opened = aReader(() => ok(page));
    const late = lateAccess(() => Promise.resolve(opened));
    await late.reader.ask(asked);
    const item = { system: {} as never, table: 'main', key: {} };
    await expect(late.reader.readAgain(item)).rejects.toThrow('not asked');
    expect(opened.closed).toBe(0);
  });

  it('may open before the first question, which then waits for nothing', async () => {
    let opens = 0;
    const late = lateAccess(() => {
      opens += 1;
      return Promise.resolve(aReader(() => ok(page)));
    });
    late.prepare();
    late.prepare();
    expect(opens).toBe(1);
    await late.reader.ask(asked);
    expect(opens).toBe(1);
  });

  it('reports to the first question why it did not open during preparation', async () => {
    const late = lateAccess(() => Promise.reject(new Error('The disk is full')));
    late.prepare();
    expect(await late.reader.ask(asked)).toMatchObject({
      failure: { message: 'The sandbox did not open. The disk is full. Nothing was read.' },
    });
  });

  it('tries again when it is prepared again after it did not open', async () => {
    let opens = 0;
    const late = lateAccess(() => {
      opens += 1;
      return opens === 1 ? Promise.reject(new Error('In use')) : Promise.resolve(aReader(() => ok(page)));
    });
    late.prepare();
    await Promise.resolve();
    await Promise.resolve();
    late.prepare();
    expect(opens).toBe(2);
    expect(await late.reader.ask(asked)).toMatchObject({ ok: true });
  });

  it('closes what it has opened, and nothing if it has opened nothing', async () => {
    const opened = aReader(() => ok(page));
    await lateAccess(() => Promise.resolve(opened)).close();
    expect(opened.closed).toBe(0);
    const late = lateAccess(() => Promise.resolve(opened));
    await late.reader.ask(asked);
    await late.close();
    expect(opened.closed).toBe(1);
  });
});

/** Opens a sandbox whose executions have one event, which names the world that it is from. */
function aWorldOfEvents(): Sandbox {
  let world = 1;
  return {
    requestHandler: {
      metadata: { handlerProtocol: 'http/1.1' },
      handle() {
        const executionStartedEventDetails = { input: `world ${world}` };
        const event = { id: 1, type: 'ExecutionStarted', timestamp: 1, executionStartedEventDetails };
        const body = Buffer.from(JSON.stringify({ events: [event] }));
        return Promise.resolve({ response: { statusCode: 200, headers: {}, body } });
      },
      updateHttpClientConfig() {},
      httpHandlerConfigs: () => ({}),
      destroy() {},
    },
    region: 'local',
    accountId: '000000000000',
    pipeline: { send: () => Promise.reject(new Error('not used')), signIn: () => Promise.resolve('') },
    control: {
      ...aControl(),
      reset() {
        world += 1;
        return aControl().reset(undefined);
      },
    },
    hasEnded: () => false,
    close: () => Promise.resolve(),
  };
}

it('shows no event of the world before a reset', async () => {
  const access = connectionAccess({
    file: { connections: [] },
    openSandbox: () => Promise.resolve(aWorldOfEvents()),
    systems: [],
  });
  const { executions } = access.of(sandboxConnectionId);
  const readInput = async () => {
    const { event } = valueOf(await executions.event({ batchId: 'batch-1', run: 1 }, { eventId: 1 }));
    return event['executionStartedEventDetails'];
  };
  expect(await readInput()).toEqual({ input: 'world 1' });
  valueOf(await access.controlSandbox((sandbox) => sandbox.reset(undefined)));
  expect(await readInput()).toEqual({ input: 'world 2' });
  await access.close();
});
