import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  managedPolicyLimit,
  policySize,
  type PolicyDocument,
} from '#shared/catalogue/iam/policy-statements.ts';
import { writePolicy } from '#scripts/iam/write-policy.ts';
import { aConnection } from '#test/builders/a-connection.ts';
import { aHome } from '#test/builders/a-home.ts';
import { ledger } from '../shared/catalogue/iam/ledger.ts';

function aHomeWith(connections: unknown): string {
  const home = aHome();
  writeFileSync(join(home, 'connections.json'), JSON.stringify({ connections }));
  return home;
}

function run(argv: string, home = aHome()) {
  const { text, says, exitCode } = writePolicy(argv === '' ? [] : argv.split(' '), { home });
  return { text, said: says.join('\n'), exitCode };
}

function listResources(text: string): readonly string[] {
  return (JSON.parse(text) as PolicyDocument).Statement.flatMap(({ Resource }) => Resource);
}

describe('npm run iam', () => {
  test('writes a policy for the connection and nothing else to standard output', () => {
    const home = aHomeWith([
      aConnection({
        id: 'china',
        aws: { region: 'cn-north-1', accountId: '111122223333', profile: 'china' },
        extraction: { table: 'our-own-name' },
      }),
    ]);
    const { text, said, exitCode } = run('--connection china --role admin', home);
    expect(exitCode).toBe(0);
    expect(said).not.toContain('no AWS account');
    expect(listResources(text)).toContain('arn:aws-cn:dynamodb:cn-north-1:111122223333:table/our-own-name');
    expect(listResources(text)).toContain(
      'arn:aws-cn:dynamodb:cn-north-1:111122223333:table/our-own-name/index/GSI2',
    );
  });

  test('writes the policy of discovery, which is the same for everyone', () => {
    const { text, exitCode } = run('--discovery');
    expect(exitCode).toBe(0);
    const actions = (JSON.parse(text) as PolicyDocument).Statement.flatMap(({ Action }) => Action);
    expect(actions.filter((action) => !/:(?:List|Describe|Get)/.test(action))).toEqual([]);
    expect(actions).toContain('dynamodb:ListTables');
    expect(run('--discovery --role admin')).toMatchObject({
      exitCode: 2,
      said: expect.stringContaining('--role') as string,
    });
  });

  test('uses the folder of --home instead', () => {
    const home = aHomeWith([aConnection({ id: 'elsewhere' })]);
    expect(run(`--connection elsewhere --role admin --home ${home}`).exitCode).toBe(0);
    expect(run('--connection elsewhere --role admin').exitCode).toBe(2);
  });

  test('uses the sandbox unless a connection is named', () => {
    const { text, said } = run('--role admin');
    expect(text).toBe(run('--role admin --connection local').text);
    const ours =
      /^arn:aws:(?:dynamodb:local:000000000000:table\/|sqs:local:000000000000:(?:autowired-|data-download-files-)|s3:::autowired-documents-sandbox|states:local:000000000000:(?:execution|mapRun|stateMachine):autowire-)/;
    expect(listResources(text).filter((arn) => !ours.test(arn))).toEqual(['*']);
    expect(said).toMatch(/This connection has no AWS account; 000000000000 stands in its place\.$/m);
    expect(said).not.toContain('DynamoDB alone');
  });

  test('limits a tenant’s policy to the tenant and says what is refused', () => {
    const { text, said } = run('--role support --tenant acme');
    const condition = (JSON.parse(text) as PolicyDocument).Statement[0]?.Condition;
    expect(condition).toEqual({
      'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': expect.arrayContaining(['TENANT#acme']) },
      Null: { 'dynamodb:LeadingKeys': 'false' },
    });
    const partitions = condition?.['ForAllValues:StringLike']?.['dynamodb:LeadingKeys'] ?? [];
    expect(
      [partitions]
        .flat()
        .every((one) =>
          /^TENANT#acme(#SPEND|#ACTIVITY|#WORK|#CORRECTIONS|#SUPPLIERS|#ORDERS|#LISTS|#JUDGED|#[A-Z]+#\*)?$/.test(
            one,
          ),
        ),
    ).toBe(true);
    expect(said).toMatch(/“Which batch has this id\?” is refused/);
    expect(said).toMatch(/Downloads is left out/);
  });

  test('leaves the bill out of an admin’s policy for a tenant, and says so', () => {
    const { text, said } = run('--role admin --tenant acme');
    expect(text).not.toContain('ce:');
    expect(said).toMatch(/The bill is left out: Cost Explorer answers for the whole account/);
    const ofAll = run('--role admin');
    expect(ofAll.text).toContain('"ce:GetCostAndUsage"');
    expect(ofAll.said).not.toMatch(/The bill is left out/);
  });

  test('includes a system from a file', () => {
    const file = join(aHome(), 'ledger.json');
    writeFileSync(file, JSON.stringify(ledger));
    const { text, exitCode } = run(`--role admin --catalogue ${file}`);
    expect(exitCode).toBe(0);
    expect(listResources(text)).toContain(
      'arn:aws:dynamodb:local:000000000000:table/ledger-sandbox/index/GSI1',
    );
  });

  test('prints its usage', () => {
    expect(run('--help')).toMatchObject({ exitCode: 0, text: expect.stringContaining('--tenant ID') });
  });
});

