import { describe, expect, test } from 'vitest';
import { compared, makeChecks, toOutcome, type PlannedCheck } from '#main/aws/check/planned-check.ts';

const telling = {
  action: 'states:DescribeExecution',
  place: 'the executions of it',
  works: 'It answers.',
  without: 'How a run stands is not shown.',
};

function aDenial(name: string, message: string) {
  return Object.assign(new Error(message), { name, $metadata: { httpStatusCode: 400 } });
}

const planned = (error: Error): PlannedCheck => ({
  id: 'one',
  area: 'workflows',
  title: 'One',
  action: telling.action,
  resource: 'arn:aws:states:eu-west-1:111122223333:execution:it:*',
  async run(ask) {
    const asked = await ask('Step Functions', async () => {
      throw error;
    });
    return toOutcome(asked, telling);
  },
});

const times = { elapsed: () => 0, sleep: () => Promise.resolve(), longestCall: 1_000, until: 10_000 };

describe('a denied call', () => {
  test('names what was called, if AWS names nothing else', async () => {
    const { checks, denied } = await makeChecks([planned(aDenial('AccessDeniedException', ''))], times);
    expect(checks[0]?.told).toBe(
      'This sign-in may not do states:DescribeExecution on the executions of it. How a run stands is not shown.',
    );
    expect(denied).toEqual([
      {
        action: telling.action,
        resource: 'arn:aws:states:eu-west-1:111122223333:execution:it:*',
        outright: false,
      },
    ]);
  });

  test('may be the use of a key; and what AWS does not name is not guessed for a policy', async () => {
    const error = aDenial('KmsAccessDeniedException', 'The ciphertext refers to a key that you may not use.');
    const { checks, denied } = await makeChecks([planned(error)], times);
    expect(checks[0]).toMatchObject({ state: 'denied', action: 'kms:Decrypt', resource: null });
    expect(checks[0]?.told).toContain('may not do kms:Decrypt, and AWS does not say which.');
    expect(denied).toEqual([]);
  });
});

describe('a comparison', () => {
  const difference = (where: string, matters: boolean) => ({
    where,
    expected: 'a',
    found: 'b',
    means: `What ${where} costs.`,
    matters,
  });

  test('without a difference works', () => {
    expect(compared('As declared.', [])).toEqual({ state: 'works', told: 'As declared.' });
  });

  test('of minor differences works, and lists them', () => {
    const differences = [difference('index X', false)];
    expect(compared('As declared.', differences)).toEqual({
      state: 'works',
      told: 'As declared.',
      differences,
    });
  });

  test('of a major difference starts with the first one', () => {
    const differences = [
      difference('index X', false),
      difference('index Y', true),
      difference('index Z', true),
    ];
    expect(compared('', differences)).toMatchObject({
      state: 'differs',
      told: 'Index Y: What index Y costs. And 1 more below.',
    });
  });
});
