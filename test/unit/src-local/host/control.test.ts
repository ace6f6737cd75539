import { describe, expect, it } from 'vitest';
import { answerControl, type Controlled } from '#local/host/control.ts';
import { aPocketAws } from '#test/builders/a-pocket-aws.ts';

describe('the control paths', () => {
  it('leave every other path to AWS', () => {
    expect(answerControl(aWorld(), aRequest('GET', '/bucket/_local/world'))).toBeUndefined();
  });

  it('say which world this is', async () => {
    expect(await asked(aWorld(), 'GET', '/_local/world')).toEqual({
      status: 200,
      body: { region: 'local', account: '000000000000' },
    });
    expect(await asked(aWorld(), 'GET', '/_local/state')).toEqual({ status: 200, body: { seed: '1' } });
  });

  it('pause and resume the traffic', async () => {
    const told: boolean[] = [];
    const world = aWorld({ setTraffic: (paused) => Promise.resolve(void told.push(paused)) });
    expect(await asked(world, 'POST', '/_local/traffic', { paused: true })).toEqual({
      status: 200,
      body: { paused: true },
    });
    await asked(world, 'POST', '/_local/traffic', { paused: false });
    expect(told).toEqual([true, false]);
  });

  it('move the clock', async () => {
    const world = aWorld();
    const { clock } = world.aws.world;
    const before = clock.now();
    const answer = await asked(world, 'POST', '/_local/clock', { advanceSeconds: 90 });
    expect(clock.now() - before).toBe(90_000);
    expect(answer.body).toEqual({ now: new Date(clock.now()).toISOString() });
    expect(await asked(world, 'GET', '/_local/clock')).toEqual(answer);
  });

  it('forget everything, and give the same ids for the same seed', async () => {
    const world = aWorld();
    const { aws } = world;
    const idsAfterReset = async (): Promise<string> => {
      await asked(world, 'POST', '/_local/reset', { seed: 7 });
      return aws.world.random.uuid();
    };
    aws.world.store.collection('x').set('a', 1);
    const ids = await idsAfterReset();
    expect(aws.world.store.collection('x').size).toBe(0);
    expect(await idsAfterReset()).toBe(ids);
  });

  it('set fault rules and show them', async () => {
    const world = aWorld();
    const rule = { id: 'a', kind: 'slow', service: 'sqs', ms: 50, share: 0.5, times: 3 };
    const answer = await asked(world, 'PUT', '/_local/faults', { rules: [rule] });
    expect(answer).toEqual({ status: 200, body: { rules: [rule] } });
    expect(await asked(world, 'GET', '/_local/faults')).toEqual(answer);
    expect(await asked(world, 'PUT', '/_local/faults', { rules: [] })).toMatchObject({
      body: { rules: [] },
    });
  });

  it.each([
    ['POST', '/_local/clock', {}, 'advanceSeconds: a number of seconds'],
    ['POST', '/_local/clock', { advanceSeconds: -1 }, 'advanceSeconds: a number of seconds'],
    ['POST', '/_local/clock', { advanceSeconds: 1e12 }, 'advanceSeconds: a number of seconds'],
    ['POST', '/_local/clock', { advanceSeconds: 1, minutes: 2 }, 'minutes: is not known here'],
    ['POST', '/_local/reset', { seed: {} }, 'seed: a number or a text'],
    ['POST', '/_local/traffic', {}, 'paused: true or false'],
    ['POST', '/_local/traffic', { paused: true, until: 5 }, 'until: is not known here'],
    ['PUT', '/_local/faults', {}, 'rules: a list'],
    ['PUT', '/_local/faults', { rules: [{ kind: 'explode' }] }, 'rules.0.kind: one of throttle'],
    ['PUT', '/_local/faults', { rules: [{ kind: 'slow', ms: 'long' }] }, 'rules.0.ms: a number'],
    ['PUT', '/_local/faults', { rules: [{ kind: 'slow', often: 1 }] }, 'rules.0.often: is not known'],
    ['POST', '/_local/clock', [], 'A JSON object is expected'],
  ])('refuse %s %s %j by naming what is wrong', async (method, path, body, problem) => {
    const answer = await asked(aWorld(), method, path, body);
    expect(answer.status).toBe(400);
    expect((answer.body as { problem: string }).problem).toContain(problem);
  });

  it('refuse unknown paths', async () => {
    expect(await asked(aWorld(), 'DELETE', '/_local/world')).toMatchObject({ status: 404 });
  });
});

function aWorld(change: Partial<Controlled> = {}): Controlled {
  const { aws } = aPocketAws();
  return {
    aws,
    describe: () => Promise.resolve({ region: aws.world.region, account: aws.world.account }),
    state: () => Promise.resolve({ seed: '1' }),
    advance: (ms) => aws.advance(ms),
    setTraffic: () => Promise.resolve(),
    reset: (seed) => Promise.resolve(aws.reset(seed)),
    ...change,
  };
}

async function asked(
  controlled: Controlled,
  method: string,
  path: string,
  body?: object,
): Promise<{ status: number; body: unknown }> {
  const answer = await answerControl(controlled, aRequest(method, path, body));
  if (!answer) throw new Error(`${path} was not answered`);
  return { status: answer.status, body: JSON.parse(String(answer.body)) };
}

function aRequest(method: string, path: string, body?: object) {
  const text = body === undefined ? '' : JSON.stringify(body);
  return { method, path, query: '', headers: {}, body: Buffer.from(text) };
}
