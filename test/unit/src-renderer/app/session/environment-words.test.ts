import { expect, test } from 'vitest';
import { environmentWords, groupedAccount } from '#renderer/app/session/environment-words.ts';
import { aConnectionSummary } from '#test/builders/a-session.ts';

test('the sandbox says that it needs no account', () => {
  expect(environmentWords(aConnectionSummary())).toEqual({
    name: 'Local sandbox',
    access: 'no account needed, living pipelines',
  });
});

test('production is read-only even where its entry forgot to say so', () => {
  const production = aConnectionSummary({ kind: 'aws', environment: 'production', readOnly: false });
  expect(environmentWords(production)).toEqual({ name: 'production', access: 'read-only session' });
});

test('staging says whether it may be written to', () => {
  const staging = aConnectionSummary({ kind: 'aws', environment: 'staging' });
  expect(environmentWords(staging).access).toBe('writable');
  expect(environmentWords({ ...staging, readOnly: true }).access).toBe('read-only session');
});

test('an account is grouped in fours', () => {
  expect(groupedAccount('447108293316')).toBe('4471-0829-3316');
});
