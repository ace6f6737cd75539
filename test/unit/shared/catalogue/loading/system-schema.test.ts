import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { catalogue } from '#shared/catalogue/catalogue.ts';
import { readSystem, systemSchema } from '#shared/catalogue/loading/system-schema.ts';
import { aSystem, aSystemWith } from '#test/builders/a-system.ts';
import { mistakesInReferences } from './mistakes-in-references.ts';
import { mistakesInSamples } from './mistakes-in-samples.ts';
import { mistakesInWords } from './mistakes-in-words.ts';
import { useEverything } from './use-everything.ts';

describe('a valid system', () => {
  it.each([...Object.values(catalogue), aSystem()])('$id survives JSON and back', (system) => {
    expect(readSystem(JSON.parse(JSON.stringify(system)))).toEqual({ ok: true, system });
  });

  it('has a JSON Schema without a word for a scan, a statement or a filter', () => {
    const schema = JSON.stringify(z.toJSONSchema(systemSchema));
    expect(schema).toContain('"partition"');
    expect(schema).not.toMatch(/scan|statement|filter|partiql/i);
  });
});

describe('a mistake', () => {
  it.each([...mistakesInWords, ...mistakesInReferences, ...mistakesInSamples])(
    'is found at $change: $problem',
    ({ change, to, path, value, problem }) => {
      const read = readSystem(aSystemWith(change, to));
      expect(read.ok).toBe(false);
      const problems = read.ok ? [] : read.problems;
      expect(problems[0]).toEqual({
        path: path ?? change,
        value: typeof value === 'string' ? value : expect.stringMatching(value),
        problem: expect.stringMatching(problem),
      });
      for (const one of problems) expect(one.problem).toMatch(ours);
    },
  );

  it('is named with its place in a file of several systems', () => {
    const read = readSystem(aSystemWith('patterns.due.on', 'main.GSI9'), 'systems[1]');
    expect(!read.ok && read.problems[0]?.path).toBe('systems[1].patterns.due.on');
    expect(readSystem(7, 'systems[1]')).toEqual({
      ok: false,
      problems: [{ path: 'systems[1]', value: '7', problem: 'expected an object' }],
    });
    expect(readSystem([])).toMatchObject({ problems: [{ path: '(top level)', value: 'a list of 0' }] });
  });

  it('is reported with all others of its kind, up to fifty', () => {
    const json = { ...aSystem(), id: 'A', name: '', filter: 1 };
    expect(readSystem(json)).toMatchObject({
      problems: [{ path: 'id' }, { path: 'name' }, { path: 'filter' }],
    });
    const pattern = aSystem().patterns['loans'];
    const many = Object.fromEntries(
      Array.from({ length: 99 }, (_, n) => [`p${n}`, { ...pattern, on: 'no' }]),
    );
    const read = readSystem(aSystemWith('patterns', many));
    expect(read.ok ? 0 : read.problems.length).toBe(50);
  });

  it('in a sample is reported without the sample, which may be a real item', () => {
    const read = readSystem(aSystemWith('samples.main.0', { PK: 'BRANCH#secret', SK: 5 }));
    expect(JSON.stringify(read)).not.toContain('secret');
    expect(read).toMatchObject({ problems: [{ path: 'samples.main[0].SK', value: 'a number' }] });
  });
});

/** Matches the console's own messages, because the schema library's begin with these words. */
const ours = /^(?!Invalid|Unrecognized|Too (?:big|small))[a-z]/;

it('is small enough to be checked', () => {
  const pattern = aSystem().patterns['loans'];
  const many = Object.fromEntries(Array.from({ length: 501 }, (_, n) => [`p${n}`, pattern]));
  expect(readSystem(aSystemWith('patterns', many))).toEqual({
    ok: false,
    problems: [{ path: 'patterns', value: 'an object', problem: 'has 501 of them; expected at most 500' }],
  });
});

describe('any JSON', () => {
  it('gets an answer, never an exception', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (json) => {
        expect(readSystem(json).ok).toBe(false);
      }),
    );
  });

  it('also gets one in any place of a valid system, in plain words', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...collectPlaces(aSystem())),
        fc.jsonValue({ maxDepth: 3 }),
        (place, value) => {
          const read = readSystem(aSystemWith(place, value));
          for (const { path, problem } of read.ok ? [] : read.problems) {
            expect(path).not.toBe('');
            expect(problem).toMatch(ours);
          }
        },
      ),
      { numRuns: 500 },
    );
  });

  it('may be nested deeper than the stack', () => {
    const depth = 200_000;
    const deep: unknown = JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`);
    const expected = { ok: false, problems: [{ problem: 'is nested deeper than 40 levels' }] };
    expect(readSystem(deep)).toMatchObject(expected);
    expect(readSystem(aSystemWith('samples.main.0.deep', deep))).toMatchObject(expected);
  });

  it.each([
    '',
    'tables.',
    'tables.main.indexes.',
    'entities.Loan.attributes.',
    'samples.main.0.',
    'patterns.due.',
  ])('may have "__proto__" in "%s", which is named and changes nothing', (place) => {
    const json: unknown = JSON.parse(
      JSON.stringify(aSystemWith(`${place}proto`, { polluted: true })).replace('"proto"', '"__proto__"'),
    );
    expect(readSystem(json)).toMatchObject({
      problems: [{ problem: 'is a name that JavaScript takes for itself; expected another one' }],
    });
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });
});

function collectPlaces(value: unknown, at = ''): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [
    `${at}${name}`,
    ...collectPlaces(inner, `${at}${name}.`),
  ]);
}

interface Place {
  readonly path: string;
  readonly value: unknown;
}

function listPlaces(json: unknown, at = ''): readonly Place[] {
  if (typeof json !== 'object' || json === null) return [];
  return Object.entries(json).flatMap(([name, value]) => [
    { path: `${at}${name}`, value },
    ...listPlaces(value, `${at}${name}.`),
  ]);
}

const lastOf = (path: string): string => path.slice(path.lastIndexOf('.') + 1);
const places = listPlaces(aSystem());
/** These values stand elsewhere under the same name, so their form is right but they seldom fit. */
const alike = new Map(
  [...places, ...Object.values(catalogue).flatMap((system) => listPlaces(system))].map((place) => [
    `${lastOf(place.path)} ${JSON.stringify(place.value)}`,
    place,
  ]),
);
const odd = [
  '{a}',
  '{n:number}',
  '#',
  '{tenantId}#{a}',
  'constructor',
  'PK',
  0,
  1e-300,
  true,
  [],
  {},
  undefined,
];

const change = fc.constantFrom(...places).chain(({ path }) => {
  const others = [...alike.values()].filter((place) => lastOf(place.path) === lastOf(path));
  const value = fc.oneof(
    { arbitrary: fc.constantFrom(...others.map((place) => place.value)), weight: 3 },
    { arbitrary: fc.constantFrom<unknown>(...odd), weight: 1 },
  );
  return fc.record({ path: fc.constant(path), value });
});

it('an accepted system can be asked, drawn, reviewed, priced and granted', () => {
  let accepted = 0;
  fc.assert(
    fc.property(change, fc.constantFrom('constructor', 'x', '0', '{a}'), ({ path, value }, word) => {
      const read = readSystem(aSystemWith(path, value));
      if (read.ok) {
        accepted += 1;
        useEverything(read.system, word);
      } else expect(read.problems.length).toBeGreaterThan(0);
    }),
    { numRuns: 200 },
  );
  expect(accepted).toBeGreaterThan(20);
}, 30_000);
