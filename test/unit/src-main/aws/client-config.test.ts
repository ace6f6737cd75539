import { createHash, Hash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { CreateQueueCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { requestHandler } from '#local/aws/request-handler.ts';
import { toTrouble } from '#main/aws/aws-trouble.ts';
import { awsAddress, clientConfig, renewsWhenExpired, type AwsPlace } from '#main/aws/client-config.ts';
import { dynamoDbClient } from '#main/aws/dynamodb/dynamodb-client.ts';
import { sfnClient } from '#main/aws/executions.ts';
import { sqsClient } from '#main/aws/queues.ts';
import { findAwsPartition } from '#shared/catalogue/iam/arns.ts';
import { aHome } from '#test/builders/a-home.ts';
import { aPocketAws } from '#test/builders/a-pocket-aws.ts';
import { someKeys } from './account/a-sign-in.ts';

function aPlace(endpoints: NonNullable<AwsPlace['account']>['endpoints'] = {}) {
  const { aws } = aPocketAws();
  let asked = 0;
  const signedBy: (string | undefined)[] = [];
  const place: AwsPlace = {
    region: 'eu-west-1',
    accountId: '111122223333',
    requestHandler: requestHandler((request, signal) => {
      signedBy.push(/Credential=([^/]+)\//.exec(request.headers['authorization'] ?? '')?.[1]);
      return aws.dispatch(request, signal);
    }),
    account: {
      endpoints,
      credentials: {
        get: () => Promise.resolve(someKeys(`keys-${(asked += 1)}`)),
        renew: () => Promise.resolve(false),
      },
    },
  };
  return { place, signedBy };
}

describe('how a client reaches an account', () => {
  it('uses AWS’s address, unless the connection names another', () => {
    const { place } = aPlace({ dynamodb: 'https://proxy.example' });
    expect(clientConfig(place, 'dynamodb').endpoint).toBe('https://proxy.example');
    expect(clientConfig(place, 'sqs').endpoint).toBe('https://sqs.eu-west-1.amazonaws.com');
  });

  it('requests its keys each time, and keeps no copy that would outlive them', async () => {
    const { place, signedBy } = aPlace();
    const client = new DynamoDBClient(clientConfig(place, 'dynamodb'));
    await client.send(new ListTablesCommand({}));
    await client.send(new ListTablesCommand({}));
    expect(new Set(signedBy).size).toBe(2);
  });

  it('never has the account’s keys if the AWS is the embedded one', () => {
    const { place } = aPlace();
    const { account: _, ...sandbox } = place;
    expect(clientConfig(sandbox, 'dynamodb')).toMatchObject({
      endpoint: 'http://sandbox.invalid',
      credentials: { accessKeyId: 'sandbox' },
    });
  });
});

/** In Electron each copy costs 128 bytes of the program's memory for good. */
it('copies no hash to sign a request or to check an answer', async () => {
  const copied = vi.spyOn(Hash.prototype, 'copy');
  const { place } = aPlace();
  const client = new DynamoDBClient(clientConfig(place, 'dynamodb'));
  await client.send(new ListTablesCommand({}));
  const sqs = new SQSClient(clientConfig(place, 'sqs'));
  const { QueueUrl } = await sqs.send(new CreateQueueCommand({ QueueName: 'webhooks' }));
  const sent = await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: 'one' }));
  expect(sent.MD5OfMessageBody).toBe(createHash('md5').update('one').digest('hex'));
  expect(copied).not.toHaveBeenCalled();

  const { sha256: _, ...ofTheSdk } = clientConfig(place, 'dynamodb');
  await new DynamoDBClient(ofTheSdk).send(new ListTablesCommand({}));
  expect(copied).toHaveBeenCalled();
});

describe('when FIPS or dual-stack addresses are requested', () => {
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  const ask = (place: AwsPlace) =>
    new DynamoDBClient(clientConfig(place, 'dynamodb')).send(new ListTablesCommand({}));
  const refused = { kind: 'refused', why: expect.stringContaining('FIPS or dual-stack') as string };

  it.each(['AWS_USE_FIPS_ENDPOINT', 'AWS_USE_DUALSTACK_ENDPOINT'])(
    'by %s, no other address is used, and a named one is used as it is',
    async (variable) => {
      vi.stubEnv(variable, 'true');
      const { place, signedBy } = aPlace();
      expect(toTrouble(await ask(place).catch((error: unknown) => error))).toMatchObject(refused);
      expect(signedBy).toEqual([]);
      const named = aPlace({ dynamodb: 'https://dynamodb-fips.us-east-1.amazonaws.com' });
      await ask(named.place);
      expect(named.signedBy).toHaveLength(1);
      // The embedded AWS has a single address for all services.
      const { account: _, ...sandbox } = place;
      await ask(sandbox);
      expect(signedBy).toEqual(['sandbox']);
    },
  );

  it('by the profile of the connection, no other address is used either', async () => {
    const file = join(aHome(), 'config');
    writeFileSync(file, '[profile ops]\nuse_fips_endpoint = true\n[profile other]\nregion = eu-west-1\n');
    vi.stubEnv('AWS_CONFIG_FILE', file);
    const { place } = aPlace();
    const by = (profile: string): AwsPlace => ({ ...place, account: { ...place.account!, profile } });
    expect(toTrouble(await ask(by('ops')).catch((error: unknown) => error))).toMatchObject(refused);
    await expect(ask(by('other'))).resolves.toMatchObject({ TableNames: [] });
  });
});

