import { describe, expect, it } from 'vitest';
import { CodeNotTaken } from '#main/aws/account/not-signed-in.ts';
import type { ProfileSource } from '#main/aws/account/profile-source.ts';
import { notSignedInBy } from '#main/aws/account/sign-in-trouble.ts';

function named(name: string, message = '', more: object = {}): Error {
  return Object.assign(new Error(message), { name, ...more });
}

const told = (error: unknown, by: ProfileSource['by'] = 'other', profile = 'ops') =>
  notSignedInBy(error, profile, { profile, by });

describe('why nobody is signed in', () => {
  it.each([
    [named('Error', 'connect ECONNREFUSED 127.0.0.1:443')],
    [named('TimeoutError', 'a request has exceeded the configured 10000 ms requestTimeout')],
    [named('CredentialsProviderError', 'Error: getaddrinfo ENOTFOUND portal.sso.eu-west-1.amazonaws.com')],
    [named('InternalFailure', 'We encountered an internal error.')],
    [named('Unknown', '', { $metadata: { httpStatusCode: 503 } })],
    [named('Throttling', 'Rate exceeded')],
  ])('passes by itself where AWS was not reached: %s', (error) => {
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
  ])('is for a person where STS says %s', (name, reason) => {
    expect(told(named(name, 'arn:aws:iam::1:user/canary'), 'sso')).toMatchObject({ reason, run: null });
    expect(told(named(name, 'arn:aws:iam::1:user/canary')).message).not.toContain('canary');
  });

  it('is for a person where the addresses are not those that their machine asks for', () => {
    const error = named('EndpointError', 'Invalid Configuration: FIPS and custom endpoint are not supported');
    for (const by of ['other', 'sso', 'process'] as const) {
      expect(told(error, by)).toMatchObject({
        reason: 'refused',
        message: expect.stringMatching(/FIPS or dual-stack addresses.*start again/) as string,
      });
    }
    expect(told(named('EndpointError', 'canary')).message).not.toContain('canary');
  });

  it('is a code that was not taken, and no other trouble with a device', () => {
    const wrong = 'MultiFactorAuthentication failed with invalid MFA one time pass code. ';
    expect(told(named('AccessDenied', wrong))).toBeInstanceOf(CodeNotTaken);
    const serial = 'MultiFactorAuthentication failed, unable to validate MFA code.';
    expect(told(named('AccessDenied', serial))).not.toBeInstanceOf(CodeNotTaken);
  });

  it('never repeats what a command or a file has said', () => {
    for (const by of ['process', 'sso', 'login', 'other'] as const) {
      const { message, run } = told(named('CredentialsProviderError', 'Command failed: vault canary'), by);
      expect(`${message} ${String(run)}`).not.toMatch(/canary|vault/);
    }
  });

  it('writes a profile so that a shell takes it as one word', () => {
    const over = named('CredentialsProviderError', 'The SSO session has expired.');
    expect(told(over, 'sso', 'prod-eu').run).toBe('aws sso login --profile prod-eu');
    expect(told(over, 'sso', "a b'; rm -rf ~").run).toBe("aws sso login --profile 'a b'\\''; rm -rf ~'");
    expect(told(over, 'login', '-v').run).toBe("aws login --profile '-v'");
  });

  it('names what is missing of an SSO session', () => {
    const missing = named('CredentialsProviderError', "Sso session 'corp' is missing required property");
    expect(told(missing, 'sso')).toMatchObject({
      reason: 'no-profile',
      run: 'aws configure sso --profile ops',
    });
  });
});
