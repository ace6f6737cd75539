import { describe, expect, test } from 'vitest';
import { parseDenial, openAsking } from '#main/aws/check/asking.ts';

const failing = (name: string, status?: number) =>
  Object.assign(new Error('Not for AKIAEXAMPLE111111111.'), {
    name,
    ...(status !== undefined && { $metadata: { httpStatusCode: status } }),
  });

function anAsking(change: { readonly until?: number } = {}) {
  const pauses: number[] = [];
  let now = 0;
  const asking = openAsking({
    elapsed: () => (now += 10),
    sleep(ms) {
      pauses.push(ms);
      return Promise.resolve();
    },
    longestCall: 1_000,
    until: 10_000,
    ...change,
  });
  return { ask: asking.begin().ask, asking, pauses };
}

describe('a call of the check', () => {
  test('is made once, and reports the answer without the secrets in it', async () => {
    const { ask } = anAsking();
    let times = 0;
    const asked = await ask('S3', () => {
      times += 1;
      return Promise.reject(failing('InternalError', 500));
    });
    expect(times).toBe(1);
    expect(asked).toMatchObject({
      ok: false,
      refusal: {
        state: 'failed',
        isAnswered: true,
        why: 'S3 answered 500 InternalError: "Not for [hidden]".',
      },
    });
  });

  test.each([
    ['AccessDeniedException', 400, 'denied'],
    ['AccessDenied', 403, 'denied'],
    ['KmsAccessDeniedException', 400, 'denied'],
    ['KMS.AccessDeniedException', 400, 'denied'],
    ['403', 403, 'denied'],
    ['ResourceNotFoundException', 400, 'missing'],
    ['StateMachineDoesNotExist', 400, 'missing'],
    ['ValidationException', 400, 'failed'],
    ['ExpiredTokenException', 400, 'failed'],
  ])('answered with %s (%i) is %s', async (name, status, state) => {
    const asked = await anAsking().ask('S3', () => Promise.reject(failing(name, status)));
    expect(asked).toMatchObject({ ok: false, refusal: { state } });
  });

  test('that was throttled is made once more, after a pause', async () => {
    const { ask, pauses } = anAsking();
    let times = 0;
    const asked = await ask('SQS', () => {
      times += 1;
      return times === 1 ? Promise.reject(failing('ThrottlingException', 400)) : Promise.resolve('there');
    });
    expect(asked).toEqual({ ok: true, value: 'there' });
    expect([times, pauses.length]).toEqual([2, 1]);
  });

  test('to an unreachable service is not made again, and others are', async () => {
    const { ask } = anAsking();
    await ask('SQS', () => Promise.reject(failing('TimeoutError')));
    let times = 0;
    const again = await ask('SQS', () => Promise.resolve((times += 1)));
    expect(again).toMatchObject({ ok: false, refusal: { state: 'not-checked' } });
    expect(times).toBe(0);
    expect(await ask('S3', () => Promise.resolve(1))).toEqual({ ok: true, value: 1 });
  });

  test('for which the SDK refuses the address is reported as such, and not as an answer of AWS', async () => {
    const { ask } = anAsking();
    const asked = await ask('S3', () =>
      Promise.reject(
        Object.assign(new Error('Cannot set dual-stack in combination with a custom endpoint.'), {
          name: 'EndpointError',
        }),
      ),
    );
    const why = expect.stringMatching(/^This machine asks for FIPS or dual-stack/) as string;
    expect(asked).toMatchObject({ ok: false, refusal: { state: 'failed', why } });
    expect(await ask('S3', () => Promise.resolve(1))).toEqual({ ok: true, value: 1 });
  });

  test('for which there is no time is not made', async () => {
    let times = 0;
    const asked = await anAsking({ until: 5 }).ask('S3', () => Promise.resolve((times += 1)));
    expect(asked).toMatchObject({ ok: false, refusal: { state: 'not-checked' } });
    expect(times).toBe(0);
  });

  test('waits while four others are running', async () => {
    const { asking } = anAsking();
    const ends: (() => void)[] = [];
    let most = 0;
    let under = 0;
    const all = Array.from({ length: 9 }, () =>
      asking.begin().ask('DynamoDB', async () => {
        under += 1;
        most = Math.max(most, under);
        await new Promise<void>((resolve) => ends.push(resolve));
        under -= 1;
      }),
    );
    for (let ended = 0; ended < all.length; ended += 1) {
      ends.shift()?.();
      // oxlint-disable-next-line no-await-in-loop -- one after the other is the point
      await new Promise((resolve) => setImmediate(resolve));
    }
    await Promise.all(all);
    expect(most).toBe(4);
  });

  test('that throws an error of ours throws it', async () => {
    await expect(anAsking().ask('S3', () => Promise.reject(new TypeError('a bug')))).rejects.toThrow('a bug');
  });
});

const user = 'User: arn:aws:sts::111122223333:assumed-role/Support/mira is not authorized to perform:';

test.each([
  [
    `${user} dynamodb:Query on resource: arn:aws:dynamodb:eu-west-1:111122223333:table/t/index/GSI1 because no identity-based policy allows the dynamodb:Query action`,
    {
      action: 'dynamodb:Query',
      resource: 'arn:aws:dynamodb:eu-west-1:111122223333:table/t/index/GSI1',
      outright: null,
    },
  ],
  [
    `${user} s3:ListBucket on resource: "arn:aws:s3:::a-bucket" because no identity-based policy allows the s3:ListBucket action`,
    { action: 's3:ListBucket', resource: 'arn:aws:s3:::a-bucket', outright: null },
  ],
  [
    `${user} kms:Decrypt on resource: arn:aws-us-gov:kms:us-gov-west-1:111122223333:key/1 with an explicit deny in a resource-based policy`,
    {
      action: 'kms:Decrypt',
      resource: 'arn:aws-us-gov:kms:us-gov-west-1:111122223333:key/1',
      outright: 'A resource-based policy',
    },
  ],
  [
    `${user} cloudwatch:DescribeAlarms with an explicit deny in an identity-based policy`,
    { action: 'cloudwatch:DescribeAlarms', resource: null, outright: 'An identity-based policy' },
  ],
  [
    `${user} sqs:getqueueurl with an explicit deny`,
    { action: 'sqs:getqueueurl', resource: null, outright: 'A policy' },
  ],
  ['Access Denied', { action: null, resource: null, outright: null }],
  ['', { action: null, resource: null, outright: null }],
])('%s', (message, expected) => {
  expect(parseDenial({ message })).toEqual(expected);
});
