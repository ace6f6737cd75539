import { grouped, listed } from '../../domain/formatting.ts';
import type { EntityDeclaration, PatternDeclaration, SystemDeclaration } from '../declaration.ts';
import {
  holeNames,
  isStatus,
  keyNames,
  keyPlaces,
  sameName,
  type KeyPlace,
  type WrittenKey,
} from '../keys/key-places.ts';
import { listHoles, parsePieces } from '../keys/key-template.ts';
import type { Observation, ReviewRule } from './finding.ts';

/** An index by status serves questions about unfinished items, so it should not hold finished ones. */
export const indexNotSparse: ReviewRule = {
  name: 'index-not-sparse',
  check: (system) =>
    keyPlaces(system).flatMap((place) =>
      place.indexName === null ? [] : place.written.flatMap((key) => checkKey(system, place, key)),
    ),
};

function checkKey(system: SystemDeclaration, place: KeyPlace, key: WrittenKey): readonly Observation[] {
  const { status } = key.declaration;
  if (status === undefined || key.sparse !== undefined) return [];
  const named = statusInKey(key);
  if (named === undefined || (named === 'sort' && isAskedWhole(system, place, key))) return [];
  const indexName = place.indexName ?? '';
  const ends = Object.entries(status.moves).flatMap(([name, next]) => (next.length === 0 ? [name] : []));
  const done = ends.length === 0 ? 'finished ones too' : `those that are ${listed(ends, 'or')} too`;
  const ttl = system.tables[place.tableKey]?.timeToLive;
  return [
    {
      severity: 'medium',
      at: `${system.id}.${place.on}`,
      says: `Every ${key.entity} is written to ${indexName} in every status, ${done}.`,
      why: `The index grows with every item ever finished${ttl === undefined ? '' : `, until ${ttl} removes it`}: storage is paid for twice, and a status change costs two index writes: one to delete the old entry, one to add the new.`,
      remedy: `Remove ${place.schema.partition.name} when the item is finished${place.schema.partition.name === status.attribute ? ' (the index then needs its own attribute beside the status)' : ''}, and declare that in sparse. Finished items are found by their own key.`,
      table: place.tableKey,
    },
  ];
}

type Part = 'partition' | 'sort';

/** The status is in a key as a hole, `{status}`, or as a fixed part that is one of the statuses, `ORG#{orgId}#OPEN`. */
function statusInKey({ partition, sort, declaration }: WrittenKey): Part | undefined {
  if (namesStatus(partition, declaration)) return 'partition';
  return sort !== undefined && namesStatus(sort, declaration) ? 'sort' : undefined;
}

function namesStatus(template: string, entity: EntityDeclaration): boolean {
  if (listHoles(template).some(({ name }) => isStatus(entity, name))) return true;
  const fixed = parsePieces(template).flatMap((piece) => (typeof piece === 'string' ? piece.split('#') : []));
  return fixed.some((part) =>
    Object.keys(entity.status?.moves ?? {}).some((status) => sameName(status, part)),
  );
}

/** An index that is also asked for all of a parent's items must contain all of them. */
function isAskedWhole(
  system: SystemDeclaration,
  place: KeyPlace,
  { entity, declaration }: WrittenKey,
): boolean {
  return Object.values(system.patterns).some(
    ({ on, sort, returns }) =>
      on === place.on &&
      returns.includes(entity) &&
      (sort === undefined || ('beginsWith' in sort && !namesStatus(sort.beginsWith, declaration))),
  );
}

/** If finding an item in an index takes its whole key, the table can answer the same question. */
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
      says: `The index ${place.on} finds nothing that the table's own key does not: ${listed(numbers)} already needs the item's full key.`,
      why: `Each write of ${listed(place.written.map(({ entity }) => entity))} pays for an index entry, and storage is paid for twice. Index reads are never strongly consistent.`,
      remedy: `Read the item from ${place.tableKey} by its key, and delete the index once nothing else queries it.`,
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

/** Each write pays for an index, even if no pattern uses it. */
export const indexNoPatternUses: ReviewRule = {
  name: 'index-no-pattern-uses',
  check: (system) => {
    const asked = new Set(Object.values(system.patterns).map(({ on }) => on));
    return keyPlaces(system)
      .filter(({ indexName, on }) => indexName !== null && !asked.has(on))
      .map(({ on, tableKey, written }) => ({
        severity: 'low' as const,
        at: `${system.id}.${on}`,
        says: `No question uses ${on}.`,
        why:
          written.length === 0
            ? 'Nothing is written to it either. It only uses one of 20 indexes a table may have.'
            : `Each write that changes an entry also pays for the index: ${listed(written.map(cost))}. Its storage costs too.`,
        remedy:
          'Check in CloudWatch whether anything else reads it. If so, declare the question. If not, delete the index.',
        table: tableKey,
      }));
  },
};

function cost({ entity, declaration: { bytes } }: WrittenKey): string {
  if (bytes === undefined) return `1 write unit or more for ${entity}`;
  const units = Math.max(1, Math.ceil(bytes / 1_024));
  return `${grouped(units)} write unit${units === 1 ? '' : 's'} for ${entity}`;
}

/** An attribute that an index does not hold takes a second read, from the table. */
export const uncoveredProjection: ReviewRule = {
  name: 'uncovered-projection',
  check: (system) =>
    keyPlaces(system).flatMap((place) => (place.projection === 'ALL' ? [] : checkPlace(system, place))),
};

function checkPlace(system: SystemDeclaration, place: KeyPlace): readonly Observation[] {
  const held = new Set(heldBy(system, place));
  return Object.entries(system.patterns).flatMap(([name, pattern]): Observation[] => {
    if (pattern.on !== place.on) return [];
    const about = { at: `${system.id}.${name}`, table: place.tableKey, pattern: name };
    const question = `${pattern.number} "${pattern.title}"`;
    if (pattern.attributes !== undefined) {
      const missing = pattern.attributes.filter((attribute) => !held.has(attribute));
      if (missing.length === 0) return [];
      return [
        {
          ...about,
          severity: 'medium',
          says: `${question} asks for ${listed(missing)}, and ${place.on} does not project ${missing.length === 1 ? 'it' : 'them'}.`,
          why: 'DynamoDB rejects a query on a global index for an attribute the index does not project.',
          remedy: `Leave ${listed(missing)} out, or project it, which takes a new index.`,
        },
      ];
    }
    const missing = place.written
      .filter(({ entity }) => pattern.returns.includes(entity))
      .flatMap(({ declaration }) => Object.keys(declaration.attributes))
      .filter((attribute) => !held.has(attribute));
    const names = [...new Set(missing)];
    if (names.length === 0) return [];
    return [
      {
        ...about,
        severity: 'low',
        says: `${question} returns ${listed(pattern.returns)} without ${shortList(names)}, because ${place.on} does not project ${names.length === 1 ? 'it' : 'them'}.`,
        why: 'Reading the rest takes one GetItem for each item.',
        remedy:
          'If the keys are enough, change nothing. Otherwise project what is shown, at the cost of storage and more units for each write.',
      },
    ];
  });
}

function heldBy(system: SystemDeclaration, { tableKey, schema, projection }: KeyPlace): readonly string[] {
  const table = system.tables[tableKey];
  const keys = [...(table === undefined ? [] : keyNames(table)), ...keyNames(schema)];
  return typeof projection === 'string' ? keys : [...keys, ...projection];
}

function shortList(names: readonly string[]): string {
  return names.length <= 4 ? listed(names) : `${names.slice(0, 3).join(', ')} and ${names.length - 3} more`;
}
