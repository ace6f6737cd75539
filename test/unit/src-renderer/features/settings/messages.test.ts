import { describe, expect, test } from 'vitest';
import {
  explainAccess,
  describeAccess,
  listDueOptions,
  describeReadAgain,
  describeTenants,
  applySession,
} from '#renderer/features/settings/messages.ts';
import type { OutputOf } from '#shared/contract/contract.ts';
import { aConnectionSummary, aSession } from '#test/builders/a-session.ts';

test('offers a saved value that is not one of the usual hours', () => {
  expect(listDueOptions(24).map(({ value }) => value)).toEqual(['4', '8', '24', '48', '72']);
  expect(listDueOptions(1)[0]).toEqual({ value: '1', label: 'After 1 hour' });
});

const account = aConnectionSummary({ id: 'a', kind: 'aws', environment: 'production' });

describe('access', () => {
  test.each([
    [{ readOnly: true, unlockable: true }, 'Locked, can be unlocked', 'locked, can be unlocked'],
    [{ readOnly: true, unlockable: false }, 'Read-only', 'read-only in connections.json'],
    [{ readOnly: false, unlockable: true }, 'Unlocked', 'unlocked, locks automatically'],
    [{ readOnly: false, unlockable: false }, 'Writable', 'writable, as far as your role allows'],
  ])('%j', (change, words, sentence) => {
    expect(describeAccess({ ...account, ...change }).words).toBe(words);
    expect(explainAccess({ ...account, ...change })).toBe(sentence);
  });

  test('shows an open lock only if writing is possible now', () => {
    expect(describeAccess({ ...account, readOnly: true, unlockable: true }).icon).toBe('lock');
    expect(describeAccess({ ...account, readOnly: false, unlockable: true }).icon).toBe('unlock');
  });
});

test('tenants are all, none, or up to four names', () => {
  expect(describeTenants('*')).toBe('all tenants');
  expect(describeTenants([])).toBe('no tenant');
  expect(describeTenants(['a', 'b'])).toBe('a, b');
  expect(describeTenants(['a', 'b', 'c', 'd', 'e', 'f'])).toBe('a, b, c, d and 2 more');
});

test('the open connection follows the session, and the others stay as they were read', () => {
  const open = { ...account, readOnly: false, unlockable: true };
  const listed = [aConnectionSummary(), { ...open, readOnly: true }];
  expect(applySession(listed, aSession({ connection: open }))).toEqual([aConnectionSummary(), open]);
  expect(applySession(listed, undefined)).toEqual(listed);
});

test('a production connection that was read unlocked is locked once another is open', () => {
  const left = { ...account, readOnly: false, unlockable: true };
  const session = aSession({ connection: aConnectionSummary({ id: 'b', kind: 'aws' }) });
  expect(applySession([left], session)).toEqual([{ ...left, readOnly: true }]);
});

const nothing: OutputOf<'connections.readFile'> = {
  file: 'connections.json',
  readAt: new Date(0).toISOString(),
  connections: [],
  problems: [],
  kept: [],
  added: [],
  changed: [],
  removed: [],
};

test('says that nothing has changed', () => {
  expect(describeReadAgain(nothing)).toEqual({ message: 'connections.json is unchanged' });
});

test('names changed entries, and separately those that were refused', () => {
  const read = {
    ...nothing,
    added: ['north', 'south'],
    removed: ['west'],
    kept: [{ connectionId: 'east', inFile: 'changed' as const }],
  };
  expect(describeReadAgain(read)).toEqual({
    message: 'connections.json reloaded',
    detail: 'Added: north, south. Removed: west. Unchanged until Sluice restarts: east.',
  });
});

test('lists problems first', () => {
  const problems = [{ path: 'connections[0].id', problem: 'is missing' }];
  expect(describeReadAgain({ ...nothing, problems, changed: ['north'] })).toEqual({
    message: 'connections.json has a problem',
    detail: 'Changed: north.',
    tone: 'failed',
  });
});
