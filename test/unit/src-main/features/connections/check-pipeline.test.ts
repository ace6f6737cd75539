import { describe, expect, test } from 'vitest';
import { checkPipeline } from '#main/features/connections/check-pipeline.ts';
import type { PipelineApi } from '#main/pipeline/pipeline-api.ts';
import type { OperationName } from '#shared/pipeline-api/operations.ts';

type Answers = Partial<Record<OperationName, unknown>>;

const well = { kind: 'answered', value: { status: 'ok', at: '2026-11-23T08:00:00.000Z' } };
const aPerson = (role: string, tenants: '*' | readonly string[]) => ({
  kind: 'answered',
  value: { sub: 's', name: 'Mira', role, tenants },
});

function check(answers: Answers, notSignedIn: string | null = null) {
  const asked: OperationName[] = [];
  const call = (name: OperationName) => {
    asked.push(name);
    const answer = answers[name] ?? well;
    return answer === 'never' ? new Promise<never>(() => undefined) : Promise.resolve(answer);
  };
  const api = { call } as unknown as Pick<PipelineApi, 'call'>;
  const parts = { api, notSignedIn, elapsed: () => 0, longestCall: 20 };
  return checkPipeline(parts).then(({ checks, person }) => ({
    asked,
    person,
    health: checks.find(({ id }) => id === 'pipeline:health'),
    me: checks.find(({ id }) => id === 'pipeline:me'),
  }));
}

describe('the pipeline API', () => {
  test.each([
    ['admin', '*', 'It knows you as Mira, admin of all tenants. You may do everything the console offers.'],
    ['support', ['acme'], /^It knows you as Mira, support of the tenant acme\. You may reprocess/],
    ['reviewer', ['a', 'b'], /^It knows you as Mira, reviewer of 2 tenants\. You may review documents/],
  ] as const)(
    'that gives a person role %s and tenants %j shows what they allow',
    async (role, tenants, told) => {
      const { me, person } = await check({ me: aPerson(role, tenants) });
      expect(me).toMatchObject({
        state: 'works',
        told: typeof told === 'string' ? told : expect.stringMatching(told),
      });
      expect(person).toEqual({ role, tenants });
    },
  );

  test('that gives a person no tenant shows them nothing', async () => {
    expect((await check({ me: aPerson('support', []) })).me).toMatchObject({ state: 'differs' });
  });

  test('that refuses is reported by its code, and not by its message', async () => {
    const problem = { code: 'sign-in-expired', title: 't', detail: 'Bearer abc.def', status: 401 };
    const { me, person } = await check({ me: { kind: 'problem', problem } });
    expect(me).toMatchObject({
      state: 'failed',
      told: 'It refused with "sign-in-expired". Nothing can be done by it.',
    });
    expect(person).toBeNull();
  });

  test('that cannot be reached, and one that never answers, have failed', async () => {
    const why = 'The pipeline API could not be reached (ECONNREFUSED)';
    const { health, me } = await check({ health: { kind: 'not-sent', why }, me: 'never' });
    expect(health).toMatchObject({ state: 'failed', told: `${why}. No actions are possible now.` });
    expect(me).toMatchObject({ state: 'failed', told: expect.stringMatching(/did not answer in time/) });
  });

  test('without a sign-in is asked only for its health', async () => {
    const { asked, me } = await check({}, 'Sign in, then check again.');
    expect(asked).toEqual(['health']);
    expect(me).toMatchObject({ state: 'not-checked', told: 'Sign in, then check again.' });
  });

  test('that the connection does not name is not called', async () => {
    const { checks, person } = await checkPipeline({
      api: null,
      notSignedIn: null,
      elapsed: () => 0,
      longestCall: 1,
    });
    expect(checks.map(({ state }) => state)).toEqual(['not-checked', 'not-checked']);
    expect(person).toBeNull();
  });
});
