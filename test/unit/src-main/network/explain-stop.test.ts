import { describe, expect, it } from 'vitest';
import { explainStop, sayStop } from '#main/network/explain-stop.ts';
import { NotConnected } from '#main/network/not-connected.ts';

type Failure = ConstructorParameters<typeof NotConnected>[0];

const now = Date.parse('2026-11-26T12:00:00Z');
const call = { to: 'STS', region: 'eu-west-1', now: () => now, hasNetwork: () => true };
const proxy = { address: 'http://proxy.example.com:3128', setting: 'HTTPS_PROXY', hasPassword: false };

const explain = (error: unknown, more: Partial<typeof call> = {}) => explainStop(error, { ...call, ...more });
const say = (error: unknown, more: Partial<typeof call> = {}): string => {
  const stop = explain(error, more);
  return stop === null ? 'not known' : `${stop.trouble}: ${sayStop(stop)}`;
};

function notConnected(failure: Partial<Failure>): NotConnected {
  return new NotConnected({
    at: 'host',
    code: 'ECONNREFUSED',
    host: 'sts.eu-west-1.amazonaws.com:443',
    proxySettings: [],
    ...failure,
  });
}

function answered(name: string, message = '', headers: Readonly<Record<string, string>> = {}): Error {
  return Object.assign(new Error(message), {
    name,
    $metadata: { httpStatusCode: 403 },
    $response: { statusCode: 403, headers },
  });
}

const dated = (ms: number) => ({ date: new Date(now + ms).toUTCString() });

describe('a proxy that stops a call', () => {
  it('is named with the setting that it comes from when it cannot be reached', () => {
    expect(say(notConnected({ at: 'proxy', proxy }))).toBe(
      'proxy: The proxy http://proxy.example.com:3128 could not be reached (ECONNREFUSED), so STS was not asked. HTTPS_PROXY names it. Correct it, or add sts.eu-west-1.amazonaws.com to NO_PROXY, and start Sluice again.',
    );
    expect(say(notConnected({ at: 'proxy', code: 'ETIMEDOUT', proxy: { ...proxy, setting: null } }))).toBe(
      "proxy: The proxy http://proxy.example.com:3128 did not answer in time, so STS was not asked. It comes from this machine's proxy settings. Check them, the network and the VPN, then try again.",
    );
  });

  it.each([
    [407, proxy, [], /asks for a user name and a password \(407\).* Put them into HTTPS_PROXY/],
    [407, { ...proxy, hasPassword: true }, ['Basic'], /rejected the user name and password in HTTPS_PROXY/],
    [407, proxy, ['Negotiate', 'NTLM'], /asks for a sign-in by Negotiate or NTLM/],
    [403, proxy, [], /does not allow a connection to sts\.eu-west-1\.amazonaws\.com:443 \(403\)/],
    [502, proxy, [], /could not reach sts\.eu-west-1\.amazonaws\.com \(502\)/],
  ])('is told by its answer %d', (status, its, offers, expected) => {
    const stop = explain(notConnected({ at: 'tunnel', code: 'PROXY_REFUSED', proxy: its, status, offers }));
    expect(stop?.trouble).toBe('proxy');
    expect(sayStop(stop!)).toMatch(expected);
  });

  it('is told when it is of a kind that the console cannot use', () => {
    const socks = { ...proxy, address: 'socks5://proxy.example.com:1080', setting: 'ALL_PROXY' };
    expect(say(notConnected({ at: 'settings', code: 'SOCKS', proxy: socks }))).toMatch(
      /is a SOCKS proxy, which the console cannot use, so STS was not asked\. Set ALL_PROXY to/,
    );
    expect(say(notConnected({ at: 'settings', code: 'NO_ADDRESS', proxy }))).toMatch(
      /HTTPS_PROXY names no address of a proxy/,
    );
  });
});

