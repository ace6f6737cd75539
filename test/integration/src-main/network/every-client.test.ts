import { createHash, generateKeyPairSync } from 'node:crypto';
import * as http from 'node:http';
import { exportJWK, SignJWT } from 'jose';
import { DescribeAlarmsCommand } from '@aws-sdk/client-cloudwatch';
import { DescribeTableCommand } from '@aws-sdk/client-dynamodb';
import { HeadBucketCommand } from '@aws-sdk/client-s3';
import { DescribeStateMachineCommand } from '@aws-sdk/client-sfn';
import { GetQueueUrlCommand } from '@aws-sdk/client-sqs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { pocketAws } from '#local/aws/pocket-aws.ts';
import { serveHttp } from '#local/aws/serve-http.ts';
import { callerIdentity } from '#main/aws/account/caller-identity.ts';
import { openAccount } from '#main/aws/account/open-account.ts';
import { checkClients } from '#main/aws/check/check-clients.ts';
import { toTrouble } from '#main/aws/aws-trouble.ts';
import type { AwsPlace } from '#main/aws/client-config.ts';
import { openNetwork } from '#main/network/open-network.ts';
import type { SignInPage } from '#main/pipeline/account/oidc-source.ts';
import type { Connection } from '#shared/domain/connection.ts';
import { aConnection } from '#test/builders/a-connection.ts';
import { awsFiles } from '#test/builders/aws-files.ts';
import {
  aDeadPort,
  aProxy,
  aTlsServer,
  authorityFile,
  toThisMachine,
} from '#test/stand-ins/a-company-network.ts';

const accountId = '111122223333';
const region = 'eu-west-1';
const services = ['dynamodb', 'sqs', 'states', 'monitoring', 's3', 'sts'] as const;
const hosts = services.map((service) => `${service}.${region}.amazonaws.com`);
const portal = `portal.sso.${region}.amazonaws.com`;

type Answer = (request: http.IncomingMessage, body: string) => object | undefined;

/** Runs AWS over TLS, and other servers beside it by their names, as a company's proxy leads to them. */
async function theOutside(others: Readonly<Record<string, Answer>> = {}) {
  const aws = pocketAws({ account: accountId, region });
  const behind = await serveHttp((request, signal) => aws.dispatch(request, signal), { port: 0 });
  onTestFinished(async () => {
    await behind.close();
    aws.close();
  });
  return aTlsServer((request, response) => {
    const { method, url, headers } = request;
    const other = others[(headers.host ?? '').replace(/:\d+$/, '')];
    if (other === undefined) {
      const own = { ...headers, host: `127.0.0.1:${behind.port}` };
      const onward = http.request({ port: behind.port, method, path: url, headers: own }, (answer) => {
        response.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(response);
      });
      request.pipe(onward);
      return;
    }
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      const said = other(request, body);
      response.writeHead(said === undefined ? 404 : 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(said ?? {}));
    });
  });
}

function anOpenAccount(
  outside: Awaited<ReturnType<typeof theOutside>>,
  environment: Readonly<Record<string, string>>,
  change: Partial<Connection> = {},
  openPage?: (page: SignInPage) => Promise<void>,
) {
  const network = openNetwork({
    environment: { AWS_CA_BUNDLE: authorityFile, ...environment },
    lookup: toThisMachine,
  });
  const at = (service: (typeof services)[number]) => outside.at(`${service}.${region}.amazonaws.com`);
  const connection = aConnection({
    aws: {
      region,
      accountId,
      profile: 'base',
      endpoints: {
        dynamodb: at('dynamodb'),
        sqs: at('sqs'),
        sfn: at('states'),
        cloudwatch: at('monitoring'),
        s3: at('s3'),
        sts: at('sts'),
      },
    },
    ...change,
  });
  const account = openAccount(connection, { environment, network, openPage });
  onTestFinished(() => account.close());
  return { account, network };
}

const keys = '[base]\naws_access_key_id = AKIABASE\naws_secret_access_key = canary-of-base\n';

