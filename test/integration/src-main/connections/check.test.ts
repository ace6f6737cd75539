import { PutItemCommand } from '@aws-sdk/client-dynamodb';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { SendMessageCommand } from '@aws-sdk/client-sqs';
import { expect, test } from 'vitest';
import type { Check, CheckReport } from '#shared/contract/session.ts';
import { aCheckedAccount, type Sent } from './a-checked-account.ts';
import { denial } from './denying.ts';

const statesOf = ({ checks }: CheckReport): ReadonlySet<Check['state']> =>
  new Set(checks.filter(({ state }) => state !== 'not-checked').map(({ state }) => state));

const awsCalls = (sent: readonly Sent[]): readonly string[] =>
  sent.map(({ action }) => action).filter((action) => /^[a-z0-9]+:/.test(action));

test('everything works on a correct account: STS is called first, and each call is made once', async () => {
  const account = await aCheckedAccount();
  const report = await account.check();

  expect([...statesOf(report)]).toEqual(['works']);
  expect(report.checks[0]?.told).toBe(
    'You are arn:aws:iam::111122223333:user/AKIACHECKCHECKCHECK1, in the account of this connection.',
  );
  expect(report.policy).toBeNull();
  expect(report.notes).toEqual(['Checked what the admin role needs.']);
  expect(account.sent[0]?.action).toBe('sts:GetCallerIdentity');
  const bodies = account.sent.filter(({ action }) => /^(?:dynamodb|sqs|states|cloudwatch):/.test(action));
  expect(new Set(bodies.map(({ action, body }) => action + body)).size).toBe(bodies.length);
  expect(new Set(report.checks.map(({ id }) => id)).size).toBe(report.checks.length);

  const untried = report.checks.filter(({ state }) => state === 'not-checked');
  expect(untried.every(({ told }) => told.startsWith('Not tried: '))).toBe(true);
  const acts = /Receive|Send|Delete|Visibility|Start|Stop|Cancel|Redrive|Put|Scan|PartiQL/;
  expect(awsCalls(account.sent).filter((action) => acts.test(action))).toEqual([]);
  expect([...new Set(untried.flatMap(({ action }) => action?.split(', ') ?? []))].toSorted()).toEqual([
    'sqs:CancelMessageMoveTask',
    'sqs:ChangeMessageVisibility',
    'sqs:DeleteMessage',
    'sqs:ReceiveMessage',
    'sqs:SendMessage',
    'sqs:StartMessageMoveTask',
    'states:RedriveExecution',
    'states:StopExecution',
  ]);
});

test('the report contains no data, not even of an item with the very key that is read', async () => {
  const account = await aCheckedAccount();
  const { dynamodb, s3, sqs } = account.world;
  const canary = 'a-planted-secret-7c1f';
  await account.check();
  for (const { action, body } of account.sent.slice()) {
    if (action !== 'dynamodb:GetItem') continue;
    const { TableName, Key } = JSON.parse(body) as { TableName: string; Key: Record<string, { S: string }> };
    await dynamodb.send(new PutItemCommand({ TableName, Item: { ...Key, PresignedURL: { S: canary } } }));
  }
  for (const Key of ['documents/SLUICE-CHECK', 'results/SLUICE-CHECK']) {
    await s3.send(new PutObjectCommand({ Bucket: 'autowired-documents-sandbox', Key, Body: canary }));
  }
  const QueueUrl = 'http://127.0.0.1/111122223333/autowired-documents-dlq-sandbox';
  await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: canary }));

  const report = await account.check();
  // This account keeps no attention; the item that was put there says nothing that is needed.
  expect([...statesOf(report)]).toEqual(['works', 'lacking']);
  expect(JSON.stringify(report)).not.toContain(canary);
  expect(JSON.stringify(report)).not.toContain('a-secret-of-the-test');
  expect(JSON.stringify(report)).not.toContain('northwind');
});

test('with keys of another account, only STS is called', async () => {
  const account = await aCheckedAccount();
  const report = await account.check({ aws: { accountId: '444455556666' } });

  expect(account.sent.map(({ action }) => action)).toEqual(['sts:GetCallerIdentity']);
  const [identity, ...rest] = report.checks;
  expect(identity).toMatchObject({ id: 'identity', state: 'differs' });
  expect(identity?.told).toContain('account 111122223333, but this connection is to 444455556666');
  expect(rest.length).toBeGreaterThan(40);
  expect(new Set(rest.map(({ state }) => state))).toEqual(new Set(['not-checked']));
  expect(new Set(rest.map(({ told }) => told)).size).toBeLessThan(3);
  expect(report.policy).toBeNull();
});

