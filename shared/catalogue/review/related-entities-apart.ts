import { listed } from '../../domain/formatting.ts';
import {
  findDeclared,
  type EntityDeclaration,
  type PatternDeclaration,
  type SystemDeclaration,
} from '../declaration.ts';
import { isShard, keyPlaces, reachedBy, type KeyPlace } from '../keys/key-places.ts';
import { listHoles, plainTemplate } from '../keys/key-template.ts';
import { parsePlace } from '../questions/locate.ts';
import type { Observation, ReviewRule } from './finding.ts';

/** Items that are asked for together must share a partition key, in the table or in an index. */
export const relatedEntitiesApart: ReviewRule = {
  name: 'related-entities-apart',
  check: (system) => {
    const keys = ownKeys(system);
    const asked = reaches(system).flatMap((reach) => askedTogether(system, keys, reach));
    const covered = new Set(asked.flatMap(({ entities }) => entities));
    const split = keys.flatMap((parent) => {
      const children = strayChildren(system, keys, parent).filter(({ entity }) => !covered.has(entity));
      return children.length === 0 ? [] : [splitFrom(system, parent, children)];
    });
    return [...asked.map(({ observation }) => observation), ...split];
  },
};

interface AskedTogether {
  readonly entities: readonly string[];
  readonly observation: Observation;
}

/** Reports a question for all items with an id if some of them are in other partitions. */
function askedTogether(
  system: SystemDeclaration,
  keys: readonly OwnKey[],
  { name, pattern, found, missed }: Reach,
): readonly AskedTogether[] {
  const apart = sharingAnId(keys, pattern).filter(({ entity }) => missed.includes(entity));
  if (found.length === 0 || apart.length === 0) return [];
  const { tableKey: table } = parsePlace(pattern.on);
  const entities = apart.map(({ entity }) => entity);
  return [
    {
      entities,
      observation: {
        severity: 'high',
        at: `${system.id}.${name}`,
        says: `${pattern.number} "${pattern.title}" asks for ${listed(pattern.returns)} at once, and ${listed(entities)} ${entities.length === 1 ? 'is' : 'are'} stored under ${formatKeys(apart)}.`,
        why: explainWhy(apart, pattern.partition),
        remedy: suggestRemedy(apart, pattern.partition),
        table,
        pattern: name,
      },
    },
  ];
}

/**
 * Returns entities that have their parent's id in their own key, but only behind another id, where no query can begin.
 */
function strayChildren(
  system: SystemDeclaration,
  keys: readonly OwnKey[],
  parent: OwnKey,
): readonly OwnKey[] {
  const [id, ...more] = parent.whole;
  if (id === undefined || more.length > 0 || !isAskedBy(system, parent, id)) return [];
  return keys.filter(
    (child) =>
      child.entity !== parent.entity &&
      child.table === parent.table &&
      child.whole.includes(id) &&
      child.partition.length > 0 &&
      !child.partition.includes(id) &&
      !isRelationship(keys, child) &&
      !isSpread(system, child) &&
      !isReadEach(system, child, id) &&
      !isIndexedBy(system, child, id),
  );
}

/** A shard is no other id: all items are reached by asking each shard, as the declaration intends. */
function isSpread(system: SystemDeclaration, { entity, partition }: OwnKey): boolean {
  const declaration = findDeclared(system.entities, entity);
  return declaration !== undefined && partition.every((hole) => isShard(system, declaration, hole));
}

/** A declared question reads such items of one parent by their whole keys, such as those of each day. */
function isReadEach(system: SystemDeclaration, { entity, whole }: OwnKey, id: string): boolean {
  return Object.values(system.patterns).some(({ returns, each, partition, sort }) => {
    if (each !== true || !returns.includes(entity) || sort === undefined || !('equals' in sort)) return false;
    const asked = new Set([...namesIn(partition), ...namesIn(sort.equals)]);
    return asked.has(id) && whole.every((one) => asked.has(one));
  });
}

function isAskedBy(system: SystemDeclaration, { entity }: OwnKey, id: string): boolean {
  return Object.values(system.patterns).some(
    ({ partition, returns }) =>
      returns.includes(entity) && listHoles(partition).every(({ name }) => name === id),
  );
}

/** An item that links two others is deliberately stored with one of them. */
function isRelationship(keys: readonly OwnKey[], child: OwnKey): boolean {
  return keys.some(
    ({ entity, whole }) =>
      entity !== child.entity && whole.length > 0 && whole.every((id) => child.partition.includes(id)),
  );
}

function isIndexedBy(system: SystemDeclaration, { entity }: OwnKey, id: string): boolean {
  return keyPlaces(system).some(({ written }) =>
    written.some((key) => {
      const holes = listHoles(key.partition);
      return key.entity === entity && holes.length === 1 && holes[0]?.name === id;
    }),
  );
}

function splitFrom(system: SystemDeclaration, parent: OwnKey, children: readonly OwnKey[]): Observation {
  const names = children.map(({ entity }) => entity);
  return {
    severity: 'high',
    at: `${system.id}.${parent.table}`,
    says: `${listed(names)} belong${names.length === 1 ? 's' : ''} to ${parent.entity} and ${names.length === 1 ? 'is' : 'are'} stored under ${formatKeys(children)}, apart from ${plainTemplate(parent.template)}.`,
    why: explainWhy(children, parent.template),
    remedy: suggestRemedy(children, parent.template),
    table: parent.table,
  };
}

