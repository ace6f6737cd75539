import { createHash, generateKeyPairSync } from 'node:crypto';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { accountId, anAwsAccount } from '#test/builders/an-aws-account.ts';
import { awsSignInServices } from '#test/stand-ins/aws-sign-in-services.ts';

const base = '[base]\naws_access_key_id = AKIABASE\naws_secret_access_key = canary-of-base\n';
const role = `role_arn = arn:aws:iam::${accountId}:role/Reader\nsource_profile = base\n`;

describe('keys from the AWS files', () => {
  it('are those of the profile, whatever identity STS reports', async () => {
    const account = await anAwsAccount({ credentials: base });
    const { credentials } = account.open('base');
    expect(await credentials.get()).toMatchObject({ accessKeyId: 'AKIABASE' });
    expect(credentials.standing()).toMatchObject({
      state: 'signed-in',
      accountId,
      arn: `arn:aws:iam::${accountId}:user/AKIABASE`,
      expiresAt: null,
    });
    expect(account.count('sts:GetCallerIdentity')).toBe(1);
  });

  it('are refused if they belong to another account', async () => {
    const account = await anAwsAccount({ credentials: base });
    const { credentials } = account.open('base', { accountId: '999999999999' });
    await expect(credentials.get()).rejects.toMatchObject({
      reason: 'other-account',
      message: `These keys belong to account ${accountId}, but this connection is to 999999999999. Nothing was read.`,
    });
    await expect(credentials.get()).rejects.toMatchObject({ reason: 'other-account' });
    expect(account.count('sts:GetCallerIdentity')).toBe(1);
  });

  it('are read again at the next sign-in', async () => {
    const account = await anAwsAccount({});
    const { credentials } = account.open('base');
    await expect(credentials.get()).rejects.toMatchObject({
      reason: 'no-profile',
      run: 'aws configure --profile base',
    });
    account.write('.aws/credentials', base);
    await credentials.signIn();
    expect(await credentials.get()).toMatchObject({ accessKeyId: 'AKIABASE' });
  });

  it.each([
    ['[base\naws_access_key_id = canary-of-base', ''],
    ['', '[profile base]\nregion = eu-west-1\n'],
    ['', '[profile base]\nrole_arn = arn:aws:iam::111122223333:role/Reader\nsource_profile = nowhere\n'],
  ])('that are missing cause a plain message if the files are incomplete', async (credentials, config) => {
    const account = await anAwsAccount({ credentials, config });
    await expect(account.open('base').credentials.get()).rejects.toMatchObject({
      reason: 'no-profile',
      message:
        'The profile "base" is not in the AWS configuration of this machine, or names no way to sign in.',
    });
  });

  it('may come from the environment instead, if the connection says so', async () => {
    const env = { AWS_ACCESS_KEY_ID: 'AKIAENV', AWS_SECRET_ACCESS_KEY: 'secret' };
    const account = await anAwsAccount({ credentials: base, env });
    expect(await account.open({ fromEnvironment: true }).credentials.get()).toMatchObject({
      accessKeyId: 'AKIAENV',
    });
    expect(await account.open('base').credentials.get()).toMatchObject({ accessKeyId: 'AKIABASE' });
    const bare = await anAwsAccount({ credentials: base });
    await expect(bare.open({ fromEnvironment: true }).credentials.get()).rejects.toMatchObject({
      reason: 'no-profile',
      run: null,
    });
  });
});

describe('a role', () => {
  it('is assumed with another profile, with the session name of the current person, or of the profile', async () => {
    const account = await anAwsAccount({
      credentials: base,
      config: `[profile ops]\n${role}[profile named]\n${role}role_session_name = on-call\n`,
    });
    const { credentials } = account.open('ops');
    expect(await credentials.get()).toMatchObject({ accessKeyId: expect.stringMatching(/^ASIA/) as string });
    expect(credentials.standing()).toMatchObject({
      arn: expect.stringMatching(/:assumed-role\/Reader\/sluice-[\w.@-]+$/) as string,
      expiresAt: expect.stringMatching(/Z$/) as string,
    });
    const named = account.open('named').credentials;
    await named.get();
    expect(named.standing()).toMatchObject({
      arn: `arn:aws:sts::${accountId}:assumed-role/Reader/on-call`,
    });
    expect(account.count('sts:AssumeRole')).toBe(2);
  });

  it('that cannot be assumed is reported as that', async () => {
    const theirs = 'role_arn = arn:aws:iam::999999999999:role/Reader\nsource_profile = base\n';
    const account = await anAwsAccount({ credentials: base, config: `[profile ops]\n${theirs}` });
    await expect(account.open('ops').credentials.get()).rejects.toMatchObject({
      reason: 'refused',
      message: 'The profile "ops" may not assume its role, or not without a device code.',
    });
  });

  it('is kept while STS cannot be reached for a while', async () => {
    const account = await anAwsAccount({ credentials: base, config: `[profile ops]\n${role}` });
    const unreachable = { endpoints: { sts: 'http://127.0.0.1:9' } };
    const { credentials } = account.open('ops', unreachable);
    await expect(credentials.get()).rejects.toMatchObject({ reason: 'unreachable' });
    const { credentials: alone } = account.open('base', unreachable);
    await expect(alone.get()).rejects.toMatchObject({ reason: 'unreachable' });
  });
});

