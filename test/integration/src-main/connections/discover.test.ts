import { readFileSync } from 'node:fs';
import { describe, expect, onTestFinished, test } from 'vitest';
import { CreateTableCommand, DynamoDBClient, TagResourceCommand } from '@aws-sdk/client-dynamodb';
import { CreateQueueCommand, SQSClient } from '@aws-sdk/client-sqs';
import { pocketAws } from '#local/aws/pocket-aws.ts';
import type { WireRequest, WireResponse } from '#local/aws/protocol/wire.ts';
import { serveHttp } from '#local/aws/serve-http.ts';
import { discoverAccount } from '#main/aws/discovery/discover-account.ts';
import { catalogue } from '#shared/catalogue/catalogue.ts';
import type { SystemDeclaration } from '#shared/catalogue/declaration.ts';
import { discoveryPolicy } from '#shared/catalogue/iam/discovery-needs.ts';
import { createTableRequest } from '#shared/catalogue/create-table-request.ts';
import { discoverySchema, type DiscoveredPart } from '#shared/contract/connections.ts';
import { discoveryLimits, mostDiscoveryCalls } from '#shared/domain/discovery.ts';
import { aConsoleOn, anAccount } from '#test/builders/an-account.ts';
import { readOperation } from './denying.ts';

type Found = Awaited<ReturnType<typeof discoverAccount>>;
type Asked = Partial<Pick<Parameters<typeof discoverAccount>[0], 'stage' | 'tag' | 'outputs' | 'limits'>>;

const systems: readonly SystemDeclaration[] = Object.values(catalogue);
const accountId = '111122223333';

/** Opens an empty account over HTTP. */
async function anEmptyAccount() {
  const aws = pocketAws({ account: accountId, region: 'eu-west-1' });
  const sent: string[] = [];
  let meddle: (action: string) => WireResponse | undefined = () => undefined;
  const answer = (request: WireRequest, signal?: AbortSignal) => {
    const action = readOperation(request);
    sent.push(action);
    return meddle(action) ?? aws.dispatch(request, signal);
  };
  const server = await serveHttp(async (request, signal) => answer(request, signal), { port: 0 });
  onTestFinished(async () => {
    await server.close();
    aws.close();
  });
  const endpoint = `http://127.0.0.1:${server.port}`;
  const keys = { accessKeyId: 'AKIADISCOVERDISCOVE1', secretAccessKey: 'secret' };
  const config = { endpoint, region: 'eu-west-1', credentials: keys };
  const dynamodb = new DynamoDBClient(config);
  const sqs = new SQSClient(config);
  return {
    sent,
    meddle: (next: typeof meddle) => {
      meddle = next;
    },
    async table(name: string, system = 'extraction', key = 'main', change: object = {}) {
      const declared = systems.find(({ id }) => id === system)?.tables[key];
      if (declared === undefined) throw new Error(`There is no table ${system}.${key}.`);
      await dynamodb.send(new CreateTableCommand({ ...createTableRequest(name, declared), ...change }));
    },
    queue: (QueueName: string, failsTo?: string) =>
      sqs.send(
        new CreateQueueCommand({
          QueueName,
          ...(failsTo !== undefined && {
            Attributes: {
              RedrivePolicy: JSON.stringify({
                deadLetterTargetArn: `arn:aws:sqs:eu-west-1:${accountId}:${failsTo}`,
                maxReceiveCount: '3',
              }),
            },
          }),
        }),
      ),
    tag: (table: string, Key: string, Value: string) =>
      dynamodb.send(
        new TagResourceCommand({
          ResourceArn: `arn:aws:dynamodb:eu-west-1:${accountId}:table/${table}`,
          Tags: [{ Key, Value }],
        }),
      ),
    async discover(asked: Asked = {}): Promise<Found> {
      const endpoints = Object.fromEntries(
        ['dynamodb', 'sqs', 'sfn', 'cloudwatch', 's3', 'sts'].map((service) => [service, endpoint]),
      );
      return discoverAccount({
        place: {
          region: 'eu-west-1',
          accountId,
          requestHandler: { connectionTimeout: 3_000 },
          account: {
            endpoints,
            credentials: { get: () => Promise.resolve(keys), renew: () => Promise.resolve(false) },
          },
        },
        arn: 'arn:aws:iam::111122223333:user/anna',
        systems,
        stage: null,
        tag: null,
        outputs: null,
        times: { elapsed: () => performance.now(), sleep: () => Promise.resolve() },
        ...asked,
      });
    },
  };
}

const partOf = ({ parts }: Pick<Found, 'parts'>, path: string): DiscoveredPart => {
  const found = parts.find(({ part }) => part === path);
  if (found === undefined) throw new Error(`There is no part ${path}.`);
  return found;
};

const namesOf = (found: Pick<Found, 'parts'>, path: string) =>
  partOf(found, path).found.map(({ name, by, sure }) => `${name}: ${by}, ${sure}`);

const denied: WireResponse = {
  status: 400,
  headers: { 'content-type': 'application/x-amz-json-1.0' },
  body: JSON.stringify({ __type: 'com.amazonaws#AccessDeniedException', message: 'not authorized' }),
};

