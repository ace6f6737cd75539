import { listed } from '../../domain/listed-words.ts';
import type { PatternDeclaration, SystemDeclaration } from '../declaration.ts';
import { holeNames, sameName } from '../keys/hole-meaning.ts';
import { keyPlaces } from '../keys/key-places.ts';
import type { KeyPlace } from '../keys/key-places.ts';
import type { Observation, ReviewRule } from './finding.ts';

/** Who must know the whole key of an item to find it in an index can read it from the table. */
export const indexRepeatsTableKey: ReviewRule = {
  name: 'index-repeats-table-key',
  check: (system) => {
    const places = keyPlaces(system);
    return places.flatMap((place) => {
      const table = places.find(({ on }) => on === place.tableKey);
      return place.indexName === null || table === undefined ? [] : checkIndex(system, place, table);
    });
  },
};

function checkIndex(system: SystemDeclaration, place: KeyPlace, table: KeyPlace): readonly Observation[] {
  const asked = Object.entries(system.patterns).filter(([, { on }]) => on === place.on);
  const [first] = asked;
  if (first === undefined || !asked.every(([, pattern]) => knowsWholeKey(pattern, place, table))) return [];
  const numbers = asked.map(([, { number }]) => number);
  return [
    {
      severity: 'low',
      at: `${system.id}.${place.on}`,
      says: `The index ${place.on} finds nothing that the table's own key does not: who asks ${listed(numbers)} knows the whole key of the item already.`,
      why: `Each write of ${listed(place.written.map(({ entity }) => entity))} pays for an entry in the index, and storage is paid for twice. A read of an index is never consistent.`,
      remedy: `Read the item from ${place.tableKey} by its key; delete the index once nothing else asks it.`,
      table: place.tableKey,
      pattern: first[0],
    },
  ];
}

function knowsWholeKey({ sort, returns }: PatternDeclaration, place: KeyPlace, table: KeyPlace): boolean {
  const isWhole = sort !== undefined && 'equals' in sort;
  return returns.every((entity) => {
    const here = place.written.find((one) => one.entity === entity);
    const own = table.written.find((one) => one.entity === entity);
    if (here === undefined || own === undefined) return false;
    const known = holeNames([here.partition, ...(isWhole && here.sort !== undefined ? [here.sort] : [])]);
    const needed = holeNames([own.partition, ...(own.sort === undefined ? [] : [own.sort])]);
    return needed.every((name) => known.some((one) => sameName(one, name)));
  });
}