describe('a profile that asks for FIPS addresses', () => {
  it.each(['', role])(
    'uses the ones in the connection, and is refused if the connection names none',
    async (more) => {
      const account = await anAwsAccount({
        credentials: base,
        config: `[profile ${more === '' ? 'base' : 'ops'}]\nuse_fips_endpoint = true\n${more}`,
      });
      const profile = more === '' ? 'base' : 'ops';
      const { credentials } = account.open(profile, { endpoints: {} });
      const refused = {
        reason: 'refused',
        message: expect.stringMatching(/^This machine asks for FIPS/) as string,
      };
      await expect(credentials.get()).rejects.toMatchObject(refused);
      expect(credentials.standing()).toMatchObject({ state: 'failed', reason: 'refused' });
      await account.open(profile).credentials.get();
      expect(account.count('sts:GetCallerIdentity')).toBe(1);
    },
  );
});

describe('a command of the profile', () => {
  const script = (text: string) => `[profile tool]\ncredential_process = node -e '${text}'\n`;
  const printed = (expiration: string) =>
    script(
      `console.log(JSON.stringify({Version:1,AccessKeyId:"AKIATOOL",SecretAccessKey:"s",SessionToken:"t",Expiration:"${expiration}"}))`,
    );

  it('provides keys, and their expiry', async () => {
    const account = await anAwsAccount({ config: printed('2099-01-01T00:00:00Z') });
    const { credentials } = account.open('tool');
    expect(await credentials.get()).toMatchObject({ accessKeyId: 'AKIATOOL' });
    expect(credentials.standing()).toMatchObject({
      state: 'signed-in',
      expiresAt: '2099-01-01T00:00:00.000Z',
    });
  });

  it.each([
    [printed('2020-01-01T00:00:00Z'), 'expired'],
    [script('console.error("canary ECONNREFUSED aws sso login");process.exit(3)'), 'refused'],
    [script('console.log("canary, and no JSON")'), 'refused'],
  ])('that provides none is not quoted', async (config, reason) => {
    const account = await anAwsAccount({ config });
    const { credentials } = account.open('tool');
    await expect(credentials.get()).rejects.toMatchObject({
      reason,
      message: expect.stringContaining('The profile "tool" runs a command for its keys') as string,
    });
    expect(JSON.stringify(credentials.standing())).not.toMatch(/canary|node -e/);
  });
});