describe('discovery through the gate', () => {
  test('finds every part of the sandbox by the convention, reads no item and costs next to nothing', async () => {
    const account = await anAccount();
    const connection = account.connection();
    const { call } = await aConsoleOn(connection);
    const { region, profile, endpoints } = connection.aws;
    const aws = { region, profile, endpoints };
    expect(await call('connections.identify', { aws })).toMatchObject({
      ok: true,
      value: { answer: { state: 'known', accountId } },
    });
    account.asked.length = 0;
    const result = await call('connections.discover', { aws, stage: null, tag: null, outputs: null });
    if (!result.ok || result.value.answer.state === 'stopped') throw new Error('It was stopped.');
    const found = discoverySchema.parse(result.value.answer);
    expect(found).toMatchObject({
      stage: 'sandbox',
      stages: ['sandbox'],
      denied: [],
      policy: null,
      notes: [],
    });
    const missing = found.parts.filter(
      (part) => part.found[0]?.sure !== 'certain' || part.found[0].lacks.length > 0,
    );
    expect(missing.map(({ part }) => part)).toEqual([]);
    expect(partOf(found, 'alarms').found.length).toBeGreaterThan(5);
    expect(found.calls).toBeLessThan(mostDiscoveryCalls(false));
    expect(Number(found.cost.usd)).toBeLessThan(0.0001);
    const targets = account.asked.map(({ headers }) => headers['x-amz-target'] ?? '');
    expect(targets.filter((one) => /Query|GetItem|Scan|Receive|Execution/.test(one))).toEqual([]);
    const allowed = new Set(discoveryPolicy().Statement.flatMap(({ Action }) => Action));
    const asked = account.asked
      .map((request) => readOperation(request))
      .filter((one) => /^(?:dynamodb|sqs|states|cloudwatch):/.test(one));
    expect([...new Set(asked)].filter((one) => !allowed.has(one))).toEqual([]);
  });
});

describe('discovery by names', () => {
  test('says what a table lacks, and what that costs', async () => {
    const account = await anEmptyAccount();
    await account.table('autowired-qa', 'extraction', 'main', withoutIndex('GSI3'));
    const found = await account.discover();
    expect(found.stage).toBe('qa');
    expect(partOf(found, 'extraction.table').found).toMatchObject([
      { name: 'autowired-qa', by: 'convention', sure: 'likely', isByConvention: true },
    ]);
    expect(partOf(found, 'extraction.table').found[0]?.lacks[0]?.what).toBe('Index GSI3 is missing');
    expect(partOf(found, 'extraction.table').found[0]?.lacks[0]?.means).toMatch(/cannot be asked/);
  });

  test('tells the stages of one account apart', async () => {
    const account = await anEmptyAccount();
    for (const stage of ['dev', 'staging']) {
      await account.table(`autowired-${stage}`);
      await account.queue(`autowired-documents-dlq-${stage}`);
    }
    await account.queue('autowired-documents-staging', 'autowired-documents-dlq-staging');
    const found = await account.discover();
    expect([found.stage, found.stages]).toEqual(['staging', ['staging', 'dev']]);
    expect(namesOf(found, 'extraction.table')).toEqual([
      'autowired-staging: convention, certain',
      'autowired-dev: keys, possible',
    ]);
    const other = await account.discover({ stage: 'dev' });
    expect(namesOf(other, 'extraction.table')[0]).toBe('autowired-dev: convention, certain');
    expect(partOf(other, 'extraction.documentQueue').found[0]?.why).toContain('stage staging');
  });

  test('says that a queue loses its failed messages', async () => {
    const account = await anEmptyAccount();
    await account.queue('autowired-webhooks-qa');
    const found = await account.discover({ stage: 'qa' });
    expect(partOf(found, 'extraction.webhookQueue').found[0]?.lacks[0]?.what).toBe(
      'It has no redrive policy',
    );
  });
});

