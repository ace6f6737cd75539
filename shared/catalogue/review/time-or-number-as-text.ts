import type { Attributes } from '../items/attribute-value.ts';
import type { AttributeType, SystemDeclaration } from '../declaration.ts';
import { holesOf } from '../templates/fill-template.ts';
import { findDeclared } from '../find-declared.ts';
import { attributeOfHole } from '../keys/hole-meaning.ts';
import { keyPlaces } from '../keys/key-places.ts';
import type { KeyPlace, WrittenKey } from '../keys/key-places.ts';
import type { Hole } from '../templates/read-template.ts';
import type { Observation, ReviewRule, SampledItems, Severity } from './finding.ts';

const trap =
  'DynamoDB compares text character by character: "999" comes after "1000", because 9 is more than 1.';

/** Numbers sort as numbers only in a Number key, and times as text only in a text key. */
export const timeOrNumberAsText: ReviewRule = {
  name: 'time-or-number-as-text',
  check: (system) =>
    keyPlaces(system).flatMap((place) => place.written.flatMap((key) => checkKey(system, place, key))),
  checkItems: (system, sampled) => keyPlaces(system).flatMap((place) => checkSorted(system, place, sampled)),
};

function checkKey(system: SystemDeclaration, place: KeyPlace, key: WrittenKey): readonly Observation[] {
  const sort = place.schema.sort;
  if (sort === undefined || key.sort === undefined) return [];
  const about = { at: `${system.id}.${place.on}`, table: place.tableKey };
  return holesOf(key.sort).flatMap((hole): Observation[] => {
    const meaning = meaningOf(key, hole);
    if (sort.type === 'N') {
      if (meaning !== 'time' && meaning !== 'date') return [];
      return [
        {
          ...about,
          severity: 'high',
          says: `${sort.name} of ${place.on} is a Number, and ${key.entity} brings the ${meaning} {${hole.name}} to it as text.`,
          why: 'DynamoDB refuses to write an item whose key has another type than the table or index says.',
          remedy: 'Write it as epoch milliseconds, or make a new index whose sort key is text.',
        },
      ];
    }
    if (meaning === undefined || meaning === 'time' || meaning === 'date') return [];
    return [
      {
        ...about,
        severity: severityOf(system, place, key, meaning),
        says: `${sort.name} of ${place.on} is text, and ${key.entity} sorts there by {${hole.name}}, which is ${meaning === 'number' ? 'a number' : meaning}.`,
        why:
          meaning === 'number'
            ? trap
            : `${trap} Times of today all have the same number of digits, so it goes wrong only for early or mistaken values, which then hide at the wrong end.`,
        remedy:
          meaning === 'number'
            ? 'Write it with leading zeros to a fixed width; else make a new index whose sort key is a Number.'
            : 'Write it as an ISO 8601 time, which sorts as text; else make a new index whose sort key is a Number.',
      },
    ];
  });
}

type Meaning = Extract<AttributeType, 'number' | 'epoch seconds' | 'epoch milliseconds' | 'time' | 'date'>;

/** By the kind of a hole and by the type of an attribute. */
const meanings: ReadonlyMap<string, Meaning> = new Map<string, Meaning>([
  ['number', 'number'],
  ['epochSeconds', 'epoch seconds'],
  ['epoch seconds', 'epoch seconds'],
  ['epochMs', 'epoch milliseconds'],
  ['epoch milliseconds', 'epoch milliseconds'],
  ['time', 'time'],
  ['date', 'date'],
]);

function meaningOf({ declaration }: WrittenKey, { name, kind }: Hole): Meaning | undefined {
  return meanings.get(kind) ?? meanings.get(attributeOfHole(declaration, name)?.declaration.type ?? '');
}

/** A number in a key that is asked by range or in order gives wrong answers, not only an odd order. */
function severityOf(
  system: SystemDeclaration,
  { on }: KeyPlace,
  { entity }: WrittenKey,
  meaning: Meaning,
): Severity {
  if (meaning !== 'number') return 'medium';
  const asked = Object.values(system.patterns).some(
    ({ on: place, returns, order, sort }) =>
      place === on &&
      returns.includes(entity) &&
      (order !== undefined || (sort !== undefined && !('equals' in sort) && !('beginsWith' in sort))),
  );
  return asked ? 'high' : 'medium';
}

function checkSorted(
  system: SystemDeclaration,
  { on, tableKey, schema }: KeyPlace,
  sampled: SampledItems,
): readonly Observation[] {
  const sort = schema.sort;
  if (sort?.type !== 'S') return [];
  const values = (findDeclared(sampled, tableKey) ?? []).flatMap((item) => textAt(item, sort.name));
  const lengths = new Set(values.filter((value) => /^\d+$/.test(value)).map(({ length }) => length));
  if (lengths.size < 2) return [];
  const [short, long] = [Math.min(...lengths), Math.max(...lengths)];
  return [
    {
      severity: 'medium',
      at: `${system.id}.${on}`,
      says: `Items that were read have numbers of ${short} to ${long} digits as text in ${sort.name} of ${on}.`,
      why: trap,
      remedy:
        'Write them with leading zeros to a fixed width; else make a new index whose sort key is a Number.',
      table: tableKey,
    },
  ];
}

function textAt(item: Attributes, name: string): readonly string[] {
  const value = findDeclared(item, name);
  return value !== undefined && 'S' in value ? [value.S] : [];
}
