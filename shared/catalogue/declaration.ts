import type { AttributeValue } from './items/attribute-value.ts';

/**
 * A system as data: its tables, what lives in them, and every question they can answer. It can be
 * written as JSON. There is no word in it for a scan, a statement or a filter (decision 002).
 */
export interface SystemDeclaration {
  readonly id: string;
  readonly name: string;
  readonly about: string;
  /** The parameter that says whose data it is, such as "tenantId"; left out where data has one owner. */
  readonly tenant?: string;
  readonly tables: Readonly<Record<string, TableDeclaration>>;
  readonly entities: Readonly<Record<string, EntityDeclaration>>;
  readonly patterns: Readonly<Record<string, PatternDeclaration>>;
  readonly parameters?: Readonly<Record<string, ParameterDeclaration>>;
  /** Writes are the pipelines' own; they are named here for what they cost. */
  readonly writes?: Readonly<Record<string, WriteDeclaration>>;
  /** By table: items for the sandbox, the tests and the examples in forms. */
  readonly samples?: Readonly<Record<string, readonly SampleItem[]>>;
  /** The day that the examples were written on, where forms are to offer them as of yesterday: 2026-11-20. */
  readonly examplesWrittenOn?: string;
  /** What a source printed for a day of all patterns and writes, to be set against our own sum. */
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
  /** By convention; `{stage}` is the connection's. A connection may name the table itself. */
  readonly name: string;
  readonly about?: string;
  readonly indexes?: Readonly<Record<string, IndexDeclaration>>;
  /** The attribute that says, in epoch seconds, when an item may go. */
  readonly timeToLive?: string;
}

export interface IndexDeclaration extends KeySchema {
  readonly projection: 'ALL' | 'KEYS_ONLY' | readonly string[];
  readonly about?: string;
}

export interface EntityDeclaration {
  readonly table: string;
  readonly about?: string;
  /** Key attribute → template, for the table's own keys and those of the indexes it is written to. */
  readonly keys: Readonly<Record<string, string>>;
  /** Index → when its keys are there, for an index that only some items are written to. */
  readonly sparse?: Readonly<Record<string, string>>;
  readonly attributes: Readonly<Record<string, AttributeDeclaration>>;
  readonly status?: StatusMachine;
  /** Why no tenant is in its keys, where the system has tenants. */
  readonly tenantless?: string;
  /** Bytes of a usual item, and of the largest that is foreseen. */
  readonly bytes?: number;
  readonly largestBytes?: number;
}

export interface StatusMachine {
  readonly attribute: string;
  /** Status → what may come next; an end leads nowhere. */
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
  /** What it is, "a wrapped AES key". It never leaves the main process. */
  readonly secret?: string;
  /** What it is, "an e-mail address". Masked until somebody reveals it, which is audited. */
  readonly private?: string;
}

export interface PatternDeclaration {
  /** "AP8" */
  readonly number: string;
  /** As people ask it: "Which documents of this batch have a status?" */
  readonly asks: string;
  /** As a receipt calls it: "Documents by status" */
  readonly title: string;
  /** "main", or "main.GSI2" for an index of it. */
  readonly on: string;
  readonly partition: string;
  readonly sort?: SortCondition;
  readonly order?: 'newest first' | 'oldest first' | 'last to first';
  /** The entities that may come back. */
  readonly returns: readonly string[];
  readonly gives: 'one' | 'many';
  /** Asked with a list of parameters at once, for items by their whole key. */
  readonly each?: true;
  /** The only attributes that are asked for; left out, all that the index holds. */
  readonly attributes?: readonly string[];
  readonly pageSize?: number;
  readonly usage?: ReadUsage;
}

/** Each word is one of DynamoDB's own conditions on a sort key: =, begins_with, BETWEEN, <, <=, >, >=. */
export type SortCondition =
  | { readonly equals: string }
  | { readonly beginsWith: string }
  | { readonly between: readonly [string, string] }
  | { readonly before: string }
  | { readonly upTo: string }
  | { readonly after: string }
  | { readonly from: string };

/** Declared, not measured: what the design expects of a day. */
export interface ReadUsage {
  readonly callsPerDay: number;
  /** Read units of a call where the source gives them. */
  readonly rru?: number;
  /** Else from what a call reads. */
  readonly items?: number;
  readonly bytes?: number;
  /** What the source prints as a day's dollars. */
  readonly printed?: string;
}

export interface WriteDeclaration {
  readonly title: string;
  readonly about: string;
  readonly callsPerDay: number;
  /** Write units of a call. */
  readonly wru: number;
  /** Entity → how many of its items a call writes, for what one more index would add. */
  readonly items?: Readonly<Record<string, number>>;
  readonly printed?: string;
}

export interface PrintedTotal {
  readonly day: string;
  readonly month?: string;
  readonly source: string;
  /** Why our sum differs, in a sentence. */
  readonly differs?: string;
}

export interface ParameterDeclaration {
  readonly label: string;
  readonly about?: string;
  readonly oneOf?: readonly string[];
  readonly example?: string;
}

/** Plain values, typed by the entity's attributes; `$` brings an exact one, { "$": { "N": "1" } }. */
export type SampleItem = Readonly<Record<string, SampleValue>>;
export type SampleValue =
  | string
  | number
  | boolean
  | null
  | readonly SampleValue[]
  | { readonly $: AttributeValue }
  | { readonly [name: string]: SampleValue };

/** A system whose templates the compiler can read: a pattern asked without one of its parameters does not compile. */
export function system<const S extends SystemDeclaration>(declaration: S): S {
  return declaration;
}

/** What a system declares under a name. Names come from files and pages, so no name is looked up on a prototype. */
export function findDeclared<T>(
  declared: Readonly<Record<string, T>> | undefined,
  name: string,
): T | undefined {
  return declared !== undefined && Object.hasOwn(declared, name) ? declared[name] : undefined;
}
