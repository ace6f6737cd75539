import { onTestFinished, afterEach, describe, expect, it, vi } from 'vitest';
import { serveHttp } from '#local/aws/serve-http.ts';
import type { WireResponse } from '#local/aws/protocol/wire.ts';
import type { FaultKind } from '#local/world/faults.ts';
import { openDraftAccess } from '#main/aws/account/identify-access.ts';
import { openNetwork } from '#main/network/open-network.ts';
import type { ConnectionAccessDraft } from '#shared/contract/connections.ts';
import { awsFiles, type AwsFiles } from '#test/builders/aws-files.ts';
import { anAwsAccount } from '#test/builders/an-aws-account.ts';

const keys: AwsFiles = {
  config: `[profile work]
region = eu-west-1
[profile corp]
sso_session = corp
sso_account_id = 111122223333
sso_role_name = Support
[sso-session corp]
sso_start_url = https://corp.awsapps.com/start
sso_region = eu-central-1
sso_registration_scopes = sso:account:access`,
  credentials: `[work]
aws_access_key_id = AKIAWORKWORKWORKWOR1
aws_secret_access_key = secret-of-work`,
};

/** The time of the answers differs from that of this machine by whole minutes. */
const now = Date.now();
const inMinutes = (minutes: number): Date => new Date(now + minutes * 60_000);
const compact = (time: Date): string => time.toISOString().replaceAll(/[-:]|\.\d+/g, '');

async function identifyAt(
  answer: WireResponse,
  change: Partial<ConnectionAccessDraft> = {},
): Promise<Record<string, unknown>> {
  awsFiles(keys);
  const server = await serveHttp(() => Promise.resolve(answer), { port: 0 });
  onTestFinished(() => server.close());
  return identify({ endpoints: { sts: `http://127.0.0.1:${server.port}` }, ...change });
}

async function identify(change: Partial<ConnectionAccessDraft>): Promise<Record<string, unknown>> {
  const network = openNetwork({ environment: process.env });
  onTestFinished(() => network.close());
  const access = openDraftAccess({ network, environment: process.env, now: () => now });
  return { ...(await access.identify({ region: 'eu-west-1', profile: 'work', ...change })) };
}

const refusal = (code: string, message: string, headers: Record<string, string> = {}): WireResponse => ({
  status: 403,
  headers: { 'content-type': 'text/xml', date: new Date(now).toUTCString(), ...headers },
  body: `<ErrorResponse><Error><Type>Sender</Type><Code>${code}</Code><Message>${message}</Message></Error></ErrorResponse>`,
});

