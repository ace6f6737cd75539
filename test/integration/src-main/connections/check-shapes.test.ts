import {
  CreateTableCommand,
  DeleteTableCommand,
  type CreateTableCommandInput,
} from '@aws-sdk/client-dynamodb';
import { SetQueueAttributesCommand } from '@aws-sdk/client-sqs';
import { expect, test } from 'vitest';
import { extraction } from '#shared/catalogue/systems/extraction-system.ts';
import { funds } from '#shared/catalogue/systems/funds-system.ts';
import { createTableRequest } from '#shared/catalogue/create-table-request.ts';
import type { CheckReport } from '#shared/contract/session.ts';
import { aCheckedAccount } from './a-checked-account.ts';

type Account = Awaited<ReturnType<typeof aCheckedAccount>>;

const queue = (name: string) => `http://127.0.0.1/111122223333/autowired-${name}-sandbox`;
const byId = ({ checks }: CheckReport, id: string) => checks.find((check) => check.id === id);

/** Creates the table again with a changed description. */
async function altered(
  { world: { dynamodb } }: Account,
  change: (request: CreateTableCommandInput) => CreateTableCommandInput,
): Promise<void> {
  const TableName = 'autowired-sandbox';
  await dynamodb.send(new DeleteTableCommand({ TableName }));
  await dynamodb.send(new CreateTableCommand(change(createTableRequest(TableName, extraction.tables.main))));
}

test('reports an index that is missing, one that projects less, and one with other keys, each with its cost', async () => {
  const account = await aCheckedAccount();
  await altered(account, (request) => ({
    ...request,
    AttributeDefinitions: [
      ...(request.AttributeDefinitions ?? []).filter(
        ({ AttributeName }) => AttributeName !== 'GSI3SK' && AttributeName !== 'GSI2SK',
      ),
      { AttributeName: 'GSI2SK', AttributeType: 'N' },
    ],
    GlobalSecondaryIndexes: [
      {
        IndexName: 'GSI1',
        KeySchema: [
          { AttributeName: 'GSI1PK', KeyType: 'HASH' },
          { AttributeName: 'GSI1SK', KeyType: 'RANGE' },
        ],
        Projection: { ProjectionType: 'KEYS_ONLY' },
      },
      {
        IndexName: 'GSI2',
        KeySchema: [
          { AttributeName: 'GSI2PK', KeyType: 'HASH' },
          { AttributeName: 'GSI2SK', KeyType: 'RANGE' },
        ],
        Projection: { ProjectionType: 'ALL' },
      },
      {
        IndexName: 'Extra',
        KeySchema: [{ AttributeName: 'GSI3PK', KeyType: 'HASH' }],
        Projection: { ProjectionType: 'ALL' },
      },
    ],
  }));
  const report = await account.check();
  const table = byId(report, 'tables:extraction.main');
  expect(table?.state).toBe('differs');
  expect(table?.differences).toEqual([
    {
      where: 'projection of index GSI1',
      expected: 'all attributes',
      found: 'keys only',
      means: expect.stringMatching(/^Shown as not projected in its lists: \w+, .* and \d+ more\.$/),
      matters: true,
    },
    {
      where: 'sort key of index GSI2',
      expected: 'GSI2SK (text)',
      found: 'GSI2SK (number)',
      means: expect.stringMatching(/^These \d+ questions cannot be asked: “/),
      matters: true,
    },
    {
      where: 'index GSI3',
      expected: 'there',
      found: 'missing',
      means:
        'These 3 questions cannot be asked: “Which batch has this id?”, “Of which batches were deliveries given up?” and “What did this person do?”.',
      matters: true,
    },
    {
      where: 'index Extra',
      expected: 'not declared',
      found: 'exists',
      means: 'No question uses it, but each write still pays for it.',
      matters: false,
    },
  ]);
  expect(byId(report, 'tables:extraction.main:GSI3:Query')).toMatchObject({
    state: 'not-checked',
    told: 'There is no such index, so the index GSI3 of autowired-sandbox was not asked.',
  });
  expect(byId(report, 'tables:extraction.main:GSI2:Query')).toMatchObject({ state: 'differs' });
  expect(byId(report, 'tables:extraction.main:GSI1:Query')).toMatchObject({ state: 'works' });
});