describe('for dead-letter queues, the policy allows', () => {
  const letters = [
    'autowired-documents-dlq-live',
    'autowired-webhooks-dlq-live',
    'data-download-files-dlq-live',
  ];
  const sources = ['autowired-documents-live', 'autowired-webhooks-live', 'data-download-files-live'];
  const arns = (names: readonly string[]) =>
    names.map((name) => `arn:aws:sqs:eu-west-1:111122223333:${name}`);
  const looks = [
    'sqs:GetQueueAttributes',
    'sqs:GetQueueUrl',
    'sqs:ListDeadLetterSourceQueues',
    'sqs:ListMessageMoveTasks',
  ];
  const samples = ['sqs:ChangeMessageVisibility', 'sqs:ReceiveMessage'];
  const changes = ['sqs:CancelMessageMoveTask', 'sqs:DeleteMessage', 'sqs:StartMessageMoveTask'];
  const lookAtSources = ['sqs:GetQueueAttributes', 'sqs:GetQueueUrl'];
  const watches = [
    'cloudwatch:DescribeAlarmHistory',
    'cloudwatch:DescribeAlarms',
    'cloudwatch:GetMetricData',
  ];

  function allowed(argv: string, stage: string | null = 'live') {
    const aws = { region: 'eu-west-1', accountId: '111122223333', profile: 'p' };
    const named = { extraction: { table: 'our-table' }, downloads: {} };
    const connection = aConnection({ id: 'it', aws, ...named, stage: stage ?? undefined });
    const { text, said } = run(`--connection it ${argv}`, aHomeWith([connection]));
    const { Statement } = JSON.parse(text) as PolicyDocument;
    const queues = Statement.filter(({ Action }) => Action.some((one) => /^(?:sqs|cloudwatch):/.test(one)));
    const given = queues.filter(({ Effect }) => Effect === 'Allow');
    return {
      said,
      given: Object.fromEntries(given.map(({ Sid, Action, Resource }) => [Sid, [Action, Resource]])),
      denied: queues.filter(({ Effect }) => Effect === 'Deny'),
    };
  }

  test('support to look and sample, but not to change', () => {
    const { given, said } = allowed('--role support');
    expect(given).toEqual({
      UseDeadLetters: [[...looks, ...samples].toSorted(), arns(letters)],
      LookAtTheirSources: [lookAtSources, arns(sources)],
      WatchQueues: [watches, ['*']],
    });
    expect(said).toContain('sqs:DeleteMessage to list the move tasks');
    expect(said).not.toContain('DynamoDB alone');
  });

  test('admins to make the changes', () => {
    const { given, said } = allowed('--role admin');
    expect(given).toEqual({
      UseDeadLetters: [[...looks, ...samples, ...changes].toSorted(), arns(letters)],
      UseTheirSources: [[...lookAtSources, 'sqs:SendMessage'], arns(sources)],
      WatchQueuesAndTheBill: [['ce:GetCostAndUsage', ...watches].toSorted(), ['*']],
    });
    expect(said).not.toContain('to list the move tasks');
  });

  test('never a purge, whatever another policy allows', () => {
    for (const role of ['support', 'admin']) {
      const [denied] = allowed(`--role ${role}`).denied;
      expect(denied?.Action).toContain('sqs:PurgeQueue');
      expect(denied?.Resource).toEqual(arns([...letters, ...sources]).toSorted());
    }
  });

  test.each([
    ['--role reviewer', 'live', 'no screen of a reviewer shows them'],
    ['--role support --tenant acme', 'live', 'Dead letters are left out: a queue holds the messages of all'],
    ['--role admin', null, 'Dead letters are left out: the connection has no stage'],
  ])('nothing for %s and the stage %s, and says why', (argv, stage, why) => {
    const { given, denied, said } = allowed(argv, stage);
    const { WatchQueues: _, WatchQueuesAndTheBill: __, ...ofQueues } = given;
    expect([ofQueues, denied]).toEqual([{}, []]);
    expect(said).toContain(why);
  });

  test('the names in the connection, if it has its own', () => {
    const extraction = {
      documentQueue: 'q',
      documentDeadLetterQueue: 'd',
      webhookQueue: 'w',
      webhookDeadLetterQueue: '*',
    };
    const home = aHomeWith([aConnection({ id: 'own', extraction })]);
    const { text } = run('--connection own --role admin', home);
    expect(listResources(text).filter((arn) => arn.includes(':sqs:'))).toEqual(
      expect.arrayContaining([
        'arn:aws:sqs:eu-west-1:111122223333:d',
        'arn:aws:sqs:eu-west-1:111122223333:w',
      ]),
    );
    // IAM would read such an ARN as every queue of the account.
    expect(listResources(text).filter((arn) => arn.endsWith(':*') && arn.includes(':sqs:'))).toEqual([]);
  });

  test('names with the partition they are in', () => {
    const aws = { region: 'cn-north-1', accountId: '111122223333', profile: 'p' };
    const home = aHomeWith([aConnection({ id: 'china', aws, stage: 'live' })]);
    expect(listResources(run('--connection china --role admin', home).text)).toContain(
      'arn:aws-cn:sqs:cn-north-1:111122223333:autowired-webhooks-dlq-live',
    );
  });

  test('too much for one managed policy in some cases, and then says how to divide it', () => {
    const file = join(aHome(), 'ledger.json');
    writeFileSync(file, JSON.stringify(ledger));
    const { text, said } = run(`--role admin --catalogue ${file}`);
    const size = policySize(JSON.parse(text) as PolicyDocument);
    expect(said.includes('managed policy')).toBe(size > managedPolicyLimit);
  });
});

