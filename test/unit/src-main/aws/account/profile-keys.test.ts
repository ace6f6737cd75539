import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { profileSource, type ProfileSource } from '#main/aws/account/aws-configuration.ts';
import { fetchedInTime, notSignedInBy } from '#main/aws/account/profile-keys.ts';
import { CodeNotTaken } from '#main/aws/aws-trouble.ts';
import { NotConnected } from '#main/network/not-connected.ts';
import { awsFiles } from '#test/builders/aws-files.ts';

describe('the profile used to sign in', () => {
  afterEach(() => vi.unstubAllEnvs());

  it.each([
    ['sso', 'sso_session = corp'],
    ['sso', 'sso_start_url = https://corp.awsapps.com/start'],
    ['login', 'login_session = arn:aws:iam::111122223333:user/mira'],
    ['process', 'credential_process = vault # whatever'],
    ['other', 'region = eu-west-1'],
  ])('is recognised as kind %s', async (by, line) => {
    awsFiles({ config: `[profile team]\n; a comment\n${line}\n[profile other]\nsso_session = x\n` });
    expect(await profileSource('team', process.env)).toEqual({ profile: 'team', by });
  });

  it('is at the end of the assumed roles, however long and circular', async () => {
    awsFiles({
      config:
        '[profile top]\nrole_arn = a\nsource_profile = middle\n' +
        '[profile "middle"]\nrole_arn = b\nsource_profile=base\n' +
        '[profile round]\nrole_arn = a\nsource_profile = trip\n[profile trip]\nrole_arn = a\nsource_profile = round\n',
      credentials: '[base]\ncredential_process = vault\n',
    });
    expect(await profileSource('top', process.env)).toEqual({ profile: 'base', by: 'process' });
    expect(await profileSource('round', process.env)).toEqual({ profile: 'trip', by: 'other' });
  });

  it('may be the default before it, or missing', async () => {
    awsFiles({ config: '[default]\nsso_session = corp\n' });
    expect(await profileSource('default', process.env)).toEqual({ profile: 'default', by: 'sso' });
    expect(await profileSource('none', process.env)).toEqual({ profile: 'none', by: 'other' });
    expect(await profileSource('none', { AWS_CONFIG_FILE: '/nowhere' })).toMatchObject({ by: 'other' });
  });
});

const never = new Promise<never>(() => undefined);

