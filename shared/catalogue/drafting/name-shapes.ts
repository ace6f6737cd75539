import type { TableDeclaration } from '../declaration.ts';
import { templateProblem, type HoleKind } from '../keys/key-template.ts';
import type { Column, Hole, KeyShape, ReadGroup } from './key-shapes.ts';
import { camelName, pascalName, plainWords, toOwnName } from './names.ts';

/** Gives each value a name. Values that are equal in every item of an entity have one name. */
export function nameHoles(groups: readonly ReadGroup[], table: TableDeclaration): void {
  const shared = namePartitions(groups, table.partition.name);
  for (const group of groups) {
    const taken = new Set<string>();
    for (const hole of group.holes) {
      if (hole.name !== undefined) continue;
      const equal = group.holes.filter((other) => other.name === undefined && isSame(hole, other));
      const isPartition = equal.find(({ column }) => column === table.partition.name);
      const known = isPartition && shared.get(partitionPlace(group, isPartition));
      const name = unusedName(known ?? bestName(equal), taken);
      taken.add(name);
      for (const other of equal) other.name = name;
    }
  }
}

/** A partition has one name for its value, whichever entity in it is looked at. */
function namePartitions(groups: readonly ReadGroup[], partition: string): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const group of groups) {
    for (const hole of group.holes.filter(({ column }) => column === partition)) {
      const place = partitionPlace(group, hole);
      const equal = group.holes.filter((other) => isSame(hole, other));
      // The label in the key itself is the surest. A label in another key may belong to the other entity.
      const sure =
        hole.label === null ? equal.find(({ label }) => label !== null && isOwn(group, label)) : hole;
      if (sure !== undefined && !names.has(place)) names.set(place, bestName([sure]));
    }
  }
  return names;
}

/** Tells whether all the fixed text in the sort key of a group is this label, so that the label is about the whole item. */
function isOwn({ columns }: ReadGroup, label: string): boolean {
  const parts = columns[1]?.parts ?? [];
  return parts.every(
    ({ isValue, lead }) => !isValue && (lead === label || plainWords.has(lead.toUpperCase())),
  );
}

function partitionPlace({ columns }: ReadGroup, { column, place }: Hole): string {
  const parts = columns.find(({ name }) => name === column)?.parts ?? [];
  return JSON.stringify([place, parts.map(({ lead, isValue }) => (isValue ? `${lead}?` : lead))]);
}

function isSame(one: Hole, other: Hole): boolean {
  if (one === other) return true;
  if (one.kind !== other.kind) return false;
  const both = one.values.flatMap((value, at) => {
    const theirs = other.values[at];
    return value === undefined || theirs === undefined ? [] : [[value, theirs] as const];
  });
  const isTelling = both.length > 1 || (both[0]?.[0].length ?? 0) >= 3;
  return both.length > 0 && isTelling && both.every(([mine, theirs]) => mine === theirs);
}

function bestName(holes: readonly Hole[]): string {
  for (const { label, kind } of holes) if (label !== null) return labelName(label, kind);
  const named = holes.find(({ column }) => !isPlaceName(column));
  if (named !== undefined) return toOwnName(camelName(named.column));
  return bareNames[holes[0]?.kind ?? 'text'];
}

const bareNames: Readonly<Record<HoleKind, string>> = {
  text: 'id',
  ulid: 'id',
  email: 'email',
  date: 'date',
  time: 'time',
  epochMs: 'time',
  epochSeconds: 'time',
  number: 'number',
};

/** Names such as PK and GSI1SK say where a key stands and not what is in it. */
export function isPlaceName(attribute: string): boolean {
  return /^(?:[gl]si[-_]?\d*[-_]?)?(?:pk|sk|partition[-_]?key|sort[-_]?key|hash[-_]?key|range[-_]?key|hash|range|key)[-_]?\d*$/i.test(
    attribute,
  );
}

const bareLabels =
  /^(?:status|state|type|email|name|date|day|week|month|year|hour|country|region|currency|version|role|kind|category|slug|username|sku)$/i;

function labelName(label: string, kind: HoleKind): string {
  const name = toOwnName(camelName(label));
  if (bareLabels.test(name)) return name;
  if (kind === 'email') return `${name}Email`;
  if (kind === 'date') return /date|day$/i.test(name) ? name : `${name}Date`;
  if (kind === 'time' || kind === 'epochMs' || kind === 'epochSeconds') return `${name}At`;
  return /id$|part$/i.test(name) ? name : `${name}Id`;
}

function unusedName(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name;
  for (let count = 2; ; count += 1) if (!taken.has(`${name}${count}`)) return `${name}${count}`;
}

export function nameEntities(groups: readonly ReadGroup[], table: TableDeclaration): readonly KeyShape[] {
  const taken = new Set<string>();
  return groups.map((group) => {
    const entity = entityName(group, table, taken);
    taken.add(entity);
    const keys = Object.fromEntries(
      group.columns.map((column) => [column.name, template(column, group.holes)]),
    );
    const { sparse, unlike } = group;
    return { entity, keys, sparse, unlike, found: group.keys.length };
  });
}

function template({ name, parts }: Column, holes: readonly Hole[]): string {
  const write = (kinds: boolean): string =>
    parts
      .map(({ lead, isValue }, at) => {
        const hole = isValue ? holes.find(({ column, place }) => column === name && place === at) : undefined;
        if (hole === undefined) return lead;
        const kind = hole.kind === 'text' || !kinds ? '' : `:${hole.kind}`;
        return `${lead}{${hole.name ?? 'id'}${kind}}`;
      })
      .join('#');
  const full = write(true);
  return templateProblem(full) === undefined ? full : write(false);
}

function entityName(group: ReadGroup, table: TableDeclaration, taken: ReadonlySet<string>): string {
  const [partition, sort] = group.columns;
  const [ofPartition, ofSort] = [partition, sort].map((column) => listFixedText(column));
  const base = listTelling(ofSort).length > 0 ? listTelling(ofSort) : listTelling(ofPartition);
  const choices = [
    base,
    [...base, ...(ofSort ?? []).filter((one) => plainWords.has(one.toUpperCase()))],
    [...listTelling(ofPartition), ...listTelling(ofSort)],
    base.length > 0 &&
    group.holes.some(({ column, kind }) => column === sort?.name && (kind === 'date' || kind === 'time'))
      ? [...base, 'BY_DATE']
      : [],
    [...(ofPartition ?? []), ...(ofSort ?? [])],
  ].map((words) => pascalName(words.join('_')));
  const usable = choices.filter((name) => name !== '' && !(name in Object.prototype));
  const plain = isPlaceName(table.partition.name)
    ? 'Item'
    : `${pascalName(table.partition.name.replace(/_?id$/i, ''))}Item`;
  return usable.find((name) => !taken.has(name)) ?? unusedName(usable[0] ?? (plain || 'Item'), taken);
}

function listFixedText(column: Column | undefined): readonly string[] {
  const words = (column?.parts ?? []).flatMap(({ lead, isValue }) => (isValue || lead === '' ? [] : [lead]));
  // ElectroDB's entity stands last: $collection#entity_1.
  const electro = words.filter((one) => /^\$?[\w-]+_\d+$/.test(one));
  return electro.length > 0 ? [(electro.at(-1) ?? '').replace(/^\$|_\d+$/g, '')] : words;
}

function listTelling(texts: readonly string[] = []): readonly string[] {
  return texts.filter((one) => !plainWords.has(one.toUpperCase()));
}
