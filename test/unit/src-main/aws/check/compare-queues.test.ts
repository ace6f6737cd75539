import { describe, expect, test } from 'vitest';
import { compareDeadLetters, compareSource, inDays, queueSettings } from '#main/aws/check/compare-queues.ts';

const letters = 'arn:aws:sqs:eu-west-1:111122223333:documents-dlq';
const source = 'arn:aws:sqs:eu-west-1:111122223333:documents';
const days = (count: number) => ({ MessageRetentionPeriod: String(count * 86_400) });

describe('a source', () => {
  const redrive = (policy: unknown) => queueSettings({ RedrivePolicy: JSON.stringify(policy) });

  test('whose dead letters go to the queue of the connection is correct', () => {
    const settings = redrive({ deadLetterTargetArn: letters, maxReceiveCount: '3' });
    expect(compareSource(settings, letters)).toEqual([]);
    expect(settings.redrive).toEqual({ targetArn: letters, mostReceives: 3 });
  });

  test.each([
    [{}, 'none', /never reaches Dead letters/],
    [{ RedrivePolicy: '' }, 'none', /never reaches/],
    [{ RedrivePolicy: 'not JSON' }, 'not readable', /^Unknown where/],
    [{ RedrivePolicy: '{"maxReceiveCount":3}' }, 'not readable', /^Unknown where/],
    [
      { RedrivePolicy: JSON.stringify({ deadLetterTargetArn: `${letters}-2`, maxReceiveCount: 3 }) },
      'to documents-dlq-2',
      /different queue/,
    ],
  ])('with %j differs', (attributes, found, means) => {
    expect(compareSource(queueSettings(attributes), letters)).toEqual([
      {
        where: 'redrive policy',
        expected: 'dead letters go to documents-dlq',
        found,
        means: expect.stringMatching(means),
        matters: true,
      },
    ]);
  });
});

describe('a dead-letter queue', () => {
  const compare = (own: Record<string, string>, its: Record<string, string> | null = days(4)) =>
    compareDeadLetters(queueSettings(own), its === null ? null : queueSettings(its), source);

  test('that keeps messages for 14 days is correct', () => {
    expect(compare(days(14))).toEqual([]);
  });

  test('that keeps messages shorter than its source differs', () => {
    expect(compare(days(3))).toMatchObject([
      { where: 'retention', expected: 'at least that of its source, 4 days', found: '3 days', matters: true },
    ]);
  });

  test.each([days(4), null])(
    'that keeps messages for a week could keep them longer, its source being %j',
    (its) => {
      expect(compare(days(7), its)).toMatchObject([{ expected: '14 days', found: '7 days', matters: false }]);
    },
  );

  test.each([
    [{ redrivePermission: 'allowAll' }, null],
    [{ redrivePermission: 'byQueue', sourceQueueArns: [source] }, null],
    [{ redrivePermission: 'byQueue', sourceQueueArns: [letters] }, 'only those from other queues'],
    [{ redrivePermission: 'denyAll' }, 'denyAll'],
  ])('that allows %j', (policy, found) => {
    const compared = compare({ ...days(14), RedriveAllowPolicy: JSON.stringify(policy) });
    expect(compared.map((one) => one.found)).toEqual(found === null ? [] : [found]);
  });

  test('with its own dead-letter queue loses messages that are sampled often', () => {
    const RedrivePolicy = JSON.stringify({ deadLetterTargetArn: `${letters}-2`, maxReceiveCount: 2 });
    expect(compare({ ...days(14), RedrivePolicy })).toMatchObject([
      { where: 'redrive policy', expected: 'none', found: 'to documents-dlq-2', matters: true },
    ]);
  });
});

test.each([
  [
    { KmsMasterKeyId: 'alias/ours', SqsManagedSseEnabled: 'false' },
    /KMS key alias\/ours, which needs kms:Decrypt/,
  ],
  [{ SqsManagedSseEnabled: 'true' }, /^encrypted by SQS$/],
  [{ SqsManagedSseEnabled: 'false' }, /^not encrypted$/],
])('reports how a queue with %j is encrypted', (attributes, words) => {
  expect(queueSettings(attributes).encryption).toMatch(words);
});

test.each([
  [1_209_600, '14 days'],
  [86_400, '1 day'],
  [7_200, '2 hours'],
  [3_600, '1 hour'],
  [61, '61 seconds'],
  [1, '1 second'],
])('%i seconds are %s', (seconds, words) => {
  expect(inDays(seconds)).toBe(words);
});