describe('discovery by keys, tags and outputs', () => {
  test('recognises a table of another name by its keys', async () => {
    const account = await anEmptyAccount();
    await account.table('prod-main');
    await account.table('prod-jobs', 'downloads', 'jobs');
    const found = await account.discover();
    expect(namesOf(found, 'extraction.table')).toEqual(['prod-main: keys, likely']);
    expect(namesOf(found, 'downloads.jobsTable')).toEqual(['prod-jobs: keys, likely']);
    expect(namesOf(found, 'funds.table')).toEqual([]);
  });

  test('prefers the table with the tag', async () => {
    const account = await anEmptyAccount();
    await account.table('one');
    await account.table('two');
    await account.tag('two', 'app', 'sluice');
    const found = await account.discover({ tag: { key: 'app', value: 'sluice' } });
    expect(namesOf(found, 'extraction.table')[0]).toMatch(/: tag, likely|: keys, likely/);
    expect(namesOf(found, 'extraction.table')).toContain('two: tag, likely');
    const none = await account.discover({ tag: { key: 'app', value: 'other' } });
    expect(none.notes).toContain('Nothing that was asked has the tag app=other.');
  });

  test('takes everything from one paste of our stack of the API', async () => {
    const account = await anEmptyAccount();
    await account.table('our-own-name');
    await account.queue('our-dlq');
    const template = JSON.parse(readFileSync('infra/templates/autowired-sandbox-api.json', 'utf8')) as {
      Outputs: { Connection: { Value: { 'Fn::Sub': string } } };
    };
    const value = template.Outputs.Connection.Value['Fn::Sub']
      .replace('${AWS::Region}', 'eu-west-1')
      .replace('${AWS::AccountId}', accountId)
      .replace('${Api.ApiEndpoint}', 'https://abc.execute-api.eu-west-1.amazonaws.com')
      .replace('"table":"autowired-sandbox"', '"table":"our-own-name"')
      .replace('autowired-documents-dlq-sandbox', 'our-dlq');
    const pasted = [
      JSON.stringify({ Stacks: [{ Outputs: [{ OutputKey: 'Connection', OutputValue: value }] }] }),
      JSON.stringify({ 'autowired-sandbox-api': { Connection: value } }, null, 2),
      `Outputs:\nautowired-sandbox-api.Connection = ${value}\nStack ARN:\narn:aws:cloudformation:x`,
    ];
    for (const outputs of pasted) {
      const found = await account.discover({ outputs });
      expect(found.entry).toMatchObject({ stage: 'sandbox', pipelineApi: { auth: { kind: 'oidc' } } });
      expect(found.pipelineApi).toBe('https://abc.execute-api.eu-west-1.amazonaws.com/v1');
      expect(namesOf(found, 'extraction.table')).toEqual(['our-own-name: outputs, certain']);
      expect(namesOf(found, 'extraction.documentDeadLetterQueue')).toEqual(['our-dlq: outputs, certain']);
    }
  });

  test('says that nothing was found in another text', async () => {
    const account = await anEmptyAccount();
    const { notes } = await account.discover({ outputs: 'hello' });
    expect(notes).toContain('No output was found in what was pasted.');
  });
});

describe('discovery within its limits', () => {
  test('describes no more tables than its budget, and says "at least"', async () => {
    const account = await anEmptyAccount();
    for (let at = 0; at < 12; at += 1) await account.table(`zz-${at}`, 'hr');
    await account.table('autowired-qa');
    const limits = { ...discoveryLimits, tables: 3 } as unknown as typeof discoveryLimits;
    const found = await account.discover({ limits });
    expect(account.sent.filter((action) => action === 'dynamodb:DescribeTable')).toHaveLength(3);
    expect(namesOf(found, 'extraction.table')[0]).toBe('autowired-qa: convention, certain');
    expect(found.notes.join(' ')).toMatch(/at least 10 more/);
  });

  test('goes on where a service is denied, and says what to allow', async () => {
    const account = await anEmptyAccount();
    await account.table('autowired-qa');
    await account.queue('autowired-documents-dlq-qa');
    account.meddle((action) => (/ListTables|ListQueues|ListStateMachines/.test(action) ? denied : undefined));
    const found = await account.discover({ stage: 'qa' });
    expect(found.denied.map(({ action }) => action)).toEqual([
      'dynamodb:ListTables',
      'sqs:ListQueues',
      'states:ListStateMachines',
    ]);
    expect(JSON.parse(found.policy ?? '')).toMatchObject({
      Statement: [
        { Action: ['dynamodb:ListTables'] },
        { Action: ['sqs:ListQueues'] },
        { Action: ['states:ListStateMachines'] },
      ],
    });
    expect(namesOf(found, 'extraction.table')).toEqual(['autowired-qa: convention, certain']);
    expect(namesOf(found, 'extraction.documentDeadLetterQueue')).toEqual([
      'autowired-documents-dlq-qa: convention, certain',
    ]);
    expect(found.listed.find(({ kind }) => kind === 'table')).toMatchObject({ count: 0, isAll: false });
  });

  test('names a table whose keys it may not read', async () => {
    const account = await anEmptyAccount();
    await account.table('autowired-qa');
    account.meddle((action) => (action === 'dynamodb:DescribeTable' ? denied : undefined));
    const found = await account.discover();
    expect(partOf(found, 'extraction.table').found).toMatchObject([
      { sure: 'likely', why: 'It has the name of the convention. Its keys could not be read.' },
    ]);
  });
});

function withoutIndex(name: string): object {
  const declared = systems.find(({ id }) => id === 'extraction')?.tables['main'];
  if (declared === undefined) return {};
  const request = createTableRequest('x', declared);
  const kept = (request.GlobalSecondaryIndexes ?? []).filter(({ IndexName }) => IndexName !== name);
  const used = new Set([
    ...(request.KeySchema ?? []).map(({ AttributeName }) => AttributeName),
    ...kept.flatMap(({ KeySchema }) => KeySchema.map(({ AttributeName }) => AttributeName)),
  ]);
  return {
    GlobalSecondaryIndexes: kept,
    AttributeDefinitions: (request.AttributeDefinitions ?? []).filter(({ AttributeName }) =>
      used.has(AttributeName),
    ),
  };
}
