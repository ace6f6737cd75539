import type { PatternDeclaration, SystemDeclaration } from '../declaration.ts';
import { parsePieces, plainTemplate, type Hole } from '../keys/key-template.ts';
import {
  attributeOfHole,
  holeNames,
  keyPlaces,
  reachedBy,
  type KeyPlace,
  type WrittenKey,
} from '../keys/key-places.ts';
import { extraWritesADay } from '../questions/propose-index.ts';
import type { Observation, ReviewRule } from './finding.ts';

/** "Newest first" is an order of the sort key, so its first part must grow with time. */
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

/**
 * Reports a list that is sorted by ids although its newest items are wanted. Finding one month then means reading
 * everything.
 */
export const noListByTime: ReviewRule = {
  name: 'no-list-by-time',
  check: (system) => {
    const places = new Map(keyPlaces(system).map((place) => [place.on, place]));
    return Object.entries(system.patterns).flatMap(([name, pattern]): readonly Observation[] => {
      const place = places.get(pattern.on);
      if (place === undefined || pattern.gives === 'one' || pattern.order !== 'last to first') return [];
      return reachedBy(pattern, place)
        .filter(({ entity }) => pattern.returns.includes(entity))
        .filter((key) => isInOrderOfIds(key, pattern) && !isListedByTime(system, places, key, pattern))
        .flatMap((key) => observe(system, name, pattern, place, key));
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
        why: 'Items with the same partition key come back in the order of their sort key, and without one in no defined order.',
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
      says: `${promise}, and the order of ${key.entity} is decided by {${hole.name}}, ${uuid ? 'a UUID' : 'which is not declared to grow with time'}.`,
      why: uuid
        ? 'A UUID is random, so the list comes back shuffled, and its first page is not the newest.'
        : 'Unless it does, the list is in order only by chance, and its first page is not the newest.',
      remedy:
        'Use ULIDs for new items, which sort by creation time, or put the time before the id in the sort key.',
    },
  ];
}

function growsWithTime({ declaration }: WrittenKey, hole: Hole): boolean {
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

/** Values of these kinds grow with time. */
const growing: ReadonlySet<string> = new Set(['ulid', 'date', 'time', 'epochMs', 'epochSeconds', 'number']);

/** Returns the first hole that the pattern's own condition leaves open. */
function decidingHole(sort: string | undefined, pattern: Pick<PatternDeclaration, 'sort'>): Hole | undefined {
  if (sort === undefined) return undefined;
  const filled = filledBy(pattern.sort);
  const holes = holesIn(sort);
  return holes[Math.min(filled, holes.length - 1)];
}

/** A prefix fills its holes, and a range fills the holes that both of its ends begin with. */
function filledBy(condition: PatternDeclaration['sort']): number {
  if (condition === undefined) return 0;
  if ('beginsWith' in condition) return holesIn(condition.beginsWith).length;
  if (!('between' in condition)) return 0;
  const [from, until] = condition.between.map(holesIn);
  const parts = (from ?? []).findIndex(({ name }, place) => until?.[place]?.name !== name);
  return parts === -1 ? (from ?? []).length : parts;
}

function holesIn(template: string): readonly Hole[] {
  return parsePieces(template).filter((piece) => typeof piece !== 'string');
}

function isInOrderOfIds(key: WrittenKey, pattern: PatternDeclaration): boolean {
  const hole = decidingHole(key.sort, pattern);
  return hole !== undefined && !growsWithTime(key, hole);
}

/** Another question returns the same items, for the same parent or a part of it, in order of time. */
function isListedByTime(
  system: SystemDeclaration,
  places: ReadonlyMap<string, KeyPlace>,
  { entity }: WrittenKey,
  { partition }: PatternDeclaration,
): boolean {
  const parents = holeNames([partition]).join('|');
  return Object.values(system.patterns).some((other) => {
    const place = places.get(other.on);
    if (place === undefined || other.gives === 'one' || !other.returns.includes(entity)) return false;
    const key = reachedBy(other, place).find((one) => one.entity === entity);
    const hole = key === undefined ? undefined : decidingHole(key.sort, {});
    if (key === undefined || hole === undefined || key.sparse !== undefined) return false;
    return holeNames([other.partition]).join('|') === parents && growsWithTime(key, hole);
  });
}

/** The finding needs to know how often the items are written, because it has no price without that. */
function observe(
  system: SystemDeclaration,
  name: string,
  { number, title, partition }: PatternDeclaration,
  place: KeyPlace,
  { entity, declaration, sort }: WrittenKey,
): readonly Observation[] {
  const writes = extraWritesADay(system, entity, declaration);
  const created = Object.entries(declaration.attributes).find(
    ([attribute, { type, optional }]) => attribute === 'createdAt' && type === 'time' && optional !== true,
  );
  if (writes === null || created === undefined) return [];
  const keys = `${plainTemplate(partition)} + {createdAt}`;
  return [
    {
      severity: 'medium',
      at: `${system.id}.${name}`,
      says: `${number} "${title}" is sorted by ${plainTemplate(sort ?? '')}, and no index sorts it by createdAt: to find the ${entity} items of a month, all of them are read.`,
      why: 'Ids may not grow with time. Stopping at the first old item can miss newer ones, and reading all of them costs more each month.',
      remedy: `If every id is a ULID, change nothing: the console notices and stops early. Otherwise add an index on ${keys}, which makes it one query. If it projects only keys and attributes that never change, each item is written to it once and then read by its key; if it projects counts too, each change is one more write.`,
      table: place.tableKey,
      pattern: name,
      writes,
    },
  ];
}
