import { expect, test } from 'vitest';
import { scopeOf } from '#main/features/session/scope-of.ts';
import { maySeeAll, maySeeTenant } from '#shared/domain/tenant-scope.ts';
import { aSession } from '#test/builders/a-session.ts';

const account = { aws: { state: 'not-yet' }, pipeline: { state: 'in-progress' } } as const;

test('whoever is known sees what is theirs, also while their sign-in is expired', () => {
  const who = { id: 'jonas', name: 'Jonas', role: 'support', tenants: ['northwind'] } as const;
  const session = aSession({ who: { ...who, tenants: [...who.tenants] }, signIn: account });

  expect(maySeeTenant(scopeOf(session), 'northwind')).toBe(true);
  expect(maySeeTenant(scopeOf(session), 'kestrel')).toBe(false);
});

test('where an API would say who it is, nobody sees anything before it has', () => {
  const session = aSession({ who: null, signIn: account });

  expect(maySeeAll(scopeOf(session))).toBe(false);
  expect(maySeeTenant(scopeOf(session), 'northwind')).toBe(false);
});

test('where there is no API, AWS alone decides', () => {
  const session = aSession({ who: null, signIn: { ...account, pipeline: { state: 'no-api' } } });

  expect(maySeeAll(scopeOf(session))).toBe(true);
});
