import { expect, it } from 'vitest';
import { isSignInPage, noPassBy } from '#main/pipeline/account/oidc-source.ts';
import { NoPass } from '#main/pipeline/account/pass-sources.ts';

const endpoint = 'https://login.example.com/tenant/authorize';

it.each([
  `${endpoint}?client_id=sluice&state=a`,
  `${endpoint}?redirect_uri=http%3A%2F%2F127.0.0.1%3A4567%2Fcallback`,
  endpoint,
])('is the endpoint of the issuer with a query: %s', (address) => {
  expect(isSignInPage({ address, endpoint })).toBe(true);
});

it('may be on this machine, for an issuer that is', () => {
  const own = 'http://127.0.0.1:9999/auth';
  expect(isSignInPage({ address: `${own}?a=b`, endpoint: own })).toBe(true);
});

it.each([
  'https://login.example.com/tenant/authorize/../../logout',
  'https://login.example.com/other',
  'https://login.example.com.attacker.example/tenant/authorize',
  'https://login.example.com@attacker.example/tenant/authorize',
  'https://user:password@login.example.com/tenant/authorize',
  'https://login.example.com:8443/tenant/authorize',
  'http://login.example.com/tenant/authorize',
  `${endpoint}?a=b#fragment`,
  `${endpoint}?a=b c`,
  `${endpoint}?a=b\nc`,
  `${endpoint}?a=\\\\host\\share`,
  `${endpoint}?a=${'b'.repeat(8_192)}`,
  'file:///tenant/authorize',
  'javascript:alert(1)',
  'sluice://tenant/authorize',
  'ms-settings:tenant/authorize',
  '//login.example.com/tenant/authorize',
  'tenant/authorize',
  '',
])('is nothing else: %s', (address) => {
  expect(isSignInPage({ address, endpoint })).toBe(false);
});

it.each(['', 'nothing', 'file:///auth', 'javascript:alert(1)', 'http://login.example.com/auth'])(
  'is none if the issuer names %j',
  (named) => {
    expect(isSignInPage({ address: named, endpoint: named })).toBe(false);
  },
);

const secret = 'refresh_token=abcdef';

it.each<[object, RegExp, boolean]>([
  [{ error: 'access_denied', error_description: secret }, /refused or cancelled in the browser/, false],
  [{ error: 'invalid_grant', error_description: secret }, /refused the sign-in \(invalid_grant\)/, true],
  [{ error: 'invalid_scope' }, /\(invalid_scope\)/, false],
  [{ error: `Call ${secret}` }, /failed/, false],
  [{ code: 'OAUTH_TIMEOUT' }, /^The issuer did not answer in time\./, false],
  [{ code: 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED' }, /The token from the issuer is not valid at the time/, false],
  [{ cause: Object.assign(new Error(secret), { code: 'ECONNREFUSED' }) }, /\(ECONNREFUSED\)/, false],
  [{ code: secret }, /failed/, false],
  [{}, /failed/, false],
])('is reported by its code alone: %j', (more, why, isOver) => {
  const told = noPassBy(Object.assign(new Error(secret), more));
  expect(told.isOver).toBe(isOver);
  expect(told.noPass.message).toMatch(why);
  expect(told.noPass.message).not.toContain('abcdef');
});

it('leaves a sentence of our own as it is', () => {
  const own = new NoPass('It was given up.');
  expect(noPassBy(own)).toEqual({ noPass: own, isOver: false });
  expect(noPassBy('a text').noPass.message).toMatch(/failed/);
});
