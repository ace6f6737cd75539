import { describe, expect, it } from 'vitest';
import type { PocketAws } from '#local/aws/pocket-aws.ts';
import { answerControl } from '#local/host/control.ts';
import { aPocketAws } from '#test/builders/a-pocket-aws.ts';

describe('the control paths', () => {
  it('leave every other path to AWS', () => {
    expect(answerControl(aPocketAws().aws, aRequest('GET', '/bucket/_local/world'))).toBeUndefined();
  });

  it('say which world this is', async () => {
    expect(await asked(aPocketAws().aws, 'GET', '/_local/world')).toEqual({
      status: 200,
      body: { region: 'local', account: '000000000000' },
    });
  });

  it('move the clock', async () => {
    const { aws, clock } = aPocketAws();
    const before = clock.now();
    const answer = await asked(aws, 'POST', '/_local/clock', { advanceSeconds: 90 });
    expect(clock.now() - before).toBe(90_000);
    expect(answer.body).toEqual({ now: new Date(clock.now()).toISOString() });
    expect(await asked(aws, 'GET', '/_local/clock')).toEqual(answer);
  });

  it('forget everything, and tell the same ids for the same seed', async () => {
    const { aws } = aPocketAws();
    const idsAfterReset = async (): Promise<string> => {
      await asked(aws, 'POST', '/_local/reset', { seed: 7 });
      return aws.world.random.uuid();
    };
    aws.world.store.collection('x').set('a', 1);
    const ids = await idsAfterReset();
    expect(aws.world.store.collection('x').size).toBe(0);
    expect(await idsAfterReset()).toBe(ids);
  });

  it('set fault rules and show them', async () => {
    const { aws } = aPocketAws();
    const rule = { id: 'a', kind: 'slow', service: 'sqs', ms: 50, share: 0.5, times: 3 };
    const answer = await asked(aws, 'PUT', '/_local/faults', { rules: [rule] });
    expect(answer).toEqual({ status: 200, body: { rules: [rule] } });
    expect(await asked(aws, 'GET', '/_local/faults')).toEqual(answer);
    expect(await asked(aws, 'PUT', '/_local/faults', { rules: [] })).toMatchObject({ body: { rules: [] } });
  });

  it.each([
    ['POST', '/_local/clock', {}, 'advanceSeconds: a number of seconds'],
    ['POST', '/_local/clock', { advanceSeconds: -1 }, 'advanceSeconds: a number of seconds'],
    ['POST', '/_local/clock', { advanceSeconds: 1e12 }, 'advanceSeconds: a number of seconds'],
    ['POST', '/_local/clock', { advanceSeconds: 1, minutes: 2 }, 'minutes: is not known here'],
    ['POST', '/_local/reset', { seed: {} }, 'seed: a number or a text'],
    ['PUT', '/_local/faults', {}, 'rules: a list'],
    ['PUT', '/_local/faults', { rules: [{ kind: 'explode' }] }, 'rules.0.kind: one of throttle'],
    ['PUT', '/_local/faults', { rules: [{ kind: 'slow', ms: 'long' }] }, 'rules.0.ms: a number'],
    ['PUT', '/_local/faults', { rules: [{ kind: 'slow', often: 1 }] }, 'rules.0.often: is not known'],
    ['POST', '/_local/clock', [], 'A JSON object is expected'],
  ])('refuse %s %s %j by naming what is wrong', async (method, path, body, problem) => {
    const answer = await asked(aPocketAws().aws, method, path, body);
    expect(answer.status).toBe(400);
    expect((answer.body as { problem: string }).problem).toContain(problem);
  });

  it('refuse what there is not', async () => {
    expect(await asked(aPocketAws().aws, 'DELETE', '/_local/world')).toMatchObject({ status: 404 });
  });
});

async function asked(
  aws: PocketAws,
  method: string,
  path: string,
  body?: object,
): Promise<{ status: number; body: unknown }> {
  const answer = await answerControl(aws, aRequest(method, path, body));
  if (!answer) throw new Error(`${path} was not answered`);
  return { status: answer.status, body: JSON.parse(String(answer.body)) };
}

function aRequest(method: string, path: string, body?: object) {
  const text = body === undefined ? '' : JSON.stringify(body);
  return { method, path, query: '', headers: {}, body: Buffer.from(text) };
}
