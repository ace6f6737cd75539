import type { AttributeValue } from './items/attribute-value.ts';

/**
 * Describes a system as data: its tables, their entities, and every question they can answer. It can be written as
 * JSON. It has no way to express a scan, a statement or a filter (decision 002).
 */
export interface SystemDeclaration {
  readonly id: string;
  readonly name: string;
  readonly about: string;
  /** The parameter that names the owner of the data, such as "tenantId". It is left out if all data has one owner. */
  readonly tenant?: string;
  readonly tables: Readonly<Record<string, TableDeclaration>>;
  readonly entities: Readonly<Record<string, EntityDeclaration>>;
  readonly patterns: Readonly<Record<string, PatternDeclaration>>;
  readonly parameters?: Readonly<Record<string, ParameterDeclaration>>;
  /** The pipelines do these writes. They are declared here for what they cost. */
  readonly writes?: Readonly<Record<string, WriteDeclaration>>;
  /** Items per table, for the sandbox, the tests and the examples in forms. */
  readonly samples?: Readonly<Record<string, readonly SampleItem[]>>;
  /** The day the examples were written on, such as 2026-11-20. Forms then offer them as if they were from yesterday. */
  readonly examplesWrittenOn?: string;
  /** The daily total that a source printed for all patterns and writes. It is compared with our own sum. */
  readonly printed?: PrintedTotal;
}

export interface KeyAttribute {
  readonly name: string;
  readonly type: 'S' | 'N';
}

export interface KeySchema {
  readonly partition: KeyAttribute;
  readonly sort?: KeyAttribute;
}

export interface TableDeclaration extends KeySchema {
  /** The conventional name, in which `{stage}` is the connection's stage. A connection may name the table itself. */
  readonly name: string;
  readonly about?: string;
  readonly indexes?: Readonly<Record<string, IndexDeclaration>>;
  /** The attribute that holds, in epoch seconds, when an item may expire. */
  readonly timeToLive?: string;
}

export interface IndexDeclaration extends KeySchema {
  readonly projection: 'ALL' | 'KEYS_ONLY' | readonly string[];
  readonly about?: string;
}

export interface EntityDeclaration {
  readonly table: string;
  readonly about?: string;
  /** Maps a key attribute to its template, for the keys of the table and of the indexes that it is written to. */
  readonly keys: Readonly<Record<string, string>>;
  /** Maps an index to the condition under which its keys exist, if only some items are written to it. */
  readonly sparse?: Readonly<Record<string, string>>;
  readonly attributes: Readonly<Record<string, AttributeDeclaration>>;
  readonly status?: StatusMachine;
  /** The reason why its keys contain no tenant, in a system that has tenants. */
  readonly tenantless?: string;
  /** The size in bytes of a usual item, and of the largest that is expected. */
  readonly bytes?: number;
  readonly largestBytes?: number;
}

export interface StatusMachine {
  readonly attribute: string;
  /** Maps each status to those that may follow it. A final status has none. */
  readonly moves: Readonly<Record<string, readonly string[]>>;
}

export const attributeTypes = [
  'text',
  'number',
  'flag',
  'ulid',
  'uuid',
  'e-mail',
  'date',
  'time',
  'epoch seconds',
  'epoch milliseconds',
  'presigned address',
  'text set',
  'number set',
  'list',
  'map',
  'binary',
] as const;
export type AttributeType = (typeof attributeTypes)[number];

export interface AttributeDeclaration {
  readonly type: AttributeType;
  readonly about?: string;
  readonly optional?: true;
  readonly oneOf?: readonly string[];
  /** Describes the value, for example "a wrapped AES key". A secret never leaves the main process. */
  readonly secret?: string;
  /**
   * Describes the value, for example "an e-mail address". It is masked until it is revealed, and revealing it is
   * audited.
   */
  readonly private?: string;
}

export interface PatternDeclaration {
  /** The number of the pattern, such as "AP8". */
  readonly number: string;
  /** The question in everyday words: "Which documents of this batch have a status?" */
  readonly asks: string;
  /** The title on a receipt: "Documents by status" */
  readonly title: string;
  /** The table, "main", or one of its indexes, "main.GSI2". */
  readonly on: string;
  readonly partition: string;
  readonly sort?: SortCondition;
  readonly order?: 'newest first' | 'oldest first' | 'last to first';
  /** The entities that the pattern may return. */
  readonly returns: readonly string[];
  readonly gives: 'one' | 'many';
  /** The pattern is asked with a list of parameters at once, for items by their whole key. */
  readonly each?: true;
  /** The only attributes that are requested. If it is left out, the pattern requests everything the index holds. */
  readonly attributes?: readonly string[];
  readonly pageSize?: number;
  readonly usage?: ReadUsage;
}

/** Each variant is one of DynamoDB's own conditions on a sort key: =, begins_with, BETWEEN, <, <=, >, >=. */
export type SortCondition =
  | { readonly equals: string }
  | { readonly beginsWith: string }
  | { readonly between: readonly [string, string] }
  | { readonly before: string }
  | { readonly upTo: string }
  | { readonly after: string }
  | { readonly from: string };

/** The expected daily use according to the design. It is not measured. */
export interface ReadUsage {
  readonly callsPerDay: number;
  /** The read units of a call, if the source gives them. */
  readonly rru?: number;
  /** Otherwise the read units are computed from the items and bytes that a call reads. */
  readonly items?: number;
  readonly bytes?: number;
  /** The daily cost in dollars that the source prints. */
  readonly printed?: string;
}

export interface WriteDeclaration {
  readonly title: string;
  readonly about: string;
  readonly callsPerDay: number;
  /** The write units of a call. */
  readonly wru: number;
  /** Maps an entity to how many of its items a call writes, to tell what one more index would add. */
  readonly items?: Readonly<Record<string, number>>;
  readonly printed?: string;
}

export interface PrintedTotal {
  readonly day: string;
  readonly month?: string;
  readonly source: string;
  /** One sentence that explains why our sum differs. */
  readonly differs?: string;
}

export interface ParameterDeclaration {
  readonly label: string;
  readonly about?: string;
  readonly oneOf?: readonly string[];
  /**
   * Its values, listed in `oneOf`, are computed from an item's own key to spread the items evenly over as many
   * partitions. A question is then asked of each.
   */
  readonly spreads?: true;
  readonly example?: string;
}

/** Holds plain values, typed by the entity's attributes. `$` introduces an exact value, { "$": { "N": "1" } }. */
export type SampleItem = Readonly<Record<string, SampleValue>>;
export type SampleValue =
  | string
  | number
  | boolean
  | null
  | readonly SampleValue[]
  | { readonly $: AttributeValue }
  | { readonly [name: string]: SampleValue };

/** Keeps the templates as literal types, so that a pattern asked without one of its parameters does not compile. */
export function system<const S extends SystemDeclaration>(declaration: S): S {
  return declaration;
}

/**
 * Returns what a system declares under a name. Names come from files and pages, so the prototype is never consulted.
 */
export function findDeclared<T>(
  declared: Readonly<Record<string, T>> | undefined,
  name: string,
): T | undefined {
  return declared !== undefined && Object.hasOwn(declared, name) ? declared[name] : undefined;
}
