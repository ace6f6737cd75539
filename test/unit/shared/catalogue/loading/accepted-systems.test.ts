import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { catalogue } from '#shared/catalogue/catalogue.ts';
import { readSystem } from '#shared/catalogue/loading/system-schema.ts';
import { aSystem, aSystemWith } from '#test/builders/a-system.ts';
import { useEverything } from './use-everything.ts';

interface Place {
  readonly path: string;
  readonly value: unknown;
}

function placesOf(json: unknown, at = ''): readonly Place[] {
  if (typeof json !== 'object' || json === null) return [];
  return Object.entries(json).flatMap(([name, value]) => [
    { path: `${at}${name}`, value },
    ...placesOf(value, `${at}${name}.`),
  ]);
}

const lastOf = (path: string): string => path.slice(path.lastIndexOf('.') + 1);
const places = placesOf(aSystem());
/** What stands elsewhere under the same name, which is right by its form and seldom fits. */
const alike = new Map(
  [...places, ...Object.values(catalogue).flatMap((system) => placesOf(system))].map((place) => [
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

it('whatever is accepted can be asked, drawn, reviewed, priced and granted', () => {
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
