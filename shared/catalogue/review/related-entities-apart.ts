import { listed } from '../../domain/listed-words.ts';
import type { SystemDeclaration } from '../declaration.ts';
import { holesOf } from '../templates/fill-template.ts';
import { keyPlaces } from '../keys/key-places.ts';
import { placeOf } from '../questions/locate.ts';
import { plainTemplate } from '../templates/key-words.ts';
import type { Observation, ReviewRule } from './finding.ts';
import { reaches } from './reach.ts';
import type { Reach } from './reach.ts';
import { ownKeys, sharingAnId } from './related-keys.ts';
import type { OwnKey } from './related-keys.ts';

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
