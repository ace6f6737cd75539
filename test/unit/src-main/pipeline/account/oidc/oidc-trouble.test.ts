import { expect, it } from 'vitest';
import { noPassBy } from '#main/pipeline/account/oidc/oidc-trouble.ts';
import { NoPass } from '#main/pipeline/account/pass.ts';

const secret = 'refresh_token=abcdef';

it.each<[object, RegExp, boolean]>([
  [{ error: 'access_denied', error_description: secret }, /refused or cancelled in the browser/, false],
  [{ error: 'invalid_grant', error_description: secret }, /refused the sign-in \(invalid_grant\)/, true],
  [{ error: 'invalid_scope' }, /\(invalid_scope\)/, false],
  [{ error: `Call ${secret}` }, /did not work/, false],
  [{ code: 'OAUTH_TIMEOUT' }, /\(OAUTH_TIMEOUT\)/, false],
  [{ cause: Object.assign(new Error(secret), { code: 'ECONNREFUSED' }) }, /\(ECONNREFUSED\)/, false],
  [{ code: secret }, /did not work/, false],
  [{}, /did not work/, false],
])('is told by its code alone: %j', (more, why, isOver) => {
  const told = noPassBy(Object.assign(new Error(secret), more));
  expect(told.isOver).toBe(isOver);
  expect(told.noPass.message).toMatch(why);
  expect(told.noPass.message).not.toContain('abcdef');
});

it('leaves a sentence of our own as it is', () => {
  const own = new NoPass('It was given up.');
  expect(noPassBy(own)).toEqual({ noPass: own, isOver: false });
  expect(noPassBy('a text').noPass.message).toMatch(/did not work/);
});
