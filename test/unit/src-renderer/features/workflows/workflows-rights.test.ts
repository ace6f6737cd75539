import { expect, test } from 'vitest';
import { whyNotSave } from '#renderer/features/workflows/workflows-rights.ts';

const connection = { name: 'prod', readOnly: false, unlockable: true };
const admin = { role: 'admin', tenants: '*' } as const;

test('admins may save on a writable connection for their own tenants', () => {
  expect(whyNotSave(admin, connection, 'northwind')).toBeUndefined();
  expect(whyNotSave({ ...admin, tenants: ['northwind'] }, connection, 'northwind')).toBeUndefined();
  expect(whyNotSave({ ...admin, tenants: ['kestrel'] }, connection, 'northwind')).toMatch(/tenant/);
  expect(whyNotSave(admin, { ...connection, readOnly: true }, 'northwind')).toBe(
    'prod is open read-only: production is locked. Unlock it for writing first.',
  );
});

test('everyone else sees that they can only look', () => {
  for (const role of ['support', 'reviewer'] as const) {
    expect(whyNotSave({ role, tenants: '*' }, connection, 'northwind')).toMatch(
      new RegExp(`yours is ${role}`),
    );
  }
  expect(whyNotSave(null, connection, 'northwind')).toMatch(/is unknown/);
});
