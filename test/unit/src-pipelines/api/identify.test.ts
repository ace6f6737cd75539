import { describe, expect, it } from 'vitest';
import { ApiProblem } from '#pipelines/api/call.ts';
import { identifyByAuthorizer, parseIdentities, type Authorizer } from '#pipelines/api/identify.ts';

const account = '111122223333';
const claims = { sub: 'user-1', name: 'Mira', role: 'support', tenants: '[northwind alder-finch]' };

describe('a caller with a token', () => {
  it('is who the authorizer says', async () => {
    expect(await identify({ jwt: { claims } })).toEqual({
      sub: 'user-1',
      name: 'Mira',
      role: 'support',
      tenants: ['northwind', 'alder-finch'],
    });
  });

  it.each([
    ['[northwind alder-finch]', ['northwind', 'alder-finch']],
    ['[northwind]', ['northwind']],
    ['[]', []],
    ['', []],
    ['northwind', ['northwind']],
    ['northwind alder-finch', ['northwind', 'alder-finch']],
    ['northwind, alder-finch', ['northwind', 'alder-finch']],
    ['["northwind","alder-finch"]', ['northwind', 'alder-finch']],
    [
      ['northwind', 'alder-finch'],
      ['northwind', 'alder-finch'],
    ],
    ['*', '*'],
    // A list is never all tenants, whatever is in it.
    ['[*]', ['*']],
  ])('with %j sees the tenants %j', async (tenants, seen) => {
    expect(await identify({ jwt: { claims: { ...claims, tenants } } })).toMatchObject({ tenants: seen });
  });

  it('has no name in some access tokens, and the subject instead', async () => {
    const { name: _, ...nameless } = claims;
    expect(await identify({ jwt: { claims: nameless } })).toMatchObject({ name: 'user-1' });
  });

  it('has its claims under the names that the issuer uses', async () => {
    const names = { claims: { role: 'custom:role', tenants: 'https://sluice.example/tenants' } };
    const issued = {
      sub: 'user-1',
      name: 'Mira',
      role: 'admin',
      'custom:role': '[reviewer]',
      'https://sluice.example/tenants': 'northwind',
    };
    expect(await identify({ jwt: { claims: issued } }, names)).toMatchObject({
      role: 'reviewer',
      tenants: ['northwind'],
    });
  });

  it.each([
    ['says no role', { role: undefined }],
    ['says two roles', { role: '[admin support]' }],
    ['says a role that there is not', { role: 'owner' }],
    ['says no tenants', { tenants: undefined }],
    ['has a subject that would break a key', { sub: 'a#b' }],
    ['has no subject', { sub: undefined }],
  ])('is refused where it %s', async (_, changes) => {
    await expect(identify({ jwt: { claims: { ...claims, ...changes } } })).rejects.toMatchObject({
      code: 'not-signed-in',
    });
  });
});

describe('a caller who signs with IAM', () => {
  const iamRoles = { Reviewers: { role: 'reviewer', tenants: ['northwind'] } };
  const session = (role: string, owner = account) => ({
    iam: { userArn: `arn:aws:sts::${owner}:assumed-role/${role}/teo@northwind.example` },
  });

  it('is a session of a role that the configuration names', async () => {
    expect(await identify(session('Reviewers'), { iamRoles })).toEqual({
      sub: 'Reviewers/teo@northwind.example',
      name: 'teo@northwind.example',
      role: 'reviewer',
      tenants: ['northwind'],
    });
  });

  it.each([
    ['of another role', session('Others')],
    ['of a role of the same name in another account', session('Reviewers', '999988887777')],
    ['of a role that every object has', session('constructor')],
    ['that is a user', { iam: { userArn: `arn:aws:iam::${account}:user/Reviewers` } }],
  ])('is refused as one %s', async (_, authorizer) => {
    await expect(identify(authorizer, { iamRoles })).rejects.toBeInstanceOf(ApiProblem);
  });
});

it('refuses a request without an authorizer, whatever its headers say', async () => {
  const token = `Bearer ${Buffer.from(JSON.stringify(claims)).toString('base64url')}`;
  for (const authorizer of [undefined, {}, { jwt: null, iam: null }]) {
    await expect(identify(authorizer, {}, { authorization: token })).rejects.toMatchObject({
      code: 'not-signed-in',
    });
  }
});

it('needs no configuration, and refuses one that it would misread', () => {
  expect(parseIdentities(undefined)).toEqual({ claims: {}, iamRoles: {} });
  expect(parseIdentities('')).toEqual({ claims: {}, iamRoles: {} });
  expect(() => parseIdentities('{"roles":{}}')).toThrow('Unrecognized key');
  expect(() => parseIdentities('{"iamRoles":{"A":{"role":"owner","tenants":"*"}}}')).toThrow();
});

function identify(
  authorizer: Authorizer | undefined,
  identities: object = {},
  headers: Readonly<Record<string, string>> = {},
) {
  return identifyByAuthorizer(
    { account },
    parseIdentities(JSON.stringify(identities)),
  )({ method: 'GET', path: '/me', query: '', headers, body: new Uint8Array(), authorizer });
}
