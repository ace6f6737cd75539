import { expect, test } from 'vitest';
import { describeEnvironment } from '#renderer/app/shell/environment-band.tsx';
import { aConnectionSummary } from '#test/builders/a-session.ts';

test('the sandbox says that it needs no account', () => {
  expect(describeEnvironment(aConnectionSummary(), null)).toEqual({
    name: 'Local sandbox',
    access: 'no account needed, live pipelines',
  });
});

test.each(['staging', 'production'] as const)('%s says whether it may be written to', (environment) => {
  const staging = aConnectionSummary({ kind: 'aws', environment });
  expect(describeEnvironment(staging, { role: 'admin' }).access).toBe('writable');
  expect(describeEnvironment({ ...staging, readOnly: true }, { role: 'admin' }).access).toBe(
    'read-only session',
  );
});

test('a connection is not called writable without a role', () => {
  const staging = aConnectionSummary({ kind: 'aws', environment: 'staging' });
  expect(describeEnvironment(staging, null).access).toBe('role unknown');
  expect(describeEnvironment({ ...staging, readOnly: true }, null).access).toBe('read-only session');
});