test('reports a key of another type, and a missing table', async () => {
  const account = await aCheckedAccount();
  const { dynamodb } = account.world;
  await altered(account, (request) => ({
    ...request,
    AttributeDefinitions: (request.AttributeDefinitions ?? []).map((one) =>
      one.AttributeName === 'SK' ? { AttributeName: 'SK', AttributeType: 'B' } : one,
    ),
  }));
  await dynamodb.send(new DeleteTableCommand({ TableName: 'investment_fund' }));
  const report = await account.check();
  expect(byId(report, 'tables:extraction.main')).toMatchObject({
    state: 'differs',
    told: 'Sort key of the table: The keys the console builds match no item, so nothing of this table can be shown.',
    differences: [
      { where: 'sort key of the table', expected: 'SK (text)', found: 'SK (binary)', matters: true },
    ],
  });
  expect(byId(report, 'tables:extraction.main:table:GetItem')).toMatchObject({ state: 'differs' });
  const fund = byId(report, 'tables:funds.main');
  expect(fund).toMatchObject({ state: 'missing' });
  expect(fund?.told).toMatch(
    new RegExp(
      `^There is no table investment_fund in this region and account\\. ${Object.keys(funds.patterns).length} questions`,
    ),
  );
  expect(byId(report, 'tables:funds.main:table:Query')).toMatchObject({
    state: 'not-checked',
    told: 'The table does not exist, so this was not asked.',
  });
});

test('reports queues whose dead letters go elsewhere, or expire too early', async () => {
  const account = await aCheckedAccount();
  const { sqs } = account.world;
  const other = 'arn:aws:sqs:eu-west-1:111122223333:autowired-webhooks-dlq-sandbox';
  await sqs.send(
    new SetQueueAttributesCommand({
      QueueUrl: queue('documents'),
      Attributes: {
        RedrivePolicy: JSON.stringify({ deadLetterTargetArn: other, maxReceiveCount: '7' }),
        MessageRetentionPeriod: '345600',
      },
    }),
  );
  await sqs.send(
    new SetQueueAttributesCommand({
      QueueUrl: queue('documents-dlq'),
      Attributes: { MessageRetentionPeriod: '86400' },
    }),
  );
  const report = await account.check();
  expect(byId(report, 'queues:autowired-documents-sandbox:GetQueueAttributes')).toMatchObject({
    state: 'differs',
    differences: [
      {
        where: 'redrive policy',
        expected: 'dead letters go to autowired-documents-dlq-sandbox',
        found: 'to autowired-webhooks-dlq-sandbox',
        matters: true,
      },
    ],
  });
  expect(byId(report, 'queues:autowired-documents-dlq-sandbox:GetQueueAttributes')).toMatchObject({
    state: 'differs',
    differences: [
      {
        where: 'retention',
        expected: 'at least that of its source, 4 days',
        found: '1 day',
        matters: true,
      },
    ],
  });
  expect(byId(report, 'queues:autowired-webhooks-sandbox:GetQueueAttributes')).toMatchObject({
    state: 'works',
    told: 'A message is tried 5 times, hidden for 60 seconds after a receive, kept for 4 days, encrypted by SQS.',
  });
});

test('reports unknown names as missing, one by one', async () => {
  const account = await aCheckedAccount();
  const report = await account.check({
    connection: {
      extraction: {
        documentDeadLetterQueue: 'not-there-dlq',
        stateMachine: 'not-there',
        documentsBucket: 'not-there',
      },
    },
  });
  const missing = report.checks.filter(({ state }) => state === 'missing').map(({ id }) => id);
  expect(missing).toEqual([
    'queues:not-there-dlq:GetQueueUrl',
    'queues:not-there-dlq:ListMessageMoveTasks',
    'workflows:DescribeStateMachine',
    'files:HeadBucket',
    'files:GetObject:documents',
    'files:GetObject:results',
  ]);
  // A connection that names one system shows only the checks of that system.
  expect(report.checks.filter(({ id }) => id.startsWith('tables:downloads'))).toEqual([]);
});

test.each([[200], [301], [400]])(
  'reports a bucket of another region, for which S3 answers %i',
  async (status) => {
    const account = await aCheckedAccount();
    account.meddle((_request, action) =>
      action === 's3:ListBucket'
        ? { status, headers: { 'x-amz-bucket-region': 'eu-west-3' }, body: '' }
        : undefined,
    );
    const report = await account.check();
    expect(byId(report, 'files:HeadBucket')).toMatchObject({
      state: 'differs',
      differences: [
        { where: 'region of the bucket', expected: 'eu-west-1', found: 'eu-west-3', matters: true },
      ],
    });
  },
);

test.each([
  ['EXPRESS', 'ACTIVE', 'kind of the state machine'],
  ['STANDARD', 'DELETING', 'status of the state machine'],
])('reports a state machine that is %s and %s as different', async (type, status, where) => {
  const account = await aCheckedAccount();
  account.meddle((_request, action) =>
    action === 'states:DescribeStateMachine'
      ? { status: 200, headers: {}, body: JSON.stringify({ type, status, name: 'x', creationDate: 1 }) }
      : undefined,
  );
  const report = await account.check();
  expect(byId(report, 'workflows:DescribeStateMachine')).toMatchObject({
    state: 'differs',
    differences: [{ where, matters: true }],
  });
});
