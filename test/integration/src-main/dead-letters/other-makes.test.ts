import { GetQueueAttributesCommand, SendMessageCommand } from '@aws-sdk/client-sqs';
import { expect, test, vi } from 'vitest';
import type { WireRequest, WireResponse } from '#local/aws/protocol/wire.ts';
import type { Dispatch } from '#local/aws/dispatch.ts';
import { namesByConvention } from '#shared/domain/pipeline-names.ts';
import { valueOf } from '#test/builders/a-reading-world.ts';
import { aConsoleOn, anAccount } from '#test/builders/an-account.ts';

const { documentDeadLetterQueue: letters, documentQueue: source } = namesByConvention('sandbox').extraction;

type Answer = (request: WireRequest, real: () => Promise<WireResponse>) => Promise<WireResponse>;

const page: WireResponse = {
  status: 500,
  headers: { 'content-type': 'text/html' },
  body: '<!doctype html>\n<title>500 Internal Server Error</title>',
};

/** ElasticMQ 1.7 answers without this attribute and with the rest. */
const withoutRetention: Answer = async (_request, real) => {
  const answer = await real();
  const body = JSON.parse(String(answer.body)) as { Attributes?: Record<string, string> };
  delete body.Attributes?.['MessageRetentionPeriod'];
  const { 'content-length': _length, ...headers } = answer.headers;
  return { ...answer, headers, body: JSON.stringify(body) };
};

/** moto 5.2 answers a call that it does not support like this. */
const withPage: Answer = () => Promise.resolve(page);

const unsupported: Answer = () =>
  Promise.resolve({
    status: 400,
    headers: { 'content-type': 'text/xml' },
    body: '<ErrorResponse><Error><Code>InvalidAction</Code><Message>The action is not valid.</Message></Error></ErrorResponse>',
  });

async function aDeskOn(answers: Readonly<Record<string, Answer>>) {
  let account: Awaited<ReturnType<typeof anAccount>> | undefined;
  const answerFirst: Dispatch = async (request, signal) => {
    if (account === undefined) throw new Error('Nothing is asked before the account is there.');
    const { answer } = account;
    const operation = (request.headers['x-amz-target'] ?? '').split('.')[1] ?? '';
    const real = async (): Promise<WireResponse> => answer(request, signal);
    return (answers[operation] ?? (async () => real()))(request, real);
  };
  account = await anAccount({ answerFirst });
  vi.stubEnv('SLUICE_TEST_TOKEN', account.tokenOf('admin'));
  const console = await aConsoleOn(account.connection());
  await console.until(({ who, signIn }) => who !== null && signIn?.aws.state === 'signed-in');
  return { ...account, ...console };
}

async function depth(
  { world: { sqs } }: Pick<Awaited<ReturnType<typeof aDeskOn>>, 'world'>,
  queue: string,
): Promise<number> {
  const { Attributes } = await sqs.send(
    new GetQueueAttributesCommand({
      QueueUrl: `http://127.0.0.1/111122223333/${queue}`,
      AttributeNames: ['ApproximateNumberOfMessages'],
    }),
  );
  return Number(Attributes?.['ApproximateNumberOfMessages']);
}

/** CloudWatch has an age a few minutes after the first message came. */
const noAgeYet = { part: 'age', why: expect.stringContaining('CloudWatch has no age') as string };