describe('a certificate that stops a call', () => {
  it('is told with its issuer and with the settings that help', () => {
    const untrusted = notConnected({ code: 'SELF_SIGNED_CERT_IN_CHAIN', issuer: 'Example Proxy CA' });
    expect(say(untrusted)).toBe(
      'certificate: The certificate of sts.eu-west-1.amazonaws.com is not trusted: it was issued by "Example Proxy CA", which this machine does not know. Nothing was sent. If your company\'s proxy issued it, get the company\'s root certificate as a PEM file, name that file in AWS_CA_BUNDLE, in ca_bundle of the profile or in NODE_EXTRA_CA_CERTS, and start Sluice again.',
    );
  });

  it('is told with a certificate file that could not be used', () => {
    const unusable = notConnected({ code: 'SELF_SIGNED_CERT_IN_CHAIN', unusable: ['AWS_CA_BUNDLE'] });
    expect(say(unusable)).toMatch(/AWS_CA_BUNDLE names a file that has no certificate or cannot be read\./);
  });

  it('may be that of the proxy itself', () => {
    const its = { ...proxy, address: 'https://proxy.example.com:3129' };
    expect(say(notConnected({ at: 'proxy', code: 'DEPTH_ZERO_SELF_SIGNED_CERT', proxy: its }))).toMatch(
      /^certificate: The certificate of the proxy https:\/\/proxy\.example\.com:3129 is not trusted/,
    );
  });

  it.each([
    ['CERT_HAS_EXPIRED', /By this machine's clock, .* has expired\. .*Check the date and time/],
    ['CERT_NOT_YET_VALID', /By this machine's clock, .* is not valid yet\./],
    ['ERR_TLS_CERT_ALTNAME_INVALID', /belongs to another host/],
  ])('is told by its code %s', (code, expected) => {
    expect(say(notConnected({ code }))).toMatch(expected);
  });
});

describe('a network that stops a call', () => {
  it('is told apart from a host that does not exist', () => {
    const noHost = notConnected({ code: 'ENOTFOUND' });
    expect(say(noHost, { hasNetwork: () => false })).toMatch(/^no-network: This machine is not connected/);
    expect(say(noHost)).toMatch(
      /^wrong-region: There is no host sts\.eu-west-1\.amazonaws\.com, so STS was not reached\. Check the region "eu-west-1"/,
    );
    expect(say(notConnected({ code: 'ENOTFOUND', host: 'api.example.com:443' }))).toMatch(
      /^no-host: There is no host api\.example\.com, .* Check the address in connections\.json/,
    );
    expect(say(notConnected({ code: 'EAI_AGAIN' }))).toMatch(/^no-network: .* no name server answered/);
  });

  it('is told apart from a host that does not answer', () => {
    expect(say(notConnected({ code: 'ETIMEDOUT' }))).toMatch(/^late: .* did not accept a connection in time/);
    expect(say(notConnected({ code: 'EPROTO' }))).toMatch(/^unreachable: .* does not speak TLS/);
    expect(say(Object.assign(new Error('late'), { name: 'TimeoutError' }))).toMatch(
      /^late: STS did not answer in time\./,
    );
    expect(say(Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }))).toMatch(
      /^unreachable: The connection to STS ended before it answered \(ECONNRESET\)\./,
    );
  });

  it('comes with a hint at the setting of a proxy', () => {
    expect(say(notConnected({ proxySettings: [] }))).toMatch(/name it in HTTPS_PROXY/);
    expect(say(notConnected({ proxySettings: ['HTTP_PROXY'] }))).toMatch(
      /HTTP_PROXY is set, but addresses that start with https:\/\/ go through HTTPS_PROXY/,
    );
    expect(say(notConnected({ proxySettings: ['HTTPS_PROXY'] }))).not.toMatch(/PROXY/);
  });

  it('is told where another library reports it', () => {
    const failed = new TypeError('fetch failed', {
      cause: Object.assign(new Error('getaddrinfo ENOTFOUND idp.example.com'), {
        code: 'ENOTFOUND',
        hostname: 'idp.example.com',
      }),
    });
    expect(say(failed, { to: 'the issuer' })).toMatch(
      /^no-host: There is no host idp\.example\.com, so the issuer was not reached\./,
    );
  });
});

describe('a clock that is off', () => {
  const skewed =
    'Signature expired: 20261126T120000Z is now earlier than 20261126T121500Z (20261126T123000Z - 15 min.)';

  it('is told with the difference that the message or the date of the answer shows', () => {
    const behind =
      'clock: The clock of this machine is 30 minutes behind, so STS refused the call. Set the date and time of this machine, best automatically, then try again.';
    expect(say(answered('SignatureDoesNotMatch', skewed))).toBe(behind);
    expect(say(answered('RequestTimeTooSkewed', '', dated(30 * 60_000)))).toBe(behind);
    expect(say(answered('InvalidSignatureException', 'no match', dated(-26 * 3_600_000)))).toMatch(
      /^clock: The clock of this machine is 26 hours ahead/,
    );
    expect(say(answered('RequestExpired'))).toMatch(/^clock: STS refused the call because of its time/);
  });

  it('is not blamed for a wrong secret key', () => {
    expect(say(answered('SignatureDoesNotMatch', 'no match', dated(2_000)))).toBe('not known');
  });
});

describe('an answer of AWS that stops a call', () => {
  it.each([
    [
      'ExpiredTokenException',
      'The security token has expired',
      {},
      /^expired: The sign-in to AWS has expired\./,
    ],
    [
      'AccessDenied',
      'User: arn:aws:iam::111122223333:user/mira is not authorized to perform: sqs:listqueues on resource: x',
      {},
      /^denied: This sign-in may not do sqs:listqueues\. Ask for a policy/,
    ],
    ['AccessDenied', 'no', {}, /^denied: STS refused the call \(AccessDenied\)\./],
    ['InvalidClientTokenId', 'invalid', {}, /^unknown-keys: STS does not know these keys/],
    ['OptInRequired', '', {}, /^wrong-region: STS does not accept this sign-in in eu-west-1/],
    [
      'PermanentRedirect',
      '',
      { 'x-amz-bucket-region': 'us-east-2' },
      /^wrong-region: The bucket is in us-east-2, and the connection is to eu-west-1\./,
    ],
    [
      'InvalidSignatureException',
      "Credential should be scoped to a valid region, not 'eu-west-1'.",
      {},
      /^wrong-region: STS does not serve the region "eu-west-1" at this address/,
    ],
  ])('is told: %s', (name, message, headers, expected) => {
    expect(say(answered(name, message, headers))).toMatch(expected);
  });

  it('means a region that is off where AWS opened it after 2019', () => {
    expect(say(answered('UnrecognizedClientException'), { region: 'eu-south-2' })).toMatch(
      /^wrong-region: STS does not accept this sign-in in eu-south-2/,
    );
    expect(say(answered('UnrecognizedClientException'), { region: 'us-gov-west-1' })).toMatch(
      /^unknown-keys/,
    );
  });

  it('is left to its caller otherwise', () => {
    expect(explain(answered('ValidationException', 'no'))).toBeNull();
    expect(explain(new TypeError('a bug'))).toBeNull();
    expect(explain('no error')).toBeNull();
  });
});
