import { describe, expect, test } from 'vitest';
import type { UserOfTenant } from '#shared/contract/pipeline-items.ts';
import {
  colleaguesOf,
  composedReason,
  matching,
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
    expect(composedReason(usual, words)).toBe(reason);
  });

  test('is never longer than the pipeline takes', () => {
    for (const usual of [null, ...usualReasons]) {
      expect(composedReason(usual, 'x'.repeat(countRoomLeft(usual)))).toHaveLength(500);
    }
  });

  test('has a number for each of the usual ones', () => {
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

describe('who can get it', () => {
  const people = [
    aPerson('user-zoe', { name: 'Zoë Marsh' }),
    aPerson('user-ines', { name: 'Ines Halvorsen', role: 'admin' }),
    aPerson('user-me', { name: 'Teo Lindqvist' }),
    aPerson('user-mira', { name: 'Mira Okafor', role: 'support' }),
    aPerson('user-gone', { expired: true }),
    aPerson('user-odd', { role: null }),
    aPerson('user-nameless', { name: null }),
  ];
  const colleagues = colleaguesOf(people, 'user-me');

  test('whoever else may review, by name', () => {
    expect(colleagues.map(({ name }) => name)).toEqual(['Ines Halvorsen', 'user-nameless', 'Zoë Marsh']);
  });

  test.each([
    ['', 3],
    ['ines h', 1],
    ['HALVORS ines', 1],
    ['zoe', 1],
    ['user-', 3],
    ['nobody', 0],
  ])('"%s" finds %d', (query, count) => {
    expect(matching(colleagues, query)).toHaveLength(count);
  });
});