test.each<[string, Readonly<Record<string, Answer>>, readonly object[]]>([
  [
    'leaves the retention out',
    { GetQueueAttributes: withoutRetention },
    [{ part: 'retention', why: 'SQS GetQueueAttributes returned no MessageRetentionPeriod.' }, noAgeYet],
  ],
  [
    'answers the list of moves with a page',
    { ListMessageMoveTasks: withPage },
    [
      {
        part: 'moves',
        why: 'SQS ListMessageMoveTasks was answered HTTP 500: "<!doctype html> <title>500 Internal Server Error</title>". So the list of its moves was not read.',
      },
      noAgeYet,
    ],
  ],
  [
    'does not have the lists of sources and moves',
    { ListDeadLetterSourceQueues: unsupported, ListMessageMoveTasks: unsupported },
    [
      {
        part: 'sources',
        why: 'SQS ListDeadLetterSourceQueues was answered 400 InvalidAction: "The action is not valid". So the list of its sources was not read.',
      },
      {
        part: 'moves',
        why: 'SQS ListMessageMoveTasks was answered 400 InvalidAction: "The action is not valid". So the list of its moves was not read.',
      },
      noAgeYet,
    ],
  ],
  [
    'has no CloudWatch',
    { DescribeAlarms: withPage, GetMetricData: withPage },
    [{ part: 'alarm' }, { part: 'age' }],
  ],
])('with an endpoint that %s, the queue opens, samples and is redriven', async (_, answers, lacks) => {
  const desk = await aDeskOn(answers);
  const { call, world } = desk;
  await world.sqs.send(
    new SendMessageCommand({
      QueueUrl: `http://127.0.0.1/111122223333/${letters}`,
      MessageBody: JSON.stringify({ mark: 'sent by the test' }),
    }),
  );
  const { queues } = valueOf(await call('dead-letters.queues', {}));
  const shown = queues.find(({ name }) => name === letters);
  expect(shown).toMatchObject({ failure: null, queue: { name: letters } });
  expect(shown?.queue?.lacks).toMatchObject([...lacks]);
  expect(shown?.queue?.depth.waiting).toBeGreaterThan(0);

  const sample = valueOf(await call('dead-letters.sample', { queue: letters, most: 100, holdSeconds: 600 }));
  expect(sample.rows.length).toBeGreaterThan(0);
  const isKept = lacks.every((one) => !('part' in one) || one.part !== 'retention');
  expect(sample.rows.every(({ expiresAt }) => (expiresAt !== null) === isKept)).toBe(true);
  const messageIds = sample.rows.slice(0, 1).map(({ messageId }) => messageId);
  const plan = valueOf(
    await call('plans.make', { target: { kind: 'redrive-messages', queue: letters, messageIds } }),
  );
  const before = await depth(desk, source);
  valueOf(
    await call('plans.start', {
      planId: plan.planId,
      hash: plan.hash,
      typed: { environment: 'staging', count: '1' },
      reason: 'It can be used now',
    }),
  );
  await vi.waitFor(async () => expect(await depth(desk, source)).toBe(before + 1), {
    timeout: 15_000,
    interval: 100,
  });
});

test('starts no move if moves cannot be listed, and answers with the reason', async () => {
  const { call, asked } = await aDeskOn({ ListMessageMoveTasks: unsupported });
  const move = await call('dead-letters.move', {
    queue: letters,
    perSecond: 1,
    reason: 'They can be used now',
    typed: { environment: 'staging', count: '1' },
  });
  expect(move).toMatchObject({
    ok: false,
    failure: { code: 'aws-refused', message: expect.stringContaining('400 InvalidAction') as string },
  });
  const sent = asked.map(({ headers }) => headers['x-amz-target']);
  expect(sent.filter((target) => target?.endsWith('StartMessageMoveTask'))).toEqual([]);
});

test('the check reports what is missing, and that the rest works', async () => {
  const { call } = await aDeskOn({
    GetQueueAttributes: withoutRetention,
    ListMessageMoveTasks: withPage,
    DescribeAlarmHistory: withPage,
  });
  const { checks } = valueOf(await call('connections.check', { connectionId: 'staging' }));
  const ill = checks.filter(({ state }) => state !== 'works' && state !== 'not-checked');
  expect(new Set(ill.map(({ state }) => state))).toEqual(new Set(['lacking']));
  expect(ill.map(({ told }) => told.split(/[:.]/)[0] ?? '').toSorted()).toEqual([
    'Lacks DescribeAlarmHistory',
    'Lacks ListMessageMoveTasks',
    'Lacks ListMessageMoveTasks',
    'Lacks ListMessageMoveTasks',
    'Lacks MessageRetentionPeriod',
    'Lacks MessageRetentionPeriod',
    'Lacks MessageRetentionPeriod',
  ]);
});
