import type { PatternDeclaration, SystemDeclaration } from '../declaration.ts';
import { piecesOf } from '../templates/fill-template.ts';
import { attributeOfHole } from '../keys/hole-meaning.ts';
import { keyPlaces, reachedBy } from '../keys/key-places.ts';
import type { WrittenKey } from '../keys/key-places.ts';
import type { Hole } from '../templates/read-template.ts';
import type { Observation, ReviewRule } from './finding.ts';

/** Newest first is an order of the sort key: what stands first in it must grow with time. */
export const randomIdInTimeOrder: ReviewRule = {
  name: 'random-id-in-time-order',
  check: (system) => {
    const places = new Map(keyPlaces(system).map((place) => [place.on, place]));
    return Object.entries(system.patterns).flatMap(([name, pattern]): Observation[] => {
      const { order, sort, returns } = pattern;
      const place = places.get(pattern.on);
      if (order === undefined || order === 'last to first' || place === undefined) return [];
      if (pattern.gives === 'one' || (sort !== undefined && 'equals' in sort)) return [];
      const keys = reachedBy(pattern, place).filter(({ entity }) => returns.includes(entity));
      return keys.flatMap((key) => checkKey(system, name, pattern, place.tableKey, key));
    });
  },
};

function checkKey(
  system: SystemDeclaration,
  name: string,
  pattern: PatternDeclaration,
  table: string,
  key: WrittenKey,
): readonly Observation[] {
  const about = { at: `${system.id}.${name}`, table, pattern: name };
  const promise = `${pattern.number} "${pattern.title}" promises ${pattern.order ?? ''}`;
  const hole = decidingHole(key.sort, pattern);
  if (hole === undefined) {
    return [
      {
        ...about,
        severity: 'medium',
        says: `${promise}, and nothing in the sort key of ${key.entity} changes with time.`,
        why: 'Items with the same partition key come back in the order of their sort key, and in no order of their own without one.',
        remedy: 'Put a ULID or an ISO 8601 time in the sort key, or promise no order.',
      },
    ];
  }
  if (growsWithTime(key, hole)) return [];
  const uuid = attributeOfHole(key.declaration, hole.name)?.declaration.type === 'uuid';
  return [
    {
      ...about,
      severity: uuid ? 'high' : 'medium',
      says: `${promise}, and the order of ${key.entity} is decided by {${hole.name}}, ${uuid ? 'a UUID' : 'of which nothing says that it grows with time'}.`,
      why: uuid
        ? 'A UUID is random, so the list comes back shuffled, and a page of it is not the newest page.'
        : 'Unless it does, the list looks right only by chance, and a page of it is not the newest page.',
      remedy:
        'Use ULIDs for new items, which sort by when they were made; else put the time before the id in the sort key.',
    },
  ];
}

export function growsWithTime({ declaration }: WrittenKey, hole: Hole): boolean {
  const type = attributeOfHole(declaration, hole.name)?.declaration.type;
  return growing.has(hole.kind) || (type !== undefined && inTime.has(type));
}

const inTime: ReadonlySet<string> = new Set([
  'ulid',
  'date',
  'time',
  'epoch seconds',
  'epoch milliseconds',
  'number',
]);

/** Kinds of a hole that grow with time by themselves. */
const growing: ReadonlySet<string> = new Set(['ulid', 'date', 'time', 'epochMs', 'epochSeconds', 'number']);

/** The first hole that the pattern's own condition leaves open. */
export function decidingHole(
  sort: string | undefined,
  pattern: Pick<PatternDeclaration, 'sort'>,
): Hole | undefined {
  if (sort === undefined) return undefined;
  const filled = filledBy(pattern.sort);
  const holes = holesIn(sort);
  return holes[Math.min(filled, holes.length - 1)];
}

/** A prefix fills its holes, and a range those that both of its ends begin with. */
function filledBy(condition: PatternDeclaration['sort']): number {
  if (condition === undefined) return 0;
  if ('beginsWith' in condition) return holesIn(condition.beginsWith).length;
  if (!('between' in condition)) return 0;
  const [from, until] = condition.between.map(holesIn);
  const parts = (from ?? []).findIndex(({ name }, place) => until?.[place]?.name !== name);
  return parts === -1 ? (from ?? []).length : parts;
}

function holesIn(template: string): readonly Hole[] {
  return piecesOf(template).filter((piece) => typeof piece !== 'string');
}