/** Makes one call of each service; that a thing is not there is an answer, too. */
async function askEach(account: ReturnType<typeof anOpenAccount>['account']) {
  const clients = checkClients(account.place);
  const answers = await Promise.allSettled([
    clients.dynamodb.send(new DescribeTableCommand({ TableName: 'autowired-x' })),
    clients.sqs.send(new GetQueueUrlCommand({ QueueName: 'none' })),
    clients.sfn.send(
      new DescribeStateMachineCommand({
        stateMachineArn: `arn:aws:states:${region}:${accountId}:stateMachine:none`,
      }),
    ),
    clients.cloudwatch.send(new DescribeAlarmsCommand({})),
    clients.s3.send(new HeadBucketCommand({ Bucket: 'none' })),
  ]);
  clients.close();
  return answers.map((one) => {
    if (one.status === 'fulfilled') return 'answered';
    const { kind, status } = toTrouble(one.reason);
    return status === undefined ? kind : 'answered';
  });
}

const all = (said: string) => Array.from({ length: 5 }, () => said);

describe('each client of AWS', () => {
  it('goes through the proxy and trusts the certificate of the company', async () => {
    awsFiles({ credentials: keys });
    const [outside, proxy] = [await theOutside(), await aProxy({ only: 'mira:word' })];
    const { account } = anOpenAccount(outside, {
      HTTPS_PROXY: proxy.address.replace('//', '//mira:word@'),
    });
    expect(await askEach(account)).toEqual(all('answered'));
    expect(proxy.hosts()).toEqual(hosts.toSorted());
  });

  it('leaves the proxy aside where NO_PROXY says so', async () => {
    awsFiles({ credentials: keys });
    const [outside, proxy] = [await theOutside(), await aProxy()];
    const { account } = anOpenAccount(outside, {
      HTTPS_PROXY: proxy.address,
      NO_PROXY: '.amazonaws.com',
    });
    expect(await askEach(account)).toEqual(all('answered'));
    expect(proxy.asked).toEqual([]);
  });

  it('trusts the file in ca_bundle of the profile', async () => {
    awsFiles({ credentials: keys, config: `[profile base]\nca_bundle = ${authorityFile}\n` });
    const outside = await theOutside();
    const { account } = anOpenAccount(outside, {
      AWS_CA_BUNDLE: '',
      AWS_CONFIG_FILE: process.env['AWS_CONFIG_FILE'] ?? '',
      AWS_SHARED_CREDENTIALS_FILE: process.env['AWS_SHARED_CREDENTIALS_FILE'] ?? '',
    });
    expect(await askEach(account)).toEqual(all('answered'));
  });

  it('keeps its connection for the next call, and closes it at the end', async () => {
    awsFiles({ credentials: keys });
    const [outside, proxy] = [await theOutside(), await aProxy()];
    const { account } = anOpenAccount(outside, { HTTPS_PROXY: proxy.address });
    await account.credentials.get();
    const clients = checkClients(account.place);
    for (let call = 0; call < 5; call += 1) await clients.cloudwatch.send(new DescribeAlarmsCommand({}));
    expect(proxy.asked.filter((one) => one.startsWith('monitoring.'))).toHaveLength(1);
    // Another client that is closed leaves this one alone.
    const other = checkClients(account.place);
    await other.cloudwatch.send(new DescribeAlarmsCommand({}));
    other.close();
    await clients.cloudwatch.send(new DescribeAlarmsCommand({}));
    expect(proxy.asked.filter((one) => one.startsWith('monitoring.'))).toHaveLength(2);
    clients.close();
    account.close();
    await vi.waitFor(() => expect([proxy.sockets.size, outside.sockets.size]).toEqual([0, 0]));
  });

  it('says which setting helps when the proxy is not there', async () => {
    awsFiles({ credentials: keys });
    const outside = await theOutside();
    const address = `http://mira:canary-word@127.0.0.1:${await aDeadPort()}`;
    const { account } = anOpenAccount(outside, { HTTPS_PROXY: address });
    const error: unknown = await account.credentials.get().catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: 'NotSignedIn', reason: 'unreachable' });
    expect((error as Error).message).toMatch(
      /^The proxy http:\/\/127\.0\.0\.1:\d+ could not be reached \(ECONNREFUSED\), so STS was not asked\. HTTPS_PROXY names it\./,
    );
    expect(JSON.stringify(account.credentials.standing())).not.toContain('canary');
  });
});

