import { describe, expect, test } from 'vitest';
import { canLook, whyNotAct } from '#renderer/features/dead-letters/dead-letters-rights.ts';

describe('looking at queues with messages of every tenant', () => {
  test.each([
    ['support', '*', true],
    ['admin', '*', true],
    ['reviewer', '*', false],
    ['support', ['northwind'], false],
    ['admin', ['northwind'], false],
  ] as const)('%s of %o may look: %s', (role, tenants, may) => {
    expect(canLook({ role, tenants: tenants === '*' ? tenants : [...tenants] })).toBe(may);
  });
});

describe('permission to change a queue', () => {
  const open = { name: 'prod', readOnly: false, unlockable: false };

  test('is given to admins on a writable connection', () => {
    expect(whyNotAct({ role: 'admin' }, open)).toBeUndefined();
    expect(whyNotAct({ role: 'admin' }, { ...open, readOnly: true })).toBe(
      'prod is open read-only: its entry in connections.json says so.',
    );
  });

  test('is given to no one else', () => {
    expect(whyNotAct({ role: 'support' }, open)).toMatch(/^Redrive, edit and discard require the admin role/);
    expect(whyNotAct(null, open)).toMatch(/unknown/);
  });
});
