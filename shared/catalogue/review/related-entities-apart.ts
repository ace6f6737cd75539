import { listed } from '../../domain/formatting.ts';
import {
  findDeclared,
  type EntityDeclaration,
  type PatternDeclaration,
  type SystemDeclaration,
} from '../declaration.ts';
import { keyPlaces, reachedBy, type KeyPlace } from '../keys/key-places.ts';
import { holesOf, plainTemplate } from '../keys/key-template.ts';
import { placeOf } from '../questions/locate.ts';
import type { Observation, ReviewRule } from './finding.ts';

/** What is asked for together must have one partition key, in the table or in an index. */
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

/** A question for all that has an id, some of which is in other partitions. */
function askedTogether(
  system: SystemDeclaration,
  keys: readonly OwnKey[],
  { name, pattern, found, missed }: Reach,
): readonly AskedTogether[] {
  const apart = sharingAnId(keys, pattern).filter(({ entity }) => missed.includes(entity));
  if (found.length === 0 || apart.length === 0) return [];
  const { tableKey: table } = placeOf(pattern.on);
  const entities = apart.map(({ entity }) => entity);
  return [
    {
      entities,
      observation: {
        severity: 'high',
        at: `${system.id}.${name}`,
        says: `${pattern.number} "${pattern.title}" asks for ${listed(pattern.returns)} at once, and ${listed(entities)} ${entities.length === 1 ? 'is' : 'are'} kept under ${keysOf(apart)}.`,
        why: whyOf(apart, pattern.partition),
        remedy: remedyOf(apart, pattern.partition),
        table,
        pattern: name,
      },
    },
  ];
}

/** What has its parent's id in its own key, but only behind an id of its own, where no query can begin. */
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
      !isIndexedBy(system, child, id),
  );
}

function isAskedBy(system: SystemDeclaration, { entity }: OwnKey, id: string): boolean {
  return Object.values(system.patterns).some(
    ({ partition, returns }) =>
      returns.includes(entity) && holesOf(partition).every(({ name }) => name === id),
  );
}

/** An item that links two others lies with one of them, on purpose. */
function isRelationship(keys: readonly OwnKey[], child: OwnKey): boolean {
  return keys.some(
    ({ entity, whole }) =>
      entity !== child.entity && whole.length > 0 && whole.every((id) => child.partition.includes(id)),
  );
}

function isIndexedBy(system: SystemDeclaration, { entity }: OwnKey, id: string): boolean {
  return keyPlaces(system).some(({ written }) =>
    written.some((key) => {
      const holes = holesOf(key.partition);
      return key.entity === entity && holes.length === 1 && holes[0]?.name === id;
    }),
  );
}

function splitFrom(system: SystemDeclaration, parent: OwnKey, children: readonly OwnKey[]): Observation {
  const names = children.map(({ entity }) => entity);
  return {
    severity: 'high',
    at: `${system.id}.${parent.table}`,
    says: `${listed(names)} belong${names.length === 1 ? 's' : ''} to ${parent.entity} and ${names.length === 1 ? 'is' : 'are'} kept under ${keysOf(children)}, apart from ${plainTemplate(parent.template)}.`,
    why: whyOf(children, parent.template),
    remedy: remedyOf(children, parent.template),
    table: parent.table,
  };
}

function keysOf(keys: readonly OwnKey[]): string {
  return listed([...new Set(keys.map(({ template }) => plainTemplate(template)))]);
}

function whyOf(apart: readonly OwnKey[], partition: string): string {
  const partitions = new Set(apart.map(({ template }) => template)).size + 1;
  return `A query reads one partition. All of one ${plainTemplate(partition)} takes at least ${partitions} reads, and a scan wherever the other ids are not known.`;
}

function remedyOf(apart: readonly OwnKey[], partition: string): string {
  const [first] = apart;
  const prefix = first === undefined ? '' : (first.template.split('#', 1)[0] ?? '');
  return `Write them in the partition ${plainTemplate(partition)}, told apart by the sort key, such as ${prefix}#…: one query, and no index. Where the keys cannot change, an index with that partition key, at one more write each time.`;
}

/** A question that nothing can answer reads nothing, and looks as if there were nothing. */
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
            says: `${question} is on ${pattern.on}, and there is no such table or index.`,
            why: 'It cannot be asked; what cannot be asked ends as a scan in somebody’s script.',
            remedy: 'Ask it on a table or index that is there; else declare and create the index.',
          },
        ];
      }
      const apart = new Set(sharingAnId(keys, pattern).map(({ entity }) => entity));
      // What is missed because it is kept elsewhere is for related-entities-apart to say.
      const lost = found.length === 0 ? missed : missed.filter((entity) => !apart.has(entity));
      if (lost.length === 0) return [];
      const condition = plainTemplate(pattern.partition);
      return [
        {
          ...about,
          severity: found.length === 0 ? 'high' : 'medium',
          says: `${question} can never find ${listed(lost, 'or')}: ${listed(lost)} ${lost.length === 1 ? 'writes' : 'write'} no key on ${pattern.on} that fits ${condition}${pattern.sort === undefined ? '' : ' and the condition on its sort key'}.`,
          why: 'The answer is always empty, and an empty answer reads as "there is none".',
          remedy: `Correct the key condition; else write the keys of ${pattern.on} on ${listed(lost)}.`,
          table: place.tableKey,
        },
      ];
    });
  },
};

/** The holes of an entity's own key in its table: in the partition key, and in both keys. */
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

/** Those that have an id of a question's partition somewhere in their own key. */
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
  return holesOf(template).map(({ name }) => name);
}

/** What a pattern says it returns, parted by whether its key condition can ever bring it. */
interface Reach {
  readonly name: string;
  readonly pattern: PatternDeclaration;
  /** Undefined where the pattern is on nothing that the system has. */
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