describe('the addresses of AWS', () => {
  it.each([
    ['eu-west-1', 'https://sts.eu-west-1.amazonaws.com', 'aws'],
    ['us-gov-west-1', 'https://sts.us-gov-west-1.amazonaws.com', 'aws-us-gov'],
    ['cn-north-1', 'https://sts.cn-north-1.amazonaws.com.cn', 'aws-cn'],
    ['eusc-de-east-1', 'https://sts.eusc-de-east-1.amazonaws.eu', 'aws-eusc'],
    ['us-iso-east-1', 'https://sts.us-iso-east-1.c2s.ic.gov', 'aws-iso'],
    ['us-isob-east-1', 'https://sts.us-isob-east-1.sc2s.sgov.gov', 'aws-iso-b'],
    ['eu-isoe-west-1', 'https://sts.eu-isoe-west-1.cloud.adc-e.uk', 'aws-iso-e'],
    ['us-isof-south-1', 'https://sts.us-isof-south-1.csp.hci.ic.gov', 'aws-iso-f'],
  ])('%s', (region, address, partition) => {
    expect(awsAddress('sts', region)).toBe(address);
    expect(findAwsPartition(region)).toBe(partition);
  });

  it('match the names that their hosts have', () => {
    expect(awsAddress('sfn', 'eu-west-1')).toBe('https://states.eu-west-1.amazonaws.com');
    expect(awsAddress('cloudwatch', 'eu-west-1')).toBe('https://monitoring.eu-west-1.amazonaws.com');
  });
});

const credentials = {
  get: () => Promise.resolve({ accessKeyId: 'a', secretAccessKey: 'b' }),
  renew: () => Promise.resolve(false),
};

it('registers each client of an account, so that none outlives the console', () => {
  const opened: { destroy(): void }[] = [];
  const place: AwsPlace = {
    region: 'eu-west-1',
    accountId: '111122223333',
    requestHandler: {},
    account: { endpoints: {}, credentials, opened: (client) => void opened.push(client) },
  };
  const clients = [dynamoDbClient(place), sfnClient(place), sqsClient(place)];
  expect(opened).toHaveLength(clients.length);
  for (const client of opened) expect(() => client.destroy()).not.toThrow();
});

function refusal(name: string, httpStatusCode?: number): Error {
  return Object.assign(new Error(name), { name, $metadata: { httpStatusCode } });
}

async function outcomeOfAsking(answers: readonly (Error | string)[], hasOthers = true) {
  let calls = 0;
  let renewals = 0;
  const middleware = renewsWhenExpired({
    get: () => Promise.resolve(someKeys('old')),
    renew: () => {
      renewals += 1;
      return Promise.resolve(hasOthers);
    },
  });
  const send = middleware(async () => {
    const answer = answers[Math.min(calls, answers.length - 1)];
    calls += 1;
    if (answer instanceof Error) throw answer;
    return answer;
  });
  const outcome = await send({}).catch((error: Error) => error.name);
  return { outcome, calls, renewals };
}

describe('a request with refused keys', () => {
  it.each([
    ['ExpiredToken', 403],
    ['ExpiredTokenException', 400],
    ['UnrecognizedClientException', 400],
    ['InvalidClientTokenId', 403],
    ['InvalidAccessKeyId', 403],
  ])('as %s is made once more, with others', async (name, status) => {
    expect(await outcomeOfAsking([refusal(name, status), 'answered'])).toEqual({
      outcome: 'answered',
      calls: 2,
      renewals: 1,
    });
  });

  it('is made once more and no more', async () => {
    const expired = refusal('ExpiredTokenException', 400);
    expect(await outcomeOfAsking([expired, expired, 'answered'])).toEqual({
      outcome: 'ExpiredTokenException',
      calls: 2,
      renewals: 1,
    });
  });

  it('is not made again if there are no other keys', async () => {
    const expired = refusal('ExpiredTokenException', 400);
    expect(await outcomeOfAsking([expired, 'answered'], false)).toMatchObject({
      outcome: 'ExpiredTokenException',
      calls: 1,
    });
  });

  it.each([
    refusal('AccessDeniedException', 400),
    refusal('ThrottlingException', 400),
    refusal('InternalServerError', 500),
    refusal('ExpiredTokenException', 500),
    refusal('ExpiredTokenException'),
    refusal('TimeoutError'),
    refusal('NotSignedIn'),
    refusal('CredentialsProviderError'),
    // Step Functions uses this name for an invalid paging token, which has nothing to do with keys.
    refusal('InvalidToken', 400),
    Object.assign(new Error('socket hang up'), { name: 'Error', code: 'ECONNRESET' }),
  ])('is never made again for anything else: %s', async (error) => {
    expect(await outcomeOfAsking([error, 'answered'])).toEqual({
      outcome: error.name,
      calls: 1,
      renewals: 0,
    });
  });
});
