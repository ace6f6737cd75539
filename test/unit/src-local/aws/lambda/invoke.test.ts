import { describe, expect, it } from 'vitest';
import type { MetricPoint } from '#local/world/world.ts';
import { startOfTime } from '#test/builders/a-pocket-aws.ts';
import { createFunction, type TestFunction } from '#test/builders/functions-in-process.ts';
import { aFunctionWorld } from './a-function-world.ts';

const minute = 60_000;

async function aWorldWith(run: TestFunction, settings = {}) {
  const world = aFunctionWorld({ read: run });
  await createFunction(world.aws, 'read', settings);
  const invoke = (input: object = {}): Promise<object> =>
    world.call('Invoke', { FunctionName: 'read', ...input });
  return { ...world, invoke };
}

describe('a call of a function', () => {
  it('gets its answer', async () => {
    const { invoke } = await aWorldWith(({ page }: { page: number }) => ({ next: page + 1 }));
    const answer = await invoke({ Payload: '{"page":3}' });
    expect(answer).toEqual({ StatusCode: 200, ExecutedVersion: '$LATEST', Payload: '{"next":4}' });
  });

  it('gets the error by its name', async () => {
    const { invoke } = await aWorldWith(() => {
      throw new RangeError('no such page');
    });
    const Payload = '{"errorType":"RangeError","errorMessage":"no such page","trace":[]}';
    expect(await invoke()).toMatchObject({ StatusCode: 200, FunctionError: 'Unhandled', Payload });
  });

  it('ends when its time is over, and what the function says later is not heard', async () => {
    const { invoke, aws, clock } = await aWorldWith(
      async (_event, { sleep }) => {
        await sleep(10 * minute);
        return 'late';
      },
      { Timeout: 60 },
    );
    const answer = invoke();
    await aws.advance(5 * minute);
    const { Payload } = (await answer) as { Payload: string };
    expect(JSON.parse(Payload)).toEqual({
      errorType: 'Sandbox.Timedout',
      errorMessage: expect.stringMatching(/^RequestId: \S+ Error: Task timed out after 60\.00 seconds$/),
    });
    expect(clock.now()).toBe(startOfTime + 5 * minute);
  });

  it('holds the clock while the function works, and not while it sleeps', async () => {
    const times: number[] = [];
    const { invoke, aws, clock } = await aWorldWith(async (_event, { sleep }) => {
      await new Promise((resolve) => setTimeout(resolve, 3));
      times.push(clock.now() - startOfTime);
      await sleep(minute);
      await new Promise((resolve) => setTimeout(resolve, 3));
      times.push(clock.now() - startOfTime);
    });
    void invoke();
    await aws.advance(10 * minute);
    expect(times).toEqual([0, minute]);
  });

  it('is counted with its errors, its time and its throttles', async () => {
    const seen: MetricPoint[] = [];
    const { invoke, aws } = await aWorldWith(async ({ ms }: { ms: number }, { sleep }) => {
      await sleep(ms);
      if (ms > 1_000) throw new Error('slow');
    });
    aws.world.metrics.listen((point) => void seen.push(point));
    void invoke({ Payload: '{"ms":500}' });
    void invoke({ Payload: '{"ms":2000}' });
    await aws.advance(minute);
    aws.world.faults.set([{ id: 'busy', kind: 'throttle', service: 'lambda', operation: 'Invoke' }]);
    await expect(invoke()).rejects.toMatchObject({ name: 'TooManyRequestsException', status: 429 });
    const listed = seen.map(
      ({ name, value, dimensions }) => `${dimensions['FunctionName']} ${name} ${value}`,
    );
    expect(listed).toEqual([
      'read Throttles 0',
      'read Invocations 1',
      'read Errors 0',
      'read Duration 500',
      'read Throttles 0',
      'read Invocations 1',
      'read Errors 1',
      'read Duration 2000',
      'read Throttles 1',
    ]);
  });

  it.each([
    [
      { FunctionName: 'write' },
      'Function not found: arn:aws:lambda:local:000000000000:function:write:$LATEST',
    ],
    [{ Payload: 'not json' }, 'Could not parse request body into json'],
    [{ Qualifier: 'prod' }, 'there is only $LATEST'],
    [{ LogType: 'Tail' }, "Parameter 'logType' is unknown or not supported"],
    [{ Payload: `"${'x'.repeat(6 * 1024 * 1024)}"` }, 'is too large for the RequestResponse invocation type'],
  ])('is refused with %.40j', async (input, reason) => {
    const { invoke } = await aWorldWith(() => undefined);
    await expect(invoke(input)).rejects.toThrow(reason);
  });
});