test.each([
  ['denies', () => denial({ method: 'POST', path: '/' }, 'sts:GetCallerIdentity')],
  ['has trouble', () => ({ status: 500, headers: {}, body: '' })],
])('when STS %s, nothing else is called', async (_, answer) => {
  const account = await aCheckedAccount();
  account.meddle((_request, action) => (action === 'sts:GetCallerIdentity' ? answer() : undefined));
  const report = await account.check();
  expect(new Set(account.sent.map(({ action }) => action))).toEqual(new Set(['sts:GetCallerIdentity']));
  expect(report.checks[0]).toMatchObject({ id: 'identity', state: 'failed' });
  expect(report.checks.slice(1).every(({ state }) => state === 'not-checked')).toBe(true);
});

test('a service that does not answer fails, its other calls are skipped, and other services are checked', async () => {
  const account = await aCheckedAccount();
  account.meddle((_request, action) =>
    action.startsWith('dynamodb:') ? new Promise<never>(() => undefined) : undefined,
  );
  const report = await account.check({ times: { longestCall: 4_000 } });
  const of = (area: string) => report.checks.filter((check) => check.area === area);
  expect(new Set(of('tables').map(({ state }) => state))).toEqual(new Set(['failed', 'not-checked']));
  expect(account.sent.filter(({ action }) => action.startsWith('dynamodb:')).length).toBeLessThanOrEqual(4);
  expect([...statesOf({ ...report, checks: [...of('queues'), ...of('files'), ...of('alarms')] })]).toEqual([
    'works',
  ]);
  expect(report.ms).toBeLessThan(20_000);
});

test('reports an address where nothing listens as failed', async () => {
  const account = await aCheckedAccount();
  const { address } = account;
  const endpoints = { sts: address, dynamodb: address, sqs: 'http://127.0.0.1:9', sfn: address, s3: address };
  const report = await account.check({ aws: { endpoints: { ...endpoints, cloudwatch: address } } });
  const queues = report.checks.filter(({ area, told }) => area === 'queues' && !told.startsWith('Not tried'));
  expect(queues.some(({ state }) => state === 'failed')).toBe(true);
  expect(queues.every(({ state }) => state === 'failed' || state === 'not-checked')).toBe(true);
  expect(queues.find(({ state }) => state === 'failed')?.told).toMatch(/^SQS could not be reached/);
});

test('ends a check that takes too long, and says what it has not checked', async () => {
  const account = await aCheckedAccount();
  account.meddle((_request, action) =>
    /^(?:dynamodb|sqs|states|s3|cloudwatch):/.test(action) ? new Promise<never>(() => undefined) : undefined,
  );
  const report = await account.check({ times: { longestCall: 4_000, longestCheck: 3_000 } });
  expect(report.ms).toBeLessThan(5_000);
  expect(
    report.checks.filter(({ told }) => told.startsWith('The check ran out of time')).length,
  ).toBeGreaterThan(5);
});

test('waits once for a slower pace; asked twice, the check fails', async () => {
  const account = await aCheckedAccount();
  const slower = {
    status: 400,
    headers: { 'x-amzn-errortype': 'ThrottlingException' },
    body: JSON.stringify({ __type: 'com.amazonaws.dynamodb.v20120810#ThrottlingException' }),
  };
  let times = 1;
  account.meddle((_request, action) =>
    action === 'states:DescribeStateMachine' && (times -= 1) >= 0 ? slower : undefined,
  );
  const machine = ({ checks }: CheckReport) =>
    checks.find(({ id }) => id === 'workflows:DescribeStateMachine');
  expect(machine(await account.check())).toMatchObject({ state: 'works' });
  const before = account.sent.length;
  times = 5;
  expect(machine(await account.check())).toMatchObject({ state: 'failed' });
  const asked = account.sent.slice(before).filter(({ action }) => action === 'states:DescribeStateMachine');
  expect(asked.length).toBe(2);
});

test('without an API the role is unknown: what an admin needs is checked', async () => {
  const account = await aCheckedAccount();
  const report = await account.check({ as: null });
  expect(report.checks.filter(({ area }) => area === 'pipeline').map(({ state }) => state)).toEqual([
    'not-checked',
    'not-checked',
  ]);
  expect(report.notes.join(' ')).toContain('everything an admin needs');
  expect(report.checks.find(({ title }) => title === 'Table investment_fund')).toMatchObject({
    state: 'works',
  });
});

test('reports a token that the API refuses, and checks the rest', async () => {
  const account = await aCheckedAccount();
  const report = await account.check({ as: 'no-role' });
  expect(report.checks.find(({ id }) => id === 'pipeline:health')).toMatchObject({ state: 'works' });
  expect(report.checks.find(({ id }) => id === 'pipeline:me')).toMatchObject({ state: 'failed' });
  expect(report.checks.find(({ id }) => id === 'alarms:DescribeAlarms')).toMatchObject({ state: 'works' });
});