describe('for executions, files and the API, the policy allows', () => {
  function statements(argv: string, change: Parameters<typeof aConnection>[0] = {}) {
    const { text, said } = run(`--connection it ${argv}`, aHomeWith([aConnection({ id: 'it', ...change })]));
    const { Statement } = JSON.parse(text) as PolicyDocument;
    return { said, by: new Map(Statement.map((one) => [one.Sid, one])) };
  }
  const signed = (baseUrl: string) => ({ pipelineApi: { baseUrl, auth: { kind: 'sigv4' as const } } });

  test.each(['support', 'admin'])('reading and changing runs for %s, and starting none', (role) => {
    const { by } = statements(`--role ${role}`);
    const runs = ['arn:aws:states:eu-west-1:111122223333:execution:autowire-batch-processing-staging:*'];
    const machine = ['arn:aws:states:eu-west-1:111122223333:stateMachine:autowire-batch-processing-staging'];
    expect(by.get('UseRuns')).toMatchObject({
      Effect: 'Allow',
      Action: [
        'states:DescribeExecution',
        'states:GetExecutionHistory',
        'states:ListMapRuns',
        'states:RedriveExecution',
        'states:StopExecution',
      ],
      Resource: runs,
    });
    expect(by.get('DescribeWorkflow')).toMatchObject({ Resource: machine });
    expect(by.get('NeverStartOrChangeMachines')).toMatchObject({ Effect: 'Deny', Resource: machine });
  });

  test('files by their folders, and by the folders of a tenant', () => {
    const files = 'arn:aws:s3:::autowired-documents-staging';
    expect(statements('--role reviewer').by.get('ReadFiles')?.Resource).toEqual([
      `${files}/documents/*`,
      `${files}/results/*`,
    ]);
    const { by, said } = statements('--role reviewer --tenant acme');
    expect(by.get('ReadFiles')?.Resource).toEqual([`${files}/documents/acme/*`, `${files}/results/acme/*`]);
    expect(by.has('TellMissingFiles')).toBe(false);
    expect(said).toContain('a missing file reads as one that is denied');
    expect(by.get('NeverWriteFiles')).toMatchObject({
      Effect: 'Deny',
      Action: ['s3:DeleteObject*', 's3:PutObject*'],
    });
  });

  test('no queue, run, alarm or metric for a reviewer', () => {
    const { by } = statements('--role reviewer');
    const allowed = [...by.values()]
      .filter(({ Effect }) => Effect === 'Allow')
      .flatMap(({ Action }) => Action);
    expect(allowed.filter((action) => /^(?:sqs|states|cloudwatch):/.test(action))).toEqual([]);
  });

  test('the API if it accepts signatures', () => {
    const at = 'https://a1b2c3d4e5.execute-api.eu-west-3.amazonaws.com/v1';
    expect(statements('--role support', signed(at)).by.get('CallPipelines')).toEqual({
      Sid: 'CallPipelines',
      Effect: 'Allow',
      Action: ['execute-api:Invoke'],
      Resource: ['arn:aws:execute-api:eu-west-3:111122223333:a1b2c3d4e5/*'],
    });
    expect(statements('--role support').by.has('CallPipelines')).toBe(false);
    const own = statements('--role support', signed('https://pipelines.example/v1'));
    expect(own.by.has('CallPipelines')).toBe(false);
    expect(own.said).toContain('does not say which API of API Gateway it is');
  });
});

