import type { KeyAttribute, SystemDeclaration } from '../declaration.ts';
import { keyPlaces, type KeyPlace, type WrittenKey } from './key-places.ts';
import { keysMeet, findLead } from './key-overlap.ts';
import { plainTemplate } from './key-template.ts';

/** Shows which entities a table holds, and under which keys each is found in the table and in each index. */
export interface KeyMap {
  readonly columns: readonly KeyMapColumn[];
  readonly rows: readonly KeyMapRow[];
}

export interface KeyMapColumn {
  /** The index is null for the table itself. */
  readonly index: string | null;
  readonly on: string;
  readonly partition: KeyAttribute;
  readonly sort: KeyAttribute | null;
  readonly serves: readonly { readonly pattern: string; readonly number: string; readonly title: string }[];
  /** The entities that share this place, and the part of their keys that distinguishes them. */
  readonly entities: readonly Distinction[];
  /** More than one entity has keys here. */
  readonly overloaded: boolean;
}

interface Distinction {
  readonly entity: string;
  /** Null if nothing in the keys distinguishes it. The review reports that. */
  readonly by: { readonly key: string; readonly shape: string } | null;
}

interface KeyMapRow {
  readonly entity: string;
  /** There is one cell for each column. */
  readonly cells: readonly KeyMapCell[];
}

export interface KeyMapCell {
  readonly index: string | null;
  readonly partition: string | null;
  readonly sort: string | null;
  /** The condition under which its keys exist. */
  readonly sparse: string | null;
}

export function keyMap(system: SystemDeclaration, tableKey: string): KeyMap {
  const places = keyPlaces(system).filter((place) => place.tableKey === tableKey);
  const entities = Object.entries(system.entities).filter(([, { table }]) => table === tableKey);
  return {
    columns: places.map((place) => column(system, place)),
    rows: entities.map(([entity]) => ({ entity, cells: places.map((place) => cell(place, entity)) })),
  };
}

function column(system: SystemDeclaration, place: KeyPlace): KeyMapColumn {
  return {
    index: place.indexName,
    on: place.on,
    partition: place.schema.partition,
    sort: place.schema.sort ?? null,
    serves: Object.entries(system.patterns)
      .filter(([, { on }]) => on === place.on)
      .map(([pattern, { number, title }]) => ({ pattern, number, title })),
    entities: place.written.map((key) => ({ entity: key.entity, by: findDistinction(key, place) })),
    overloaded: place.written.length > 1,
  };
}

function cell({ indexName, written }: KeyPlace, entity: string): KeyMapCell {
  const key = written.find((one) => one.entity === entity);
  return {
    index: indexName,
    partition: key === undefined ? null : plainTemplate(key.partition),
    sort: key?.sort === undefined ? null : plainTemplate(key.sort),
    sparse: key?.sparse ?? null,
  };
}

function findDistinction(key: WrittenKey, { schema, written }: KeyPlace): Distinction['by'] {
  const others = written.filter(({ entity }) => entity !== key.entity);
  if (!others.some(({ partition }) => keysMeet(partition, key.partition))) {
    return {
      key: schema.partition.name,
      shape: findShape(
        key.partition,
        others.map(({ partition }) => partition),
      ),
    };
  }
  const { sort } = key;
  if (sort === undefined || schema.sort === undefined) return null;
  const beside = others.filter(({ partition }) => keysMeet(partition, key.partition));
  const sorts = beside.flatMap((other) => (other.sort === undefined ? [] : [other.sort]));
  if (sorts.some((other) => keysMeet(other, sort))) return null;
  return { key: schema.sort.name, shape: findShape(sort, sorts) };
}

/** Returns the prefix if no other template shares it, and otherwise the whole template. */
function findShape(template: string, others: readonly string[]): string {
  const lead = findLead(template);
  const alone =
    lead !== '' &&
    others.every((other) => !findLead(other).startsWith(lead) && !lead.startsWith(findLead(other)));
  if (alone) return lead;
  return plainTemplate(template);
}
