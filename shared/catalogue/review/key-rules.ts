import { listed } from '../../domain/formatting.ts';
import type { PatternDeclaration, SystemDeclaration } from '../declaration.ts';
import { keysMeet } from '../keys/key-overlap.ts';
import {
  fewValues,
  keyPlaces,
  reachedBy,
  sameName,
  type KeyPlace,
  type WrittenKey,
} from '../keys/key-places.ts';
import { listHoles, plainTemplate } from '../keys/key-template.ts';
import { parsePlace, sortTemplates } from '../questions/locate.ts';
import type { Observation, ReviewRule } from './finding.ts';

/** Entities that share a key place must stay distinguishable by their keys, in the table and in every question. */
export const overloadedPrefixCollision: ReviewRule = {
  name: 'overloaded-prefix-collision',
  check: (system) =>
    keyPlaces(system).flatMap((place) => [
      ...(place.indexName === null ? sameItem(system, place) : []),
      ...caughtToo(system, place),
    ]),
};

function sameItem(system: SystemDeclaration, place: KeyPlace): readonly Observation[] {
  const { written } = place;
  return written.flatMap((one, index) =>
    written.slice(index + 1).flatMap((other): Observation[] => {
      if (!keysMeet(one.partition, other.partition)) return [];
      if (one.sort !== undefined && other.sort !== undefined && !keysMeet(one.sort, other.sort)) return [];
      const special = isFixed(one) !== isFixed(other);
      return [
        {
          severity: special ? 'medium' : 'high',
          at: `${system.id}.${place.on}`,
          says: `${one.entity} (${formatKey(one)}) and ${other.entity} (${formatKey(other)}) can have the same key.`,
          why: 'A key has one item: writing the second silently replaces the first.',
          remedy: special
            ? `Reject that value when writing the other, or give ${other.entity} its own prefix.`
            : `Begin each sort key with its own prefix, such as ${prefixFor(one.entity)} and ${prefixFor(other.entity)}.`,
          table: place.tableKey,
        },
      ];
    }),
  );
}

function caughtToo(system: SystemDeclaration, place: KeyPlace): readonly Observation[] {
  const here = Object.entries(system.patterns).filter(([, { on }]) => on === place.on);
  return here.flatMap(([name, pattern]): Observation[] => {
    const wanted = new Set(
      here.filter(([, other]) => sameCondition(pattern, other)).flatMap(([, other]) => other.returns),
    );
    const caught = reachedBy(pattern, place)
      .map(({ entity }) => entity)
      .filter((entity) => !wanted.has(entity));
    if (caught.length === 0) return [];
    return [
      {
        severity: 'medium',
        at: `${system.id}.${name}`,
        says: `${pattern.number} "${pattern.title}" asks for ${listed(pattern.returns)} and its key condition also matches ${listed(caught)}.`,
        why: 'Unwanted items are read and paid for, and every reader has to discard them.',
        remedy: `Narrow the sort key condition to a prefix that only ${listed(pattern.returns)} ${pattern.returns.length === 1 ? 'has' : 'have'}, or declare that the question returns ${listed(caught)} too.`,
        table: place.tableKey,
        pattern: name,
      },
    ];
  });
}

function isFixed({ partition, sort }: WrittenKey): boolean {
  return listHoles(sort ?? partition).length === 0;
}

function formatKey({ partition, sort }: WrittenKey): string {
  return plainTemplate(sort === undefined ? partition : `${partition}, ${sort}`);
}

function prefixFor(entity: string): string {
  return `${entity.replace(/([a-z\d])([A-Z])/g, '$1_$2').toUpperCase()}#`;
}

/** Two questions with the same request that want different items from it hide a filter in their readers. */
export const sameKeyCondition: ReviewRule = {
  name: 'same-key-condition',
  check: (system) => {
    const patterns = Object.entries(system.patterns);
    return patterns.flatMap(([name, one], index) =>
      patterns
        .slice(index + 1)
        .filter(([, other]) => sameCondition(one, other) && !sameNames(one.returns, other.returns))
        .map(([, other]) => ({
          severity: 'low' as const,
          at: `${system.id}.${name}`,
          says: `${one.number} "${one.title}" and ${other.number} "${other.title}" use the same key condition for different results: ${listed(one.returns)}, and ${listed(other.returns)}.`,
          why: 'DynamoDB reads and charges for both each time, and the reader has to separate them.',
          remedy: 'Make them one question, or give each its own sort key prefix.',
          table: parsePlace(one.on).tableKey,
          pattern: name,
        })),
    );
  },
};

function sameNames(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((name) => other.includes(name));
}

/** Tells whether two patterns send DynamoDB the same request, regardless of the names of their parameters. */
function sameCondition(one: PatternDeclaration, other: PatternDeclaration): boolean {
  return toRequestKey(one) === toRequestKey(other);
}

function toRequestKey({ on, partition, sort }: PatternDeclaration): string {
  const word = sort === undefined ? '' : Object.keys(sort).join('');
  return [on, word, ...[partition, ...sortTemplates(sort)].map(toShape)].join('\n');
}

function toShape(template: string): string {
  return template.replace(/\{\w+(:\w+)?\}/g, '{$1}');
}

/** If the tenant is in every partition key, no query can return another tenant's data. */
export const tenantMissingFromKey: ReviewRule = {
  name: 'tenant-missing-from-key',
  check: (system) => {
    const { tenant } = system;
    if (tenant === undefined) return [];
    return keyPlaces(system).flatMap((place) =>
      place.written
        .filter(({ declaration }) => declaration.tenantless === undefined)
        .filter(({ partition }) => !listHoles(partition).some(({ name }) => sameName(name, tenant)))
        .map((key) => checkKey(system, tenant, place, key)),
    );
  },
};

function checkKey(system: SystemDeclaration, tenant: string, place: KeyPlace, key: WrittenKey): Observation {
  const missing = `${place.schema.partition.name} of ${key.entity} in ${place.on}, ${plainTemplate(key.partition)}, does not include {${tenant}}`;
  const about = { at: `${system.id}.${place.on}`, table: place.tableKey };
  if (place.indexName === null) {
    return {
      ...about,
      severity: 'high',
      says: `${missing}, and no reason is declared.`,
      why: 'Anyone who knows or guesses an id can read another tenant: neither the key nor an IAM condition on leading keys prevents it.',
      remedy: `Declare the reason in tenantless, or begin the key with {${tenant}}, which means migrating existing items.`,
    };
  }
  const mixes = listHoles(key.partition).every(
    ({ name }) => fewValues(system, key.declaration, name) !== undefined,
  );
  return mixes
    ? {
        ...about,
        severity: 'high',
        says: `${missing}, so one query returns items of all tenants.`,
        why: 'Isolation then depends on every reader discarding what belongs to other tenants.',
        remedy: `Begin the key of the index with {${tenant}}; index keys can be rewritten while the table is in use.`,
      }
    : {
        ...about,
        severity: 'low',
        says: `${missing}, so an id alone finds it.`,
        why: `Isolation then depends on the reader, which must compare {${tenant}} of each item, and on IAM, which must keep others off the index.`,
        remedy: `Check {${tenant}} on every item from this index, and let only roles for all tenants query it.`,
      };
}
