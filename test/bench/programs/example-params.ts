import type { SortCondition, SystemDeclaration } from '#shared/catalogue/declaration.ts';
import { buildExamples } from '#shared/catalogue/questions/read-params.ts';
import { listHoles, type HoleKind, type Params } from '#shared/catalogue/keys/key-template.ts';
import { locate } from '#shared/catalogue/questions/locate.ts';

/**
 * Returns the values that the form of a pattern offers, with open ranges. Each is one question, or all of
 * them are one question where the pattern takes a list.
 */
export function listExampleParams(
  system: SystemDeclaration,
  pattern: string,
): readonly (readonly Params[])[] {
  const located = locate(system, pattern);
  const open = openRange(located.pattern.sort);
  const examples = buildExamples(system, located).map((values) =>
    Object.fromEntries(
      located.holes.map(({ name }) => [
        name,
        open.get(name) ?? new Map(Object.entries(values)).get(name) ?? '',
      ]),
    ),
  );
  return located.pattern.each === true ? [examples] : examples.map((params) => [params]);
}

/** The samples do not say where a range begins and ends. */
function openRange(sort: SortCondition | undefined): ReadonlyMap<string, string> {
  if (sort === undefined || 'equals' in sort || 'beginsWith' in sort) return new Map();
  if ('between' in sort) return new Map([...ends(sort.between[0], first), ...ends(sort.between[1], last)]);
  if ('before' in sort) return ends(sort.before, last);
  if ('upTo' in sort) return ends(sort.upTo, last);
  return ends('after' in sort ? sort.after : sort.from, first);
}

function ends(template: string, of: Readonly<Record<HoleKind, string>>): ReadonlyMap<string, string> {
  return new Map(listHoles(template).map(({ name, kind }) => [name, of[kind]]));
}

const first: Readonly<Record<HoleKind, string>> = {
  text: '0',
  ulid: '00000000000000000000000000',
  email: '0@example.com',
  date: '2000-01-01',
  time: '2000-01-01T00:00:00.000Z',
  epochMs: '946684800000',
  epochSeconds: '946684800',
  number: '0',
};

const last: Readonly<Record<HoleKind, string>> = {
  text: '~',
  ulid: '7ZZZZZZZZZZZZZZZZZZZZZZZZZ',
  email: 'zz@example.com',
  date: '2099-12-31',
  time: '2099-12-31T00:00:00.000Z',
  epochMs: '4102358400000',
  epochSeconds: '4102358400',
  number: '1000000',
};
