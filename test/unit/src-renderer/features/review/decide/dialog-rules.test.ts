import { describe, expect, test } from 'vitest';
import type { UserOfTenant } from '#shared/contract/pipeline-items.ts';
import {
  listColleagues,
  composeReason,
  filterColleagues,
  countRoomLeft,
  usualReasons,
} from '#renderer/features/review/decide/dialog-rules.ts';

describe('the reason of a rejection', () => {
  test.each([
    [null, '  ', ''],
    [null, ' Not ours ', 'Not ours'],
    ['Pages are missing', '', 'Pages are missing'],
    ['Pages are missing', 'page 2', 'Pages are missing: page 2'],
  ])('%s with "%s"', (usual, words, reason) => {
    expect(composeReason(usual, words)).toBe(reason);
  });

  test('is never longer than the pipeline accepts', () => {
    for (const usual of [null, ...usualReasons]) {
      expect(composeReason(usual, 'x'.repeat(countRoomLeft(usual)))).toHaveLength(500);
    }
  });

  test('has a number for each usual reason', () => {
    expect(usualReasons).toHaveLength(6);
    expect(new Set(usualReasons).size).toBe(6);
  });
});

function aPerson(userId: string, changes: Partial<UserOfTenant> = {}): UserOfTenant {
  return {
    tenantId: 'northwind',
    userId,
    name: userId,
    role: 'reviewer',
    version: 1,
    createdAt: null,
    updatedAt: null,
    catchingUp: false,
    expired: false,
    problems: [],
    ...changes,
  };
}

describe('the colleagues of a handover', () => {
  const people = [
    aPerson('user-zoe', { name: 'Zoë Marsh' }),
    aPerson('user-ines', { name: 'Ines Halvorsen', role: 'admin' }),
    aPerson('user-me', { name: 'Teo Lindqvist' }),
    aPerson('user-mira', { name: 'Mira Okafor', role: 'support' }),
    aPerson('user-gone', { expired: true }),
    aPerson('user-odd', { role: null }),
    aPerson('user-nameless', { name: null }),
  ];
  const colleagues = listColleagues(people, 'user-me');

  test('are the other users who may review, by name', () => {
    expect(colleagues.map(({ name }) => name)).toEqual(['Ines Halvorsen', 'user-nameless', 'Zoë Marsh']);
  });

  test.each([
    ['', 3],
    ['ines h', 1],
    ['HALVORS ines', 1],
    ['zoe', 1],
    ['user-', 3],
    ['xavier', 0],
  ])('"%s" finds %d', (query, count) => {
    expect(filterColleagues(colleagues, query)).toHaveLength(count);
  });
});