describe('the sign-in of a profile', () => {
  it('assumes its role through the proxy', async () => {
    awsFiles({
      credentials: keys,
      config: `[profile role]\nrole_arn = arn:aws:iam::${accountId}:role/Reader\nsource_profile = base\n`,
    });
    const [outside, proxy] = [await theOutside(), await aProxy()];
    const { account } = anOpenAccount(outside, { HTTPS_PROXY: proxy.address });
    const { account: assuming } = anOpenAccount(
      outside,
      { HTTPS_PROXY: proxy.address },
      {
        aws: {
          ...aConnection().aws,
          region,
          accountId,
          profile: 'role',
          endpoints: account.place.account!.endpoints,
        },
      },
    );
    expect(await assuming.credentials.get()).toMatchObject({
      accessKeyId: expect.stringMatching(/^ASIA/) as string,
    });
    expect(proxy.hosts()).toEqual([`sts.${region}.amazonaws.com`]);
  });

  it('fetches its keys from SSO through the proxy, and says what stops it', async () => {
    const startUrl = 'https://corp.awsapps.com/start';
    const cache = createHash('sha1').update(startUrl).digest('hex');
    awsFiles({
      config: `[profile base]\nsso_start_url = ${startUrl}\nsso_region = ${region}\nsso_account_id = ${accountId}\nsso_role_name = Reader\n`,
      files: {
        [join('.aws', 'sso', 'cache', `${cache}.json`)]: {
          startUrl,
          region,
          accessToken: 'canary-token',
          expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
        },
      },
    });
    const [outside, proxy] = [
      await theOutside({
        [portal]: () => ({
          roleCredentials: {
            accessKeyId: 'ASIASSO',
            secretAccessKey: 's',
            sessionToken: 't',
            expiration: Date.now() + 3_600_000,
          },
        }),
      }),
      await aProxy(),
    ];
    vi.stubEnv('AWS_ENDPOINT_URL_SSO', outside.at(portal));
    const { account } = anOpenAccount(outside, { HTTPS_PROXY: proxy.address });
    await account.credentials.get().catch(() => undefined);
    expect(proxy.hosts()).toContain(portal);

    const { account: stopped } = anOpenAccount(outside, { HTTPS_PROXY: proxy.address, AWS_CA_BUNDLE: '' });
    await expect(stopped.credentials.get()).rejects.toMatchObject({
      reason: 'unreachable',
      message: expect.stringMatching(
        /^The profile "base" cannot sign in\. The certificate of portal\.sso\.eu-west-1\.amazonaws\.com:\d+ is not trusted: it was issued by "Example Company Proxy CA"/,
      ) as string,
    });
  });

  it('says that the clock is wrong, and corrects it for no later call', async () => {
    const dates: number[] = [];
    const requestHandler = aServerAhead(dates, 20 * 60_000);
    const credentials = {
      get: () => Promise.resolve({ accessKeyId: 'AKIABASE', secretAccessKey: 's' }),
      renew: () => Promise.resolve(false),
    };
    const place = { region, accountId, requestHandler };
    await expect(callerIdentity(await credentials.get(), place, { endpoints: {} })).rejects.toMatchObject({
      reason: 'refused',
      message:
        'The clock of this machine is 20 minutes behind, so STS refused the call. Set the date and time of this machine, best automatically, then try again.',
    });
    const clients = checkClients({ ...place, account: { endpoints: {}, credentials } });
    onTestFinished(() => clients.close());
    for (let call = 0; call < 2; call += 1) {
      const error: unknown = await clients.dynamodb
        .send(new DescribeTableCommand({ TableName: 'none' }))
        .catch((thrown: unknown) => thrown);
      expect(toTrouble(error)).toMatchObject({
        kind: 'refused',
        why: 'The clock of this machine is 20 minutes behind, so AWS refused the call.',
      });
    }
    expect(dates).toHaveLength(3);
    for (const date of dates) expect(Math.abs(date - Date.now())).toBeLessThan(60_000);
  });
});

