import type { PatternDeclaration, SystemDeclaration } from '../declaration.ts';
import { holeNames } from '../keys/hole-meaning.ts';
import { keyPlaces, reachedBy, type KeyPlace, type WrittenKey } from '../keys/key-places.ts';
import { extraWritesADay } from '../questions/extra-writes.ts';
import { plainTemplate } from '../templates/key-words.ts';
import type { Observation, ReviewRule } from './finding.ts';
import { decidingHole, growsWithTime } from './random-id-in-time-order.ts';

/** A list whose newest are wanted, and whose order is that of ids: those of a month are found by reading all. */
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

function isInOrderOfIds(key: WrittenKey, pattern: PatternDeclaration): boolean {
  const hole = decidingHole(key.sort, pattern);
  return hole !== undefined && !growsWithTime(key, hole);
}

/** Another question has the same items, of the same parent or a part of it, in order of time. */
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

/** Priced where the system says how often the items are written; else nobody can weigh it. */
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
      says: `${number} "${title}" comes in the order of ${plainTemplate(sort ?? '')}, and no question has it by createdAt: the ${entity} items of a month are found by reading all there ever were.`,
      why: 'Nothing says that an id grows with time. Whoever stops at the first old one leaves newer ones out, and reading all costs more each month.',
      remedy: `Where ids are ULIDs without exception, leave it: the console sees that and stops early. Else one more index, ${keys}, makes it one query. With the keys and what never changes alone in it, it is written once an item, and each item of the month is then read by its key; with the counts in it too, each change is one more write.`,
      table: place.tableKey,
      pattern: name,
      writes,
    },
  ];
}