describe('a sign-in by SSO', () => {
  const config =
    '[sso-session corp]\nsso_start_url = https://corp.awsapps.com/start\nsso_region = eu-central-1\n' +
    `[profile team]\nsso_session = corp\nsso_account_id = ${accountId}\nsso_role_name = Reader\nregion = eu-west-1\n` +
    `[profile team-role]\nrole_arn = arn:aws:iam::${accountId}:role/Reader\nsource_profile = team\n`;
  const cache = join('.aws', 'sso', 'cache', `${createHash('sha1').update('corp').digest('hex')}.json`);
  const until = (ms: number) => ({
    accessToken: 'sso-token',
    expiresAt: new Date(Date.now() + ms).toISOString(),
  });
  const roleCredentials = {
    accessKeyId: 'ASIASSO',
    secretAccessKey: 's',
    sessionToken: 't',
    expiration: Date.now() + 3_600_000,
  };

  it('provides the keys of its role, from the portal and not from the STS region', async () => {
    const portal = await awsSignInServices(() => ({ body: { roleCredentials } }));
    const account = await anAwsAccount({ config, files: { [cache]: until(3_600_000) }, env: portal.env });
    const { credentials } = account.open('team');
    expect(await credentials.get()).toMatchObject({ accessKeyId: 'ASIASSO' });
    expect(portal.asked).toMatchObject([
      {
        method: 'GET',
        path: `/federation/credentials?account_id=${accountId}&role_name=Reader`,
        token: 'sso-token',
      },
    ]);
    expect(account.count('sts:GetCallerIdentity')).toBe(1);
  });

  it('that has expired names the command to run, also for a role that is assumed with it', async () => {
    const portal = await awsSignInServices(() => ({ body: { roleCredentials } }));
    const account = await anAwsAccount({ config, files: { [cache]: until(-60_000) }, env: portal.env });
    const over = { reason: 'expired', run: 'aws sso login --profile team' };
    const { credentials } = account.open('team');
    await expect(credentials.get()).rejects.toMatchObject(over);
    await expect(account.open('team-role').credentials.get()).rejects.toMatchObject(over);
    expect(portal.asked).toEqual([]);
    account.write(cache, JSON.stringify(until(3_600_000)));
    await credentials.signIn();
    expect(credentials.standing()).toMatchObject({ state: 'signed-in' });
  });

  it('that was never made, or that the portal no longer knows, says the same', async () => {
    const portal = await awsSignInServices(() => ({
      status: 401,
      headers: { 'x-amzn-errortype': 'UnauthorizedException' },
      body: { message: 'Session token not found or invalid' },
    }));
    const over = { reason: 'expired', run: 'aws sso login --profile team' };
    const never = await anAwsAccount({ config, env: portal.env });
    await expect(never.open('team').credentials.get()).rejects.toMatchObject(over);
    const gone = await anAwsAccount({ config, files: { [cache]: until(3_600_000) }, env: portal.env });
    await expect(gone.open('team').credentials.get()).rejects.toMatchObject(over);
  });

  it('that does not grant the role does not ask to sign in again', async () => {
    const portal = await awsSignInServices(() => ({
      status: 403,
      headers: { 'x-amzn-errortype': 'ForbiddenException' },
      body: { message: 'No access' },
    }));
    const account = await anAwsAccount({ config, files: { [cache]: until(3_600_000) }, env: portal.env });
    await expect(account.open('team').credentials.get()).rejects.toMatchObject({
      reason: 'refused',
      run: null,
    });
  });
});

describe('a sign-in by "aws login"', () => {
  const session = `arn:aws:sts::${accountId}:assumed-role/Reader/mira`;
  const config = `[profile person]\nlogin_session = ${session}\nregion = eu-west-1\n`;
  const cache = join('.aws', 'login', 'cache', `${createHash('sha256').update(session).digest('hex')}.json`);
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const token = (ms: number) => ({
    accessToken: {
      accessKeyId: 'ASIALOGIN',
      secretAccessKey: 's',
      sessionToken: 't',
      accountId,
      expiresAt: new Date(Date.now() + ms).toISOString(),
    },
    tokenType: 'aws_sigv4',
    clientId: 'arn:aws:signin:::devtools/same-device',
    refreshToken: 'refresh',
    dpopKey: privateKey.export({ format: 'pem', type: 'sec1' }),
  });

  it('provides the keys that it has cached', async () => {
    const account = await anAwsAccount({ config, files: { [cache]: token(900_000) } });
    expect(await account.open('person').credentials.get()).toMatchObject({ accessKeyId: 'ASIALOGIN' });
  });

  it('renews them automatically', async () => {
    const service = await awsSignInServices(() => ({
      body: {
        accessToken: { accessKeyId: 'ASIANEXT', secretAccessKey: 's', sessionToken: 't2' },
        refreshToken: 'refresh-2',
        expiresIn: 900,
        tokenType: 'aws_sigv4',
      },
    }));
    const account = await anAwsAccount({ config, files: { [cache]: token(-1_000) }, env: service.env });
    expect(await account.open('person').credentials.get()).toMatchObject({ accessKeyId: 'ASIANEXT' });
    expect(service.asked).toMatchObject([{ method: 'POST', path: '/v1/token' }]);
  });

  it('that has expired, or was never made, names the command to run', async () => {
    const service = await awsSignInServices(() => ({
      status: 401,
      headers: { 'x-amzn-errortype': 'AccessDeniedException' },
      body: { error: 'TOKEN_EXPIRED', message: 'The token has expired' },
    }));
    const over = { reason: 'expired', run: 'aws login --profile person' };
    const account = await anAwsAccount({ config, files: { [cache]: token(-1_000) }, env: service.env });
    await expect(account.open('person').credentials.get()).rejects.toMatchObject(over);
    const never = await anAwsAccount({ config, env: service.env });
    await expect(never.open('person').credentials.get()).rejects.toMatchObject(over);
  });
});
