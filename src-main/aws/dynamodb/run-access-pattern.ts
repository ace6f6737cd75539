import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { catalogue, type PatternName } from '#shared/catalogue/catalogue.ts';
import { findDeclared, type SystemDeclaration } from '#shared/catalogue/declaration.ts';
import type { Attributes } from '#shared/catalogue/items/attribute-value.ts';
import { keyNames } from '#shared/catalogue/keys/key-places.ts';
import type { Params } from '#shared/catalogue/keys/key-template.ts';
import { refused, type Receipt, type Result } from '#shared/contract/result.ts';
import type { TableNames } from '../table-names.ts';
import { changedItems, type ChangedItems } from './catching-up.ts';
import { buildQuestion, openPatterns, wholeKey, type Patterns, type Question } from './question.ts';
import {
  itemIdentity,
  openReadings,
  openTally,
  storedItem,
  type AskedPattern,
  type CatalogueReader,
  type PageRead,
  type Readings,
  type ReadOptions,
  type StoredItem,
  type Tally,
} from './reading.ts';
import { getMany, getOne, openReads, runQuery, type Reads } from './reads.ts';
import type { TimeSources } from '../patience.ts';

export interface ReaderParts {
  /** The client is limited to the three reads, with one attempt per call: see dynamodb-client.ts. */
  readonly client: DynamoDBClient;
  readonly connectionId: string;
  readonly tableNames: (system: SystemDeclaration) => TableNames;
  /** The key is random and lives as long as the process, so cursors of an earlier process are refused. */
  readonly cursorKey: Uint8Array;
  /** Returns milliseconds since 1970. */
  readonly now: () => number;
  /** Returns milliseconds on a monotonic clock. */
  readonly elapsed: () => number;
  /** Returns a number with 0 ≤ n < 1. */
  readonly random: () => number;
  readonly sleep: (ms: number) => Promise<void>;
  /** This is the longest time in milliseconds that one attempt may take. */
  readonly longestRead?: number;
}

/** Reads by the catalogue's patterns over the SDK's client of one connection. */
export function openReader(parts: ReaderParts): CatalogueReader {
  const changed = changedItems(parts.now);
  const room = {
    ...parts,
    changed,
    patterns: openPatterns(parts.tableNames),
    reads: openReads(parts),
    readings: openReadings(parts.cursorKey),
  };
  const ask: CatalogueReader['ask'] = (asked, options = {}) => runAccessPattern(asked, options, room);
  return {
    ask,
    run(name, params, options) {
      const { system, pattern } = builtIn(name);
      const sets = Array.isArray(params) ? (params as readonly Params[]) : [params as Params];
      return ask({ system, pattern, params: sets }, options);
    },
    readAgain: (item, attributes) => readAgain(item, attributes, room),
    changed: (system, items) => changed.add(system, items),
  };
}

function builtIn(name: PatternName): { readonly system: SystemDeclaration; readonly pattern: string } {
  const dot = name.indexOf('.');
  return {
    system: catalogue[name.slice(0, dot) as keyof typeof catalogue],
    pattern: name.slice(dot + 1),
  };
}

export interface PatternParts extends ReadAgainParts {
  readonly connectionId: string;
  readonly readings: Readings;
  readonly changed: ChangedItems;
  readonly patterns: Patterns;
}

type Found = Pick<PageRead, 'items' | 'cursor' | 'absent'>;

/** Answers a question and reports its cost: one of three requests, as often as needed. */
export async function runAccessPattern(
  asked: AskedPattern,
  options: ReadOptions,
  parts: PatternParts,
): Promise<Result<PageRead>> {
  const understood = buildQuestion(asked, parts.patterns, options);
  if (!understood.ok) return understood;
  const question = surelyFresh(understood.value, parts.changed);
  const tally = openTally(parts);
  const found =
    question.located.operation === 'Query'
      ? await list(question, options, tally, parts)
      : await byKeys(question, tally, parts);
  const of = { pattern: question.name, index: question.target.index };
  if (!found.ok) return { ...found, ...tally.paid(of) };
  const receipt = tally.receipt(of, found.value.items);
  const page = { ...found.value, asked: question.asked, throttled: tally.throttled(), receipt };
  return { ok: true, value: page, receipt };
}