function formatKeys(keys: readonly OwnKey[]): string {
  return listed([...new Set(keys.map(({ template }) => plainTemplate(template)))]);
}

function explainWhy(apart: readonly OwnKey[], partition: string): string {
  const partitions = new Set(apart.map(({ template }) => template)).size + 1;
  return `A query reads one partition. Reading one ${plainTemplate(partition)} completely takes at least ${partitions} reads, or a scan if the other ids are unknown.`;
}

function suggestRemedy(apart: readonly OwnKey[], partition: string): string {
  const [first] = apart;
  const prefix = first === undefined ? '' : (first.template.split('#', 1)[0] ?? '');
  return `Store them in the partition ${plainTemplate(partition)} with their own sort key, such as ${prefix}#…: one query, no index. If the keys cannot change, add an index with that partition key, at one more write each time.`;
}

/** A question that no index can answer returns nothing, which looks as if there were no data. */
export const patternWithoutIndex: ReviewRule = {
  name: 'pattern-without-index',
  check: (system) => {
    const keys = ownKeys(system);
    return reaches(system).flatMap(({ name, pattern, place, found, missed }): readonly Observation[] => {
      const about = { at: `${system.id}.${name}`, pattern: name };
      const question = `${pattern.number} "${pattern.title}"`;
      if (place === undefined) {
        return [
          {
            ...about,
            severity: 'high',
            says: `${question} uses ${pattern.on}, which is not a declared table or index.`,
            why: 'It has no answer, and often ends as a scan in a script.',
            remedy: 'Use an existing table or index, or declare and create the index.',
          },
        ];
      }
      const apart = new Set(sharingAnId(keys, pattern).map(({ entity }) => entity));
      // Items that are missed because they are stored elsewhere are reported by related-entities-apart.
      const lost = found.length === 0 ? missed : missed.filter((entity) => !apart.has(entity));
      if (lost.length === 0) return [];
      const condition = plainTemplate(pattern.partition);
      return [
        {
          ...about,
          severity: found.length === 0 ? 'high' : 'medium',
          says: `${question} can never find ${listed(lost, 'or')}: ${listed(lost)} ${lost.length === 1 ? 'writes' : 'write'} no key on ${pattern.on} that fits ${condition}${pattern.sort === undefined ? '' : ' and the condition on its sort key'}.`,
          why: 'The answer is always empty, which looks as if there were none.',
          remedy: `Correct the key condition, or write the keys of ${pattern.on} on ${listed(lost)}.`,
          table: place.tableKey,
        },
      ];
    });
  },
};

/** The holes of an entity's own key in its table: those of the partition key, and those of the whole key. */
interface OwnKey {
  readonly entity: string;
  readonly table: string;
  readonly template: string;
  readonly partition: readonly string[];
  readonly whole: readonly string[];
}

function ownKeys(system: SystemDeclaration): readonly OwnKey[] {
  return Object.entries(system.entities).flatMap(([entity, declaration]) =>
    ownKey(system, entity, declaration),
  );
}

/** Returns the entities that have an id of the question's partition in their own key. */
function sharingAnId(keys: readonly OwnKey[], { partition }: PatternDeclaration): readonly OwnKey[] {
  const ids = new Set(namesIn(partition));
  return keys.filter(({ whole }) => whole.some((id) => ids.has(id)));
}

function ownKey(
  system: SystemDeclaration,
  entity: string,
  { table: tableKey, keys }: EntityDeclaration,
): readonly OwnKey[] {
  const table = findDeclared(system.tables, tableKey);
  if (table === undefined) return [];
  const template = findDeclared(keys, table.partition.name) ?? '';
  const sort = table.sort === undefined ? '' : (findDeclared(keys, table.sort.name) ?? '');
  const partition = namesIn(template);
  return [
    { entity, table: tableKey, template, partition, whole: [...new Set([...partition, ...namesIn(sort)])] },
  ];
}

function namesIn(template: string): readonly string[] {
  return listHoles(template).map(({ name }) => name);
}

/** Splits the entities that a pattern declares by whether its key condition can ever find them. */
interface Reach {
  readonly name: string;
  readonly pattern: PatternDeclaration;
  /** Undefined if the system has no such table or index. */
  readonly place: KeyPlace | undefined;
  readonly found: readonly string[];
  readonly missed: readonly string[];
}

function reaches(system: SystemDeclaration): readonly Reach[] {
  const places = new Map(keyPlaces(system).map((place) => [place.on, place]));
  return Object.entries(system.patterns).map(([name, pattern]) => {
    const place = places.get(pattern.on);
    const reached = place === undefined ? [] : reachedBy(pattern, place).map(({ entity }) => entity);
    return {
      name,
      pattern,
      place,
      found: pattern.returns.filter((entity) => reached.includes(entity)),
      missed: pattern.returns.filter((entity) => !reached.includes(entity)),
    };
  });
}
