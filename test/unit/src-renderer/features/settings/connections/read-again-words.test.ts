import { expect, test } from 'vitest';
import type { OutputOf } from '#shared/contract/contract.ts';
import { readAgainWords } from '#renderer/features/settings/connections/read-again-words.ts';

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

test('what is as it was is said to be', () => {
  expect(readAgainWords(nothing)).toEqual({ message: 'connections.json says the same' });
});

test('what has changed is named, and what could not be taken is told apart', () => {
  const read = {
    ...nothing,
    added: ['north', 'south'],
    removed: ['west'],
    kept: [{ connectionId: 'east', inFile: 'changed' as const }],
  };
  expect(readAgainWords(read)).toEqual({
    message: 'connections.json was read again',
    detail: 'Added: north, south. Gone: west. As opened, until the console starts again: east.',
  });
});

test('problems come first', () => {
  const problems = [{ path: 'connections[0].id', problem: 'is missing' }];
  expect(readAgainWords({ ...nothing, problems, changed: ['north'] })).toEqual({
    message: 'connections.json has a problem',
    detail: 'Changed: north.',
    tone: 'failed',
  });
});