/**
 * Makes the read consistent when its table has just changed. An index cannot be read consistently, so its lists are
 * corrected from the table.
 */
function surelyFresh(question: Question, changed: ChangedItems): Question {
  const isNeeded = question.target.index === null && changed.changedJustNow(question);
  return isNeeded ? { ...question, consistent: true } : question;
}

function list(
  question: Question,
  { cursor, places }: ReadOptions,
  tally: Tally,
  { reads, readings, connectionId, changed, now }: PatternParts,
): Promise<Result<Found>> {
  const { system, located, target } = question;
  const { tableKey, table } = located;
  const truth = {
    changed,
    now,
    async look({ key }: { readonly key: Attributes }): Promise<StoredItem | null | undefined> {
      const onTable = { operation: 'GetItem', table: target.table, index: null } as const;
      const read = { target: onTable, consistent: true, attributes: undefined };
      const got = await getOne(read, key, reads, tally.aside());
      if (!got.ok) return undefined;
      return got.value && storedItem({ system, tableKey, table }, got.value, now());
    },
  };
  return runQuery(question, cursor, tally, { reads, readings: places ?? readings, connectionId, truth });
}

/** Returns the items in the order asked; a key that is asked for twice is read and returned once. */
async function byKeys(
  question: Question,
  tally: Tally,
  { reads, now }: PatternParts,
): Promise<Result<Found>> {
  const { system, located, keys } = question;
  const { tableKey, table } = located;
  const asked = keys.map(wholeKey);
  const texts = asked.map((key) => itemIdentity(table, key));
  const unique = [...new Map(asked.map((key, at) => [texts[at], key])).values()];
  const answer = await (located.operation === 'GetItem' ? getEach : getMany)(question, unique, reads, tally);
  if (!answer.ok) return answer;
  const found = new Map(answer.value.map((attributes) => [itemIdentity(table, attributes), attributes]));
  const items = [...new Set(texts)].flatMap((text) => {
    const attributes = found.get(text);
    return attributes === undefined ? [] : [storedItem({ system, tableKey, table }, attributes, now())];
  });
  const absent = texts.flatMap((text, at) => (found.has(text) ? [] : [at]));
  return { ok: true, value: { items, cursor: null, absent } };
}

/** A question for one item has exactly one key. */
const getEach: typeof getMany = async (read, [key = {}], reads, tally) => {
  const got = await getOne(read, key, reads, tally);
  if (!got.ok) return got;
  return { ok: true, value: got.value === null ? [] : [got.value] };
};

export interface ReadAgainParts extends TimeSources {
  readonly reads: Reads;
  readonly tableNames: (system: SystemDeclaration) => TableNames;
}

/** Reads one item by its base key, as the table has it now. */
export async function readAgain(
  {
    system,
    table: tableKey,
    key,
  }: Pick<StoredItem, 'table' | 'key'> & { readonly system: SystemDeclaration },
  wanted: readonly string[] | undefined,
  parts: ReadAgainParts,
): Promise<Result<{ readonly item: StoredItem | null; readonly receipt: Receipt }>> {
  const table = findDeclared(system.tables, tableKey);
  const name = findDeclared(parts.tableNames(system), tableKey);
  if (table === undefined || name === undefined || name === null) {
    const message = `This connection has no table "${tableKey}" of ${system.name}. Nothing was read. Ask the question again.`;
    return refused({ code: 'not-found', message, what: `${system.id}.${tableKey}` });
  }
  const tally = openTally(parts);
  const attributes = wanted && [...new Set([...keyNames(table), ...wanted])];
  const target = { operation: 'GetItem', table: name, index: null } as const;
  const got = await getOne({ target, consistent: true, attributes }, key, parts.reads, tally);
  if (!got.ok) return got;
  const item = got.value && storedItem({ system, tableKey, table }, got.value, parts.now());
  const receipt = tally.receipt(
    { pattern: `${system.id}.${tableKey}`, index: null },
    item === null ? [] : [item],
  );
  return { ok: true, value: { item, receipt } };
}