describe('keys that take long', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('are given up after two minutes', async () => {
    const fetched = fetchedInTime(
      () => never,
      () => never,
    );
    const told = expect(fetched).rejects.toMatchObject({ name: 'NotSignedIn', reason: 'refused' });
    await vi.advanceTimersByTimeAsync(120_000);
    await told;
  });

  it('are not given up while a person looks for a code, however long that takes', async () => {
    let answer: (code: string) => void = () => undefined;
    const fetched = fetchedInTime(
      async (askCode) => `keys by ${await askCode('phone')}`,
      () => new Promise<string>((resolve) => (answer = resolve)),
    );
    await vi.advanceTimersByTimeAsync(3_600_000);
    answer('123456');
    expect(await fetched).toBe('keys by 123456');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('prompt for no code once they were given up', async () => {
    let goOn: () => void = () => undefined;
    const slow = new Promise<void>((resolve) => (goOn = resolve));
    const asked: string[] = [];
    let ended: Promise<string> | undefined;
    const fetched = fetchedInTime(
      (askCode) => (ended = slow.then(() => askCode('phone'))),
      (device) => {
        asked.push(device);
        return never;
      },
    );
    const told = expect(fetched).rejects.toMatchObject({ name: 'NotSignedIn', reason: 'refused' });
    await vi.advanceTimersByTimeAsync(120_000);
    await told;
    goOn();
    await expect(ended).rejects.toMatchObject({ name: 'NotSignedIn' });
    expect(asked).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('leave nothing waiting', async () => {
    await expect(
      fetchedInTime(
        () => Promise.reject(new Error('no')),
        () => never,
      ),
    ).rejects.toThrow('no');
    expect(vi.getTimerCount()).toBe(0);
  });
});

function named(name: string, message = '', more: object = {}): Error {
  return Object.assign(new Error(message), { name, ...more });
}

const told = (error: unknown, by: ProfileSource['by'] = 'other', profile = 'ops') =>
  notSignedInBy(error, profile, { profile, by });

describe('the reason for a missing sign-in', () => {
  it.each([
    [named('Error', 'connect ECONNREFUSED 127.0.0.1:443')],
    [named('TimeoutError', 'a request has exceeded the configured 10000 ms requestTimeout')],
    [named('CredentialsProviderError', 'Error: getaddrinfo ENOTFOUND portal.sso.eu-west-1.amazonaws.com')],
    [named('InternalFailure', 'We encountered an internal error.')],
    [named('Unknown', '', { $metadata: { httpStatusCode: 503 } })],
    [named('Throttling', 'Rate exceeded')],
  ])('passes automatically if AWS was not reached: %s', (error) => {
    for (const by of ['other', 'sso', 'login'] as const) {
      expect(told(error, by)).toMatchObject({ reason: 'unreachable', run: null });
    }
  });

  it.each([
    ['AccessDenied', 'refused'],
    ['InvalidClientTokenId', 'refused'],
    ['SignatureDoesNotMatch', 'refused'],
    ['ExpiredToken', 'expired'],
    ['ExpiredTokenException', 'expired'],
  ])('needs a person if STS says %s', (name, reason) => {
    expect(told(named(name, 'arn:aws:iam::1:user/canary'), 'sso')).toMatchObject({ reason, run: null });
    expect(told(named(name, 'arn:aws:iam::1:user/canary')).message).not.toContain('canary');
  });

  it('is what stopped the connection, with the setting that helps', () => {
    const stopped = new NotConnected({
      at: 'proxy',
      code: 'ECONNREFUSED',
      host: 'portal.sso.eu-west-1.amazonaws.com:443',
      proxy: { address: 'http://proxy.example.com:3128', setting: 'HTTPS_PROXY', hasPassword: true },
    });
    for (const by of ['other', 'sso', 'login'] as const) {
      expect(told(stopped, by)).toMatchObject({
        reason: 'unreachable',
        message:
          'The profile "ops" cannot sign in. The proxy http://proxy.example.com:3128 could not be reached (ECONNREFUSED), so AWS was not asked. HTTPS_PROXY names it. Correct it, or add portal.sso.eu-west-1.amazonaws.com to NO_PROXY, and start Sluice again.',
      });
    }
  });

  it.each([
    ['SignatureDoesNotMatch', 'Signature not yet current: canary', /the clock of this machine is wrong/],
    ['RegionDisabledException', 'canary', /does not accept this sign-in in ap-east-1/],
  ])('needs a person if a clock or a region is in the way: %s', (name, message, expected) => {
    const error = named(name, message, { $metadata: { httpStatusCode: 403 } });
    const why = notSignedInBy(error, 'ops', { profile: 'ops', by: 'other' }, 'ap-east-1');
    expect(why).toMatchObject({ reason: 'refused', message: expect.stringMatching(expected) as string });
    expect(why.message).not.toContain('canary');
  });

  it('needs a person if the addresses are not those that their machine asks for', () => {
    const error = named('EndpointError', 'Invalid Configuration: FIPS and custom endpoint are not supported');
    for (const by of ['other', 'sso', 'process'] as const) {
      expect(told(error, by)).toMatchObject({
        reason: 'refused',
        message: expect.stringMatching(/FIPS or dual-stack addresses.*start again/) as string,
      });
    }
    expect(told(named('EndpointError', 'canary')).message).not.toContain('canary');
  });

  it('is a refused code, and no other problem with a device', () => {
    const wrong = 'MultiFactorAuthentication failed with invalid MFA one time pass code. ';
    expect(told(named('AccessDenied', wrong))).toBeInstanceOf(CodeNotTaken);
    const serial = 'MultiFactorAuthentication failed, unable to validate MFA code.';
    expect(told(named('AccessDenied', serial))).not.toBeInstanceOf(CodeNotTaken);
  });

  it('never repeats the text of a command or a file', () => {
    for (const by of ['process', 'sso', 'login', 'other'] as const) {
      const { message, run } = told(named('CredentialsProviderError', 'Command failed: vault canary'), by);
      expect(`${message} ${String(run)}`).not.toMatch(/canary|vault/);
    }
  });

  it('quotes a profile so that a shell takes it as one word', () => {
    const over = named('CredentialsProviderError', 'The SSO session has expired.');
    expect(told(over, 'sso', 'prod-eu').run).toBe('aws sso login --profile prod-eu');
    expect(told(over, 'sso', "a b'; rm -rf ~").run).toBe("aws sso login --profile 'a b'\\''; rm -rf ~'");
    expect(told(over, 'login', '-v').run).toBe("aws login --profile '-v'");
  });

  it('names what is missing in an SSO session', () => {
    const missing = named('CredentialsProviderError', "Sso session 'corp' is missing required property");
    expect(told(missing, 'sso')).toMatchObject({
      reason: 'no-profile',
      run: 'aws configure sso --profile ops',
    });
  });
});