describe('the account of a profile', () => {
  afterEach(() => vi.unstubAllEnvs());

  it.each([
    ['clock', refusal('RequestTimeTooSkewed', 'too far'), /clock/],
    [
      'clock',
      refusal(
        'SignatureDoesNotMatch',
        `Signature expired: 1 is now earlier than 2 (${compact(inMinutes(20))} - 15 min.)`,
      ),
      /20 minutes behind/,
    ],
    [
      'clock',
      refusal('SignatureDoesNotMatch', 'no', { date: inMinutes(60).toUTCString() }),
      /60 minutes behind/,
    ],
    ['unknown-keys', refusal('SignatureDoesNotMatch', 'The Canonical String was AKIAWORK'), /secret key/],
    [
      'unknown-keys',
      refusal('InvalidClientTokenId', 'The security token is invalid'),
      /does not know these keys/,
    ],
    ['expired', refusal('ExpiredToken', 'expired'), /expired/],
    [
      'denied',
      refusal('AccessDenied', 'User is not authorized to perform: sts:GetCallerIdentity'),
      /sts:GetCallerIdentity/,
    ],
    ['throttled', refusal('Throttling', 'Rate exceeded'), /Throttling/],
    [
      'wrong-address',
      { status: 200, headers: { 'content-type': 'text/html' }, body: '<html>Welcome</html>' },
      /account/,
    ],
    ['wrong-address', { status: 501, headers: {}, body: 'nothing' }, /501/],
  ])('is not known, and the answer says "%s"', async (trouble, answer, happened) => {
    const answered = await identifyAt(answer);
    expect(answered).toMatchObject({
      state: 'stopped',
      trouble,
      happened: expect.stringMatching(happened) as string,
    });
    expect(String(answered['next'])).toMatch(/\.$/);
    expect(JSON.stringify(answered)).not.toMatch(/secret-of-work|AKIAWORK/);
  });

  it('is not known in a region that is off for the account', async () => {
    const answered = await identifyAt(refusal('InvalidClientTokenId', 'no'), { region: 'eu-south-1' });
    expect(answered).toMatchObject({
      trouble: 'wrong-region',
      next: expect.stringContaining('enable') as string,
    });
  });

  it('is not known where nothing answers at the address', async () => {
    awsFiles(keys);
    const server = await serveHttp(() => Promise.reject(new Error('closed')), { port: 0 });
    const { port } = server;
    await server.close();
    expect(await identify({ endpoints: { sts: `http://127.0.0.1:${port}` } })).toMatchObject({
      state: 'stopped',
      trouble: expect.stringMatching(/unreachable|no-network/) as string,
    });
  });

  it('is not known where the proxy cannot be reached', async () => {
    awsFiles({ ...keys, env: { HTTPS_PROXY: 'http://127.0.0.1:9', NO_PROXY: '' } });
    expect(await identify({})).toMatchObject({
      state: 'stopped',
      trouble: 'proxy',
      next: expect.stringContaining('HTTPS_PROXY') as string,
    });
  });

  it('asks for a sign-in with the command for it', async () => {
    awsFiles({ ...keys, env: { PATH: '/nowhere' } });
    expect(await identify({ profile: 'corp' })).toMatchObject({
      state: 'stopped',
      trouble: 'sign-in',
      run: 'aws sso login --profile corp',
    });
    expect(await identify({ profile: 'absent' })).toMatchObject({ trouble: 'no-profile' });
    expect(await identify({ profile: { fromEnvironment: true } })).toMatchObject({ trouble: 'no-profile' });
  });

  it('is what STS says, also by a role that asks for a code', async () => {
    const { access, aws } = await aRoleWithCode();
    expect(await access.identify({ ...aws, profile: 'work' })).toMatchObject({
      state: 'known',
      accountId: '111122223333',
    });
    expect(await access.identify(aws)).toMatchObject({
      trouble: 'code-wanted',
      happened: expect.stringContaining('mfa/anna') as string,
    });
    const known = await access.identify(aws, '123456');
    expect(known).toMatchObject({
      state: 'known',
      arn: expect.stringContaining('assumed-role/Support') as string,
    });
    expect(await access.identify(aws)).toMatchObject({ state: 'known' });
  });
});

/** Opens an account with a role whose profile, "ops", asks for the code of a device. */
async function aRoleWithCode() {
  const account = await anAwsAccount({
    config: `[profile ops]
role_arn = arn:aws:iam::111122223333:role/Support
source_profile = work
mfa_serial = arn:aws:iam::111122223333:mfa/anna`,
    credentials: keys.credentials ?? '',
  });
  const network = openNetwork({ environment: process.env });
  onTestFinished(() => network.close());
  const access = openDraftAccess({ network, environment: process.env, now: Date.now });
  const { endpoints } = account.open('work').place.account ?? { endpoints: {} };
  const aws = { region: 'eu-west-1', profile: 'ops', endpoints } as ConnectionAccessDraft;
  const { faults } = account.aws.world;
  const failNext = (kind: FaultKind): void =>
    faults.set([{ id: 'x', kind, service: 'sts', operation: 'GetCallerIdentity', times: 1 }]);
  return { access, aws, account, failNext };
}

describe('a sign-in by a code', () => {
  it.each<FaultKind>(['reset-after-apply', 'throttle', 'server-error'])(
    'is kept while STS does not say whose it is: %s',
    async (kind) => {
      const { access, aws, account, failNext } = await aRoleWithCode();
      failNext(kind);
      expect(await access.identify(aws, '123456')).toMatchObject({ state: 'stopped' });
      expect(await access.identify(aws)).toMatchObject({ state: 'known' });
      failNext(kind);
      expect(await access.identify(aws)).toMatchObject({ state: 'stopped' });
      expect(await access.identify(aws)).toMatchObject({ state: 'known' });
      expect(account.count('sts:AssumeRole')).toBe(1);
    },
  );

  it('is dropped if STS refuses it, so that another code can be entered', async () => {
    const { access, aws, failNext } = await aRoleWithCode();
    expect(await access.identify(aws, '123456')).toMatchObject({ state: 'known' });
    failNext('expired-token');
    expect(await access.identify(aws)).toMatchObject({ state: 'stopped', trouble: 'expired' });
    expect(await access.identify(aws)).toMatchObject({ state: 'stopped', trouble: 'code-wanted' });
  });
});
