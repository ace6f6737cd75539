import { expect, test } from 'vitest';
import { buildPolicy } from '#shared/catalogue/iam/policy.ts';
import type { PolicyDocument } from '#shared/catalogue/iam/policy-statements.ts';
import { catalogue } from '#shared/catalogue/catalogue.ts';
import { tableNames } from '#main/aws/table-names.ts';
import { getConsoleParts } from '#main/features/connections/read-connections.ts';
import type { Role } from '#shared/contract/define.ts';
import type { CheckReport } from '#shared/contract/session.ts';
import { isAllowed } from '#test/unit/shared/catalogue/iam/evaluate.ts';
import { aCheckedAccount } from './a-checked-account.ts';
import { askedOfAws } from './asked-of-aws.ts';
import { denial } from './denying.ts';

const deniedIn = ({ checks }: CheckReport) => checks.filter(({ state }) => state === 'denied');
const policyIn = ({ policy }: CheckReport) => JSON.parse(policy ?? 'null') as PolicyDocument | null;
const isOfAws = (action: string) => /^(?:dynamodb|sqs|states|s3|cloudwatch):/.test(action);

test('reports each action denied alone, and the policy allows exactly that, exactly there', async () => {
  const account = await aCheckedAccount();
  const works = await account.check();
  const actions = [...new Set(account.sent.map(({ action }) => action).filter(isOfAws))].toSorted();
  expect(actions).toEqual([
    'cloudwatch:DescribeAlarmHistory',
    'cloudwatch:DescribeAlarms',
    'cloudwatch:GetMetricData',
    'dynamodb:BatchGetItem',
    'dynamodb:DescribeTable',
    'dynamodb:GetItem',
    'dynamodb:Query',
    's3:GetObject',
    's3:ListBucket',
    'sqs:GetQueueAttributes',
    'sqs:GetQueueUrl',
    'sqs:ListDeadLetterSourceQueues',
    'sqs:ListMessageMoveTasks',
    'states:DescribeExecution',
    'states:DescribeMapRun',
    'states:DescribeStateMachine',
    'states:GetExecutionHistory',
    'states:ListExecutions',
    'states:ListMapRuns',
  ]);
  for (const denied of actions) {
    account.meddle((request, action) =>
      action === denied
        ? denial(request, action, { named: denied.startsWith('sqs:') ? denied.toLowerCase() : denied })
        : undefined,
    );
    const report = await account.check();
    const expected = works.checks.filter(({ action, state }) => action === denied && state === 'works');
    expect(deniedIn(report).map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
    expect(policyIn(report)?.Statement).toEqual([
      {
        Sid: expect.stringMatching(/^Allow[A-Z][a-z0-9]+$/),
        Effect: 'Allow',
        Action: [denied],
        Resource: [...new Set(expected.map(({ resource }) => resource ?? ''))].toSorted(),
      },
    ]);
    expect(deniedIn(report).every(({ told }) => told.includes(`may not do ${denied} on`))).toBe(true);
    // No other check gets worse, except those of the queues whose address is unknown.
    const others = report.checks.filter(({ action }) => action !== denied);
    const worse = others.filter(
      ({ id, state }) => works.checks.find((one) => one.id === id)?.state !== state,
    );
    expect(worse.filter(({ area }) => denied !== 'sqs:GetQueueUrl' || area !== 'queues')).toEqual([]);
  }
}, 240_000);

test('names a single denied index alone', async () => {
  const account = await aCheckedAccount();
  const index = 'arn:aws:dynamodb:eu-west-1:111122223333:table/autowired-sandbox/index/GSI2';
  account.meddle((request, action) =>
    action.startsWith('dynamodb:') && askedOfAws(request, action).resource === index
      ? denial(request, action, { on: index })
      : undefined,
  );
  const report = await account.check();
  expect(deniedIn(report)).toMatchObject([{ action: 'dynamodb:Query', resource: index }]);
  expect(deniedIn(report)[0]?.told).toMatch(/on the index GSI2 of autowired-sandbox\. No answer to “.*”/);
  expect(policyIn(report)).toEqual({
    Version: '2012-10-17',
    Statement: [{ Sid: 'AllowDynamodb', Effect: 'Allow', Action: ['dynamodb:Query'], Resource: [index] }],
  });
});

test('for a person with one tenant, a denied index is allowed for their partitions alone', async () => {
  const account = await aCheckedAccount();
  const index = 'arn:aws:dynamodb:eu-west-1:111122223333:table/autowired-sandbox/index/GSI2';
  account.meddle((request, action) =>
    action.startsWith('dynamodb:') && askedOfAws(request, action).resource === index
      ? denial(request, action, { on: index })
      : undefined,
  );
  const policy = policyIn(await account.check({ as: 'support-northwind' }));
  const mayQuery = (leadingKeys?: readonly string[]) =>
    policy !== null &&
    isAllowed(policy, {
      action: 'dynamodb:Query',
      resource: index,
      ...(leadingKeys !== undefined && { leadingKeys }),
    });
  expect(policy?.Statement.map(({ Resource }) => Resource)).toEqual([[index]]);
  expect(mayQuery(['TENANT#northwind#STATUS#FAILED'])).toBe(true);
  expect(mayQuery(['TENANT#kestrel#STATUS#FAILED'])).toBe(false);
  expect(mayQuery()).toBe(false);
});

test('names a key that may not be used, with what it keeps unreadable', async () => {
  const account = await aCheckedAccount();
  const key = 'arn:aws:kms:eu-west-1:111122223333:key/11112222-3333-4444-5555-666677778888';
  account.meddle((request, action) =>
    action === 'dynamodb:GetItem' && Buffer.from(request.body).toString('utf8').includes('autowired-sandbox')
      ? denial(request, action, { named: 'kms:Decrypt', on: key })
      : undefined,
  );
  const report = await account.check();
  // The second one asks for the state of attention.
  const denied = { action: 'kms:Decrypt', resource: key };
  expect(deniedIn(report)).toMatchObject([denied, denied]);
  expect(deniedIn(report)[0]?.told).toContain(
    'is encrypted with a KMS key on which this sign-in may not do kms:Decrypt',
  );
  expect(policyIn(report)?.Statement).toEqual([
    { Sid: 'AllowKms', Effect: 'Allow', Action: ['kms:Decrypt'], Resource: [key] },
  ]);
  expect(report.notes.join(' ')).toContain('A KMS key has its own policy');
});

test('leaves explicit denies out of the policy, since no statement would allow them', async () => {
  const account = await aCheckedAccount();
  account.meddle((request, action) =>
    action === 'cloudwatch:GetMetricData'
      ? denial(request, action, { because: 'with an explicit deny in a service control policy' })
      : undefined,
  );
  const report = await account.check();
  expect(deniedIn(report)[0]?.told).toContain('A service control policy denies it explicitly');
  expect(report.policy).toBeNull();
  expect(report.notes.join(' ')).toContain(
    'explicit denies, which no statement can allow: cloudwatch:GetMetricData',
  );
});

test('treats S3’s refusal to say whether a file exists as permission to ask', async () => {
  const account = await aCheckedAccount();
  account.meddle((request, action) =>
    action === 's3:GetObject' ? denial(request, action, { named: 's3:ListBucket' }) : undefined,
  );
  const report = await account.check();
  expect(deniedIn(report)).toEqual([]);
});

/** Checks an account under the policy of one role. */
async function underPolicy(as: string, role: Role, tenant: string | null) {
  const account = await aCheckedAccount();
  const systems = Object.values(catalogue);
  const { document } = buildPolicy({
    systems,
    tableNames: Object.fromEntries(systems.map((system) => [system.id, tableNames(system, 'sandbox')])),
    connection: { region: 'eu-west-1', accountId: '111122223333' },
    role,
    tenant,
    parts: getConsoleParts('sandbox'),
  });
  account.meddle((request, action) =>
    isOfAws(action) && !isAllowed(document, askedOfAws(request, action))
      ? denial(request, action)
      : undefined,
  );
  return { account, report: await account.check({ as }) };
}

test.each([
  ['admin', 'admin', null],
  ['support', 'support', null],
  ['reviewer', 'reviewer', null],
  ['support-northwind', 'support', 'northwind'],
] as const)('under its own policy, %s is denied nothing that is checked', async (as, role, tenant) => {
  const { report } = await underPolicy(as, role, tenant);
  expect(deniedIn(report)).toEqual([]);
  // The partitions of this index do not carry the tenant.
  const untied = report.checks.find(({ id }) => id === 'tables:extraction.main:GSI3:Query');
  expect(untied?.state).toBe(tenant === null ? 'works' : 'not-checked');
  const asked = report.checks.filter(({ state }) => state === 'works').map(({ area }) => area);
  expect(new Set(asked).has('tables')).toBe(true);
  expect(new Set(asked).has('queues')).toBe(role !== 'reviewer' && tenant === null);
  expect(new Set(asked).has('workflows')).toBe(role !== 'reviewer' && tenant === null);
});

test('does not check what a role does not need, and says why', async () => {
  const { account, report } = await underPolicy('reviewer', 'reviewer', null);
  const asked = account.sent.map(({ action }) => action.split(':')[0]);
  expect(asked).not.toContain('sqs');
  expect(asked).not.toContain('states');
  expect(asked).not.toContain('cloudwatch');
  expect(report.checks.find(({ title }) => title === 'Table acme-hr-sandbox')).toMatchObject({
    state: 'not-checked',
    told: 'The role reviewer needs nothing from it, so it was not checked.',
  });
});
