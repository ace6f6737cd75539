/** The parts of an ElectroDB schema that are about keys: https://electrodb.dev/en/modeling/schema */
export interface ElectroSchema {
  readonly service: string;
  readonly entity: string;
  readonly version: string;
  /** An older form of the schema writes the version into the partition key. */
  readonly isBeta: boolean;
  readonly table: string | undefined;
  readonly attributes: Readonly<Record<string, ElectroAttribute>>;
  readonly indexes: Readonly<Record<string, ElectroIndex>>;
}

interface ElectroAttribute {
  readonly type: string | readonly string[];
  readonly items: string | undefined;
  readonly field: string | undefined;
  readonly label: string | undefined;
  readonly required: boolean;
  readonly hidden: boolean;
}

export interface ElectroIndex {
  readonly index: string | undefined;
  readonly collections: readonly string[];
  readonly isClustered: boolean;
  readonly scope: string | undefined;
  readonly pk: ElectroKey;
  readonly sk: ElectroKey | undefined;
}

export interface ElectroKey {
  readonly field: string;
  readonly composite: readonly string[];
  readonly template: string | undefined;
  readonly casing: string;
  readonly cast: string | undefined;
}

type Json = Readonly<Record<string, unknown>>;

/** Reads one schema, or returns what is missing in it. Functions are not in JSON, so they are ignored. */
export function readElectroSchema(value: unknown): ElectroSchema | string {
  const json = toObject(value);
  const model = toObject(json['model']);
  // Before version 1 the names stood beside the attributes.
  const isBeta = json['model'] === undefined && typeof json['entity'] === 'string';
  const of = isBeta ? json : model;
  const { entity, service, version = '1', table } = of;
  if (typeof entity !== 'string' || typeof service !== 'string') {
    return 'has no "model" with an "entity" and a "service"';
  }
  const attributes = Object.entries(toObject(json['attributes']));
  const indexes = Object.entries(toObject(json['indexes']));
  if (attributes.length === 0 || indexes.length === 0)
    return `has no "attributes" or no "indexes" (${entity})`;
  const read = indexes.map(([name, index]) => [name, readIndex(index)] as const);
  const bad = read.find(([, index]) => index === undefined);
  if (bad !== undefined) return `has an index "${bad[0]}" without a "pk" that names its "field" (${entity})`;
  return {
    service,
    entity,
    version: String(version),
    isBeta,
    table: typeof table === 'string' ? table : undefined,
    attributes: Object.fromEntries(attributes.map(([name, one]) => [name, readAttribute(one)])),
    indexes: Object.fromEntries(
      read.flatMap(([name, index]) => (index === undefined ? [] : [[name, index]])),
    ),
  };
}

function toObject(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
}

function toText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function toTexts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

function readAttribute(value: unknown): ElectroAttribute {
  if (typeof value === 'string') {
    return {
      type: value,
      items: undefined,
      field: undefined,
      label: undefined,
      required: false,
      hidden: false,
    };
  }
  const { type, items, field, label, required, hidden } = toObject(value);
  return {
    type: Array.isArray(type) ? toTexts(type) : (toText(type) ?? 'any'),
    items: toText(items),
    field: toText(field),
    label: toText(label),
    required: required === true,
    hidden: hidden === true,
  };
}

function readIndex(value: unknown): ElectroIndex | undefined {
  const { index, collection, type, scope, pk, sk } = toObject(value);
  const partition = readKey(pk);
  if (partition === undefined) return undefined;
  return {
    index: toText(index),
    collections: typeof collection === 'string' ? [collection] : toTexts(collection),
    isClustered: type === 'clustered',
    scope: toText(scope),
    pk: partition,
    sk: readKey(sk),
  };
}

function readKey(value: unknown): ElectroKey | undefined {
  const { field, composite, facets, template, casing, cast } = toObject(value);
  const name = toText(field);
  if (name === undefined) return undefined;
  const written = toText(template) ?? toText(composite) ?? toText(facets);
  const named = toTexts(composite).length > 0 ? toTexts(composite) : toTexts(facets);
  return {
    field: name,
    composite: named.length > 0 || written === undefined ? named : listAttributesIn(written),
    template: written,
    casing: toText(casing) ?? 'default',
    cast: toText(cast),
  };
}

function listAttributesIn(template: string): readonly string[] {
  return [...template.matchAll(/\$\{([^}]+)\}/g)].flatMap(([, name]) => name ?? []);
}