/** Refuses each request as AWS does when its own clock is ahead, and records when the requests were signed. */
function aServerAhead(dates: number[], ms: number): AwsPlace['requestHandler'] {
  const message = 'Signature expired: canary';
  const json = `{"__type":"com.amazon.coral.service#InvalidSignatureException","message":"${message}"}`;
  const xml = `<ErrorResponse><Error><Type>Sender</Type><Code>SignatureDoesNotMatch</Code><Message>${message}</Message></Error></ErrorResponse>`;
  return {
    metadata: { handlerProtocol: 'http/1.1' },
    destroy: () => undefined,
    handle({ headers }: { readonly headers: Readonly<Record<string, string>> }) {
      const [, y, mo, d, h, mi, s] =
        /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(headers['x-amz-date'] ?? '') ?? [];
      dates.push(Date.parse(`${y}-${mo}-${d}T${h}:${mi}:${s}Z`));
      const isJson = 'x-amz-target' in headers;
      const body = isJson ? json : xml;
      const said = {
        'content-type': isJson ? 'application/x-amz-json-1.0' : 'text/xml',
        date: new Date(Date.now() + ms).toUTCString(),
      };
      return Promise.resolve({ response: { statusCode: 403, headers: said, body: Buffer.from(body) } });
    },
  };
}

describe('the pipeline API', () => {
  const me = { sub: 'mira', name: 'Mira Okafor', role: 'support', tenants: '*' };

  it('is asked through the proxy, and its issuer too', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const jwk = { ...(await exportJWK(publicKey)), kid: 'k', alg: 'RS256', use: 'sig' };
    let nonce = '';
    let idToken = '';
    const issuerName = 'idp.example.com';
    const answers: Record<string, Answer> = {
      'api.example.com': ({ url }) => (url === '/v1/me' ? me : undefined),
      [issuerName]: ({ url }) => {
        const issuer = outside.at(issuerName);
        if (url === '/.well-known/openid-configuration') {
          return {
            issuer,
            authorization_endpoint: `${issuer}/auth`,
            token_endpoint: `${issuer}/token`,
            jwks_uri: `${issuer}/jwks`,
            id_token_signing_alg_values_supported: ['RS256'],
          };
        }
        if (url === '/jwks') return { keys: [jwk] };
        return { access_token: 'canary-token', token_type: 'Bearer', id_token: idToken, expires_in: 600 };
      },
    };
    const outside = await theOutside(answers);
    const proxy = await aProxy();
    awsFiles({ credentials: keys });
    const { account } = anOpenAccount(
      outside,
      { HTTPS_PROXY: proxy.address },
      {
        pipelineApi: {
          baseUrl: `${outside.at('api.example.com')}/v1`,
          auth: { kind: 'oidc', issuer: outside.at(issuerName), clientId: 'sluice' },
        },
      },
      async ({ address }) => {
        const asked = new URL(address).searchParams;
        nonce = asked.get('nonce') ?? '';
        idToken = await new SignJWT({ nonce })
          .setProtectedHeader({ alg: 'RS256', kid: 'k' })
          .setIssuer(outside.at(issuerName))
          .setSubject('mira')
          .setAudience('sluice')
          .setIssuedAt()
          .setExpirationTime('10m')
          .sign(privateKey);
        const back = new URL(asked.get('redirect_uri') ?? '');
        back.search = new URLSearchParams({ code: 'c', state: asked.get('state') ?? '' }).toString();
        await fetch(back);
      },
    );
    await account.api?.signIn();
    await vi.waitFor(() => expect(account.api?.standing()).toMatchObject({ state: 'signed-in' }));
    expect(account.api?.who()).toEqual({ id: 'mira', name: 'Mira Okafor', role: 'support', tenants: '*' });
    expect(proxy.hosts()).toEqual(['api.example.com', issuerName]);
    // Discovery, the token and its keys share one connection.
    expect(proxy.asked).toHaveLength(2);
  });
});