describe('npm run iam exits with 2 and without a policy for', () => {
  test.each([
    ['', /--role expects support, reviewer, admin; found nothing/],
    ['--role owner', /--role expects support, reviewer, admin; found "owner"/],
    ['--role admin --tennant acme', /tennant/],
    ['--role admin acme', /acme/],
    ['--role admin --tenant acme#BATCH', /--tenant "acme#BATCH" has a "#"/],
    ['--role admin --tenant 株式会社', /IAM does not take/],
    ['--role admin --home=', /--home expects a folder/],
  ])('%j', (argv, said) => {
    const result = run(argv);
    expect(result).toMatchObject({ exitCode: 2, text: '' });
    expect(result.said).toMatch(said);
  });

  test('an empty tenant, which would otherwise count as no tenant', () => {
    expect(run('--role admin --tenant=')).toMatchObject({ exitCode: 2, text: '' });
  });

  test('an unknown connection, and lists the known ones', () => {
    const home = aHomeWith([aConnection({ id: 'staging' }), aConnection({ id: 'production' })]);
    const { said, exitCode, text } = run('--connection prod --role admin', home);
    expect({ exitCode, text }).toEqual({ exitCode: 2, text: '' });
    expect(said).toContain('There is no connection "prod"');
    expect(said).toContain('Known: local, staging, production.');
  });

  test('a connection whose entry is broken, and says where', () => {
    const home = aHomeWith([{ ...aConnection({ id: 'staging' }), stge: 'staging' }]);
    const { said, exitCode } = run('--connection staging --role admin', home);
    expect(exitCode).toBe(2);
    expect(said).toMatch(/connections\[0\]\.stge is not a known setting/);
  });

  test('a system file with a mistake, and names its place', () => {
    const file = join(aHome(), 'ledger.json');
    writeFileSync(file, JSON.stringify({ ...ledger, tables: 1 }));
    const { said, exitCode } = run(`--role admin --catalogue ${file}`);
    expect(exitCode).toBe(2);
    expect(said).toMatch(/ledger\.json: tables .*; found 1/);
    expect(run('--role admin --catalogue /nowhere/ledger.json').said).toMatch(/cannot be read/);
  });

  test('a folder in place of the file', () => {
    const home = aHome();
    mkdirSync(join(home, 'connections.json'));
    expect(run('--connection staging --role admin', home).said).toMatch(/cannot be read/);
  });
});
