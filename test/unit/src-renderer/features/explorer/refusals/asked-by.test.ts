import { describe, expect, test } from 'vitest';
import {
  toAskedByValues,
  findFreeIndexName,
  isSameQuestion,
  describeQuestion,
  readAskedBy,
} from '#renderer/features/explorer/refusals/asked-by.ts';
import { describeAsked } from '#renderer/ui/states.tsx';
import { shop } from '../a-question-system.ts';

test('the attributes to ask by come back from the address, four at most', () => {
  const asked = { entity: 'Parcel', by: ['weight', 'sent at'] };
  expect(readAskedBy(toAskedByValues(asked))).toEqual(asked);
  expect(readAskedBy(toAskedByValues({ entity: 'Parcel', by: ['a', 'b', 'c', 'd', 'e'] }))?.by).toHaveLength(
    4,
  );
  expect(readAskedBy(undefined)).toBeNull();
});

test.each([
  [{ entity: 'Parcel', by: ['weight'] }, 'Which parcels have a given weight?'],
  [
    { entity: 'CapitalActivity', by: ['sentAt', 'weight'] },
    'Which capital activities have a given sent at and weight?',
  ],
  [{ entity: 'TenantInDirectory', by: ['plan'] }, 'Which tenants in directory have a given plan?'],
  [{ entity: 'Batch', by: ['a', 'b', 'c'] }, 'Which batches have a given a, b and c?'],
])('%o is a sentence', (asked, words) => {
  expect(describeQuestion(asked)).toBe(words);
});

describe('a counted question', () => {
  const one = { system: 'shop', entity: 'Parcel', by: ['a', 'b'] };

  test('does not depend on the order of its attributes', () => {
    expect(isSameQuestion(one, { ...one, by: ['b', 'a'] })).toBe(true);
  });

  test.each([{ system: 'hr' }, { entity: 'Shop' }, { by: ['a'] }, { by: ['a', 'c'] }])(
    'is another with %o',
    (change) => {
      expect(isSameQuestion(one, { ...one, ...change })).toBe(false);
    },
  );

  test.each([
    [[14, 5, 3], '14 times by 5 people, third on the list'],
    [[1, 1, 1], 'once by 1 person, first on the list'],
    [[2, undefined, 14], '2 times, number 14 on the list'],
    [[0], 'not yet'],
  ] as const)('%o is described as %s', ([times, people, place], words) => {
    expect(describeAsked(times ?? 0, people, place)).toBe(words);
  });
});

test('a further index has a free name', () => {
  expect(findFreeIndexName(shop, 'Parcel')).toBe('GSI2');
});
