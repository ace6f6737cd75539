import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SortCondition } from '#shared/catalogue/declaration.ts';
import {
  fillTemplate,
  listHoles,
  parseTemplate,
  type HoleKind,
} from '#shared/catalogue/keys/key-template.ts';
import { keysMeet, findLead, sortCanMatch } from '#shared/catalogue/keys/key-overlap.ts';

const templates = [
  '{a}',
  '{a:email}',
  '{a:date}',
  '{a:time}',
  '{a:ulid}',
  '{a:number}',
  '{a:epochMs}',
  'A#{a}',
  'A#{a:date}',
  'A#LATEST',
  'A#2025-01-01',
  'A#{a}#B#{b}',
  'A#{a}-{b:date}',
  'B#{a}',
  'AB',
] as const;

const values: Readonly<Record<HoleKind, fc.Arbitrary<string>>> = {
  text: fc.oneof(fc.constantFrom('LATEST', 'B', 'b-c', 'me@here', '7'), fc.stringMatching(/^[^#]{1,5}$/)),
  email: fc.constantFrom('me@here', 'a.b@c.d'),
  date: fc.constantFrom('2025-01-01', '1999-12-31'),
  time: fc.constantFrom('2025-01-01T00:00:00Z', '2025-01-01T10:20:30.417Z'),
  ulid: fc.constantFrom('01ARZ3NDEKTSV4RRFFQ69G5FAV', '7ZZZZZZZZZZZZZZZZZZZZZZZZZ'),
  number: fc.constantFrom('0', '-3', '12.5', '1999'),
  epochMs: fc.constantFrom('0', '1764547200000'),
  epochSeconds: fc.constantFrom('0', '1764547200'),
};

const aTemplate = fc.constantFrom(...templates);

function arbitraryKey(template: string): fc.Arbitrary<string> {
  const params = Object.fromEntries(listHoles(template).map(({ name, kind }) => [name, values[kind]]));
  return fc.record(params).map((filled) => {
    const result = fillTemplate(template, filled);
    return result.ok ? result.key : '';
  });
}

const aKey = aTemplate.chain((template) => arbitraryKey(template).map((key) => ({ template, key })));

describe('two templates', () => {
  it('overlap whenever one key fits both', () => {
    fc.assert(
      fc.property(aKey, aTemplate, ({ template, key }, other) => {
        fc.pre(key !== '' && parseTemplate(other, key) !== undefined);
        expect(keysMeet(template, other)).toBe(true);
      }),
      { numRuns: 2_000, maxSkipsPerRun: 1_000 },
    );
  });

  it('overlap the same from either side', () => {
    fc.assert(
      fc.property(aTemplate, aTemplate, (one, other) => {
        expect(keysMeet(one, other)).toBe(keysMeet(other, one));
      }),
    );
  });

  it.each([
    ['{email:email}', 'TENANT#{t}#PROJECT#{p}'],
    ['{anything}', 'TENANT#{t}'],
    ['TENANT#{t}', 'TENANT#{t}#PROJECT#{p}'],
    ['DOCUMENT#LATEST', 'DOCUMENT#{on:date}'],
    ['{id:ulid}', '{at:time}'],
    ['{at:time}', '{on:date}'],
    ['{id:ulid}', 'BATCH'],
    ['{email:email}', '{n:number}'],
  ])('never overlap: %s and %s', (one, other) => {
    expect(keysMeet(one, other)).toBe(false);
  });

  it.each([
    ['DOCUMENT#LATEST', 'DOCUMENT#{version}'],
    ['{entity}-{on:date}', '{id}'],
    ['{on:date}', '{id}'],
    ['{ms:epochMs}', '{n:number}'],
    ['ÜBER#{a}', 'ÜBER#{b}'],
  ])('can overlap: %s and %s', (one, other) => {
    expect(keysMeet(one, other)).toBe(true);
  });
});

describe('a condition on the sort key', () => {
  const words: readonly ((
    one: string,
    other: string,
  ) => readonly [SortCondition, (key: string, a: string, b: string) => boolean])[] = [
    (one) => [{ equals: one }, (key, a) => key === a],
    (one) => [{ beginsWith: one }, (key, a) => key.startsWith(a)],
    (one, other) => [{ between: [one, other] }, (key, a, b) => key >= a && key <= b],
    (one) => [{ before: one }, (key, a) => key < a],
    (one) => [{ upTo: one }, (key, a) => key <= a],
    (one) => [{ after: one }, (key, a) => key > a],
    (one) => [{ from: one }, (key, a) => key >= a],
  ];

  it('can match a template whenever it matches one of its keys', () => {
    fc.assert(
      fc.property(aKey, aKey, aKey, fc.constantFrom(...words), (item, low, high, word) => {
        const [condition, holds] = word(low.template, high.template);
        fc.pre(holds(item.key, low.key, high.key));
        expect(sortCanMatch(condition, item.template)).toBe(true);
      }),
      { numRuns: 2_000, maxSkipsPerRun: 1_000 },
    );
  });

  const days = ['DOCUMENT#{from:date}', 'DOCUMENT#{to:date}'] as const;

  it.each([
    ['a range of days does not reach a word', { between: days }, 'DOCUMENT#LATEST'],
    ['nor another prefix below', { between: days }, 'CAPITAL_CALL#{p}'],
    ['nor another prefix above', { between: days }, 'UNFUNDED#{p}'],
    ['what is before a day is not a word', { before: 'DOCUMENT#{to:date}' }, 'DOCUMENT#LATEST'],
    ['a prefix is the whole prefix', { beginsWith: 'CAPITAL_CALL#' }, 'CAPITAL_ACTIVITY#{on:date}'],
    ['a ULID begins with 7 at most', { from: 'A#8' }, 'A#{a:ulid}'],
    ['a number begins with a digit or a minus', { before: 'A#(' }, 'A#{a:number}'],
    ['what is after a prefix is not before it', { after: 'M#{a}' }, 'L#{b}'],
  ] as const)('%s', (_, condition, template) => {
    expect(sortCanMatch(condition, template)).toBe(false);
  });

  it('includes the largest and the smallest of a kind', () => {
    expect(sortCanMatch({ from: 'A#9' }, 'A#{a:number}')).toBe(true);
    expect(sortCanMatch({ before: 'A#0' }, 'A#{a:number}')).toBe(true);
    expect(sortCanMatch({ from: 'A#7' }, 'A#{a:ulid}')).toBe(true);
  });

  it('for everything after a day also matches the word', () => {
    expect(sortCanMatch({ from: 'DOCUMENT#{from:date}' }, 'DOCUMENT#LATEST')).toBe(true);
  });
});

it('the lead of a template is its text before the first hole', () => {
  expect(['A#{b}#C', '{b}#C', 'ABC', ''].map(findLead)).toEqual(['A#', '', 'ABC', '']);
});

it('is quick for long templates, which a file may have in each pattern and entity', () => {
  const long = (name: string): string =>
    Array.from({ length: 40 }, (_, part) => `{${name}${part}}`).join('#');
  const began = performance.now();
  for (let round = 0; round < 2_000; round += 1) keysMeet(long('a'), `${long('b')}#END`);
  expect(performance.now() - began).toBeLessThan(500);
});
