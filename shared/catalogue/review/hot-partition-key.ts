import { grouped, listed } from '../../domain/formatting.ts';
import { findDeclared, type SystemDeclaration } from '../declaration.ts';
import { listHoles, plainTemplate } from '../keys/key-template.ts';
import {
  fewValues,
  isShard,
  keyPlaces,
  sameName,
  type KeyPlace,
  type WrittenKey,
} from '../keys/key-places.ts';
import type { Observation, ReviewRule, Severity } from './finding.ts';

/**
 * The limits per second and partition:
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-partition-key-design.html
 */
const partitionReads = 3_000;
const partitionWrites = 1_000;

/** A partition key with few values sends all items to a few partitions, however many items there are. */
export const hotPartitionKey: ReviewRule = {
  name: 'hot-partition-key',
  check: (system) => keyPlaces(system).flatMap((place) => checkPlace(system, place)),
};

interface NarrowKey extends WrittenKey {
  /** Each hole with its few values. The list is empty if the key is fixed text. */
  readonly holes: readonly { readonly name: string; readonly values: readonly string[] }[];
}

function checkPlace(system: SystemDeclaration, place: KeyPlace): readonly Observation[] {
  const narrow = place.written.flatMap((key) => narrowKey(system, key));
  const [first] = narrow;
  if (first === undefined) return [];
  const severity = rateSeverity(system, place, narrow);
  const asked = Object.entries(system.patterns).find(
    ([, { on, returns }]) => on === place.on && returns.includes(first.entity),
  );
  return [
    {
      severity,
      at: `${system.id}.${place.on}`,
      says: describeKeys(place, narrow),
      why: explainWhy(place, severity),
      remedy: suggestRemedy(system, place, narrow, severity),
      table: place.tableKey,
      ...(asked === undefined ? {} : { pattern: asked[0] }),
    },
  ];
}

/** With this many shards, a key takes as much as the remedy below would give it. */
const enoughShards = 8;

function narrowKey(system: SystemDeclaration, key: WrittenKey): readonly NarrowKey[] {
  if (isSpread(system, key)) return [];
  const holes = listHoles(key.partition).map(({ name }) => ({
    name,
    values: fewValues(system, key.declaration, name),
  }));
  const few = holes.flatMap(({ name, values }) => (values === undefined ? [] : [{ name, values }]));
  return few.length === holes.length ? [{ ...key, holes: few }] : [];
}

/** Few keys are intended where one of the holes is declared to spread the items, and has enough values for that. */
function isSpread(system: SystemDeclaration, { partition, declaration }: WrittenKey): boolean {
  return listHoles(partition).some(
    ({ name }) =>
      isShard(system, declaration, name) &&
      (findDeclared(system.parameters, name)?.oneOf?.length ?? 0) >= enoughShards,
  );
}

/** A small directory under one fixed key is deliberate. An index that receives all items is a problem. */
function rateSeverity(
  system: SystemDeclaration,
  { indexName }: KeyPlace,
  narrow: readonly NarrowKey[],
): Severity {
  if (indexName !== null) return narrow.every(({ sparse }) => sparse !== undefined) ? 'medium' : 'high';
  return narrow.every((key) => isSmall(system, key)) ? 'low' : 'high';
}

function isSmall(system: SystemDeclaration, { sort, declaration, holes }: NarrowKey): boolean {
  if (holes.length > 0) return false;
  const inSort = sort === undefined ? [] : listHoles(sort);
  const onePerTenant = inSort.every(
    ({ name }) => system.tenant !== undefined && sameName(name, system.tenant),
  );
  return onePerTenant || declaration.tenantless !== undefined;
}

function describeKeys({ on, schema }: KeyPlace, narrow: readonly NarrowKey[]): string {
  const keys = narrow.map(({ entity, partition, holes }) => {
    const count = holes.reduce((product, { values }) => product * values.length, 1);
    return count === 1
      ? `every ${entity} under the one key ${plainTemplate(partition)}`
      : `every ${entity} under one of ${grouped(count)} keys ${plainTemplate(partition)}${listValues(holes)}`;
  });
  return `${schema.partition.name} of ${on} puts ${listed(keys)}.`;
}

function listValues(holes: NarrowKey['holes']): string {
  const [only, ...more] = holes;
  const told = only !== undefined && more.length === 0 && only.values.length <= 8;
  return told ? ` (${listed(only.values, 'or')})` : '';
}

function explainWhy({ indexName }: KeyPlace, severity: Severity): string {
  const limit = `A partition gives at most ${grouped(partitionReads)} read units and ${grouped(partitionWrites)} write units a second, whatever the capacity of the table`;
  if (severity === 'low')
    return `${limit}. That is plenty for a list this small. It is shown so that it stays small.`;
  return indexName === null
    ? `${limit}, so all of these share one limit and are throttled together.`
    : `${limit}. More items do not mean more keys, and when the index is throttled, so are writes to the table.`;
}

function suggestRemedy(
  system: SystemDeclaration,
  place: KeyPlace,
  narrow: readonly NarrowKey[],
  severity: Severity,
): string {
  if (severity === 'low') return 'No change needed while the list is short and rarely written.';
  const better = betterPlace(system, place, narrow);
  const instead =
    better === undefined
      ? ''
      : `Where ${listed(better.known)} ${better.known.length === 1 ? 'is' : 'are'} known, query the existing ${better.name} ("${better.title}"). `;
  const key = plainTemplate(narrow[0]?.partition ?? '');
  const tenant =
    system.tenant === undefined
      ? ''
      : `If queries stay within one tenant, begin the key with {${system.tenant}}. `;
  return `${instead}${tenant}Otherwise spread it: ${key}#{shard} with shards 0 to 9 takes ten queries; ${key}#{day} gives each day its own key.`;
}

/**
 * Finds another question for the same items whose partition key has many values, preferably one that still narrows by
 * the same attribute.
 */
function betterPlace(
  system: SystemDeclaration,
  place: KeyPlace,
  narrow: readonly NarrowKey[],
): { readonly name: string; readonly title: string; readonly known: readonly string[] } | undefined {
  const narrowNames = narrow.flatMap(({ holes }) => holes.map(({ name }) => name));
  const candidates = keyPlaces(system)
    .filter(({ tableKey, on }) => tableKey === place.tableKey && on !== place.on)
    .flatMap((other) => {
      const key = other.written.find(({ entity }) => narrow.some((one) => one.entity === entity));
      if (key === undefined || narrowKey(system, key).length > 0) return [];
      const asked = Object.values(system.patterns).find(
        ({ on, gives, returns }) => on === other.on && gives === 'many' && returns.includes(key.entity),
      );
      if (asked === undefined) return [];
      const sortHoles = key.sort === undefined ? [] : listHoles(key.sort).map(({ name }) => name);
      const narrows = sortHoles.some((hole) => narrowNames.some((name) => sameName(name, hole)));
      const known = [...new Set(listHoles(key.partition).map(({ name }) => name))];
      return [{ name: other.indexName ?? other.on, title: asked.title, known, narrows }];
    });
  return candidates.find(({ narrows }) => narrows) ?? candidates[0];
}
