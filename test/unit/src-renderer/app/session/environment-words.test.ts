import { expect, test } from 'vitest';
import { environmentWords } from '#renderer/app/session/environment-words.ts';
import { aConnectionSummary } from '#test/builders/a-session.ts';

test('the sandbox says that it needs no account', () => {
  expect(environmentWords(aConnectionSummary())).toEqual({
    name: 'Local sandbox',
    access: 'no account needed, living pipelines',
  });
});

test.each(['staging', 'production'] as const)('%s says whether it may be written to', (environment) => {
  const staging = aConnectionSummary({ kind: 'aws', environment });
  expect(environmentWords(staging).access).toBe('writable');
  expect(environmentWords({ ...staging, readOnly: true }).access).toBe('read-only session');
});
