import type { GlobalSecondaryIndexDescription, Projection, TableDescription } from '@aws-sdk/client-dynamodb';
import {
  findDeclared,
  type IndexDeclaration,
  type KeyAttribute,
  type KeySchema,
  type SystemDeclaration,
  type TableDeclaration,
} from '#shared/catalogue/declaration.ts';
import { roleReadsPattern } from '#shared/catalogue/iam/grants.ts';
import { partitionsOfTenant } from '#shared/catalogue/iam/policy-statements.ts';
import { locate, type Located } from '#shared/catalogue/questions/locate.ts';
import type { Role } from '#shared/contract/define.ts';
import { listed } from '#shared/domain/formatting.ts';
import type { Difference } from './planned-check.ts';

interface Compared {
  readonly system: SystemDeclaration;
  readonly tableKey: string;
  readonly declared: TableDeclaration;
  readonly found: TableDescription;
  /** These are the access patterns of the person's role. */
  readonly questions: readonly Located[];
}

/** Compares the shape of a table with the catalogue, and says what each difference costs the console. */
export function compareTable({
  system,
  tableKey,
  declared,
  found,
  questions,
}: Compared): readonly Difference[] {
  const ofTable = questions.filter((question) => question.tableKey === tableKey);
  const asked = (index: string | null): readonly Located[] =>
    ofTable.filter(({ indexName }) => indexName === index);
  const indexes: readonly GlobalSecondaryIndexDescription[] = [
    ...(found.GlobalSecondaryIndexes ?? []),
    ...(found.LocalSecondaryIndexes ?? []),
  ];
  return [
    ...compareStatus(found.TableStatus),
    ...compareKeys(declared, found, found.AttributeDefinitions, {
      where: 'the table',
      means: 'The keys the console builds match no item, so nothing of this table can be shown.',
    }),
    ...Object.entries(declared.indexes ?? {}).flatMap(([name, index]) => {
      const there = indexes.find(({ IndexName }) => IndexName === name);
      return compareIndex({ name, index, there, table: found, system, questions: asked(name) });
    }),
    ...indexes.flatMap(({ IndexName = '' }) => undeclared(IndexName, declared)),
  ];
}

function compareStatus(status: string | undefined): readonly Difference[] {
  if (status === 'ACTIVE') return [];
  const isReadable = status === 'UPDATING';
  return [
    {
      where: 'status of the table',
      expected: 'ACTIVE',
      found: status ?? 'nothing',
      means: isReadable
        ? 'It is being updated and can still be read.'
        : 'It cannot be read until it is ACTIVE.',
      matters: !isReadable,
    },
  ];
}

interface ComparedIndex {
  readonly name: string;
  readonly index: IndexDeclaration;
  readonly there: GlobalSecondaryIndexDescription | undefined;
  readonly table: TableDescription;
  readonly system: SystemDeclaration;
  readonly questions: readonly Located[];
}

function compareIndex({
  name,
  index,
  there,
  table,
  system,
  questions,
}: ComparedIndex): readonly Difference[] {
  const where = `index ${name}`;
  const asks = questions.map(({ pattern }) => pattern.asks);
  const means =
    asks.length === 0
      ? 'None of your questions use it.'
      : `${asks.length === 1 ? 'This question cannot' : `These ${asks.length} questions cannot`} be asked: ${namedQuestions(asks)}.`;
  const matters = asks.length > 0;
  if (there === undefined) return [{ where, expected: 'there', found: 'missing', means, matters }];
  return [
    ...compareIndexStatus(where, there, means, matters),
    ...compareKeys(index, there, table.AttributeDefinitions, { where, means }).map((one) => ({
      ...one,
      matters,
    })),
    ...compareProjection({ name, declared: index, found: there.Projection, system, questions }),
  ];
}

/** A local index has no status of its own. */
function compareIndexStatus(
  where: string,
  { IndexStatus = 'ACTIVE', Backfilling }: GlobalSecondaryIndexDescription,
  means: string,
  matters: boolean,
): readonly Difference[] {
  if (IndexStatus === 'ACTIVE' || IndexStatus === 'UPDATING') return [];
  const found = Backfilling === true ? `${IndexStatus}, being backfilled` : IndexStatus;
  return [{ where: `status of ${where}`, expected: 'ACTIVE', found, means, matters }];
}

function undeclared(name: string, { indexes = {} }: TableDeclaration): readonly Difference[] {
  if (Object.hasOwn(indexes, name)) return [];
  const means = 'No question uses it, but each write still pays for it.';
  return [{ where: `index ${name}`, expected: 'not declared', found: 'exists', means, matters: false }];
}

interface FoundKeys {
  readonly KeySchema?: TableDescription['KeySchema'];
}

interface Place {
  /** This is the place in words, such as "the table" or "index GSI1". */
  readonly where: string;
  readonly means: string;
}

/**
 * Compares the partition key and the sort key by name and type, as the catalogue declares them and as AWS has them.
 */
function compareKeys(
  declared: KeySchema,
  { KeySchema = [] }: FoundKeys,
  attributes: TableDescription['AttributeDefinitions'] = [],
  { where, means }: Place,
): readonly Difference[] {
  const found = (type: 'HASH' | 'RANGE'): string => {
    const name = KeySchema.find(({ KeyType }) => KeyType === type)?.AttributeName;
    if (name === undefined) return 'none';
    const typed = attributes.find(({ AttributeName }) => AttributeName === name)?.AttributeType;
    return `${name} (${describeKeyType(typed ?? 'of an unknown type')})`;
  };
  return [
    ['partition key', describeKey(declared.partition), found('HASH')],
    ['sort key', describeKey(declared.sort), found('RANGE')],
  ].flatMap(([key = '', wanted = '', is = '']) =>
    wanted === is ? [] : [{ where: `${key} of ${where}`, expected: wanted, found: is, means, matters: true }],
  );
}

function describeKey(key: KeyAttribute | undefined): string {
  return key === undefined ? 'none' : `${key.name} (${describeKeyType(key.type)})`;
}

function describeKeyType(type: string): string {
  return words.get(type) ?? type;
}

const words: ReadonlyMap<string, string> = new Map([
  ['S', 'text'],
  ['N', 'number'],
  ['B', 'binary'],
]);

interface ComparedProjection {
  readonly name: string;
  readonly declared: IndexDeclaration;
  readonly found: Projection | undefined;
  readonly system: SystemDeclaration;
  /** These are the access patterns that use this index. */
  readonly questions: readonly Located[];
}

/**
 * Compares the attributes an index holds beside its keys: missing ones read as "not projected", additional ones
 * cost money.
 */
function compareProjection({
  name,
  declared,
  found,
  system,
  questions,
}: ComparedProjection): readonly Difference[] {
  const kept = readProjected(found);
  const wanted = declared.projection;
  const expected = describeProjected(wanted);
  const difference = (means: string, matters: boolean): readonly Difference[] => [
    { where: `projection of index ${name}`, expected, found: describeProjected(kept), means, matters },
  ];
  if (sameProjection(wanted, kept)) return [];
  if (kept === 'ALL')
    return difference('Nothing is missing. It projects more than needed, which costs.', false);
  const asked = wanted === 'KEYS_ONLY' ? [] : listAttributes(system, questions, wanted);
  const holds = kept === 'KEYS_ONLY' ? [] : kept;
  const missing = asked.filter((attribute) => !holds.includes(attribute));
  if (missing.length === 0) return difference('Everything needed is projected.', false);
  return difference(`Shown as not projected in its lists: ${some(missing)}.`, true);
}

/** Returns the attributes that its access patterns return, as far as the declared index holds them. */
function listAttributes(
  system: SystemDeclaration,
  questions: readonly Located[],
  wanted: 'ALL' | readonly string[],
): readonly string[] {
  const keys = new Set(
    Object.values(system.tables).flatMap((table) =>
      [table, ...Object.values(table.indexes ?? {})].flatMap(({ partition, sort }) => [
        partition.name,
        sort?.name,
      ]),
    ),
  );
  const all = questions.flatMap(
    ({ pattern }) =>
      pattern.attributes ??
      pattern.returns.flatMap((entity) =>
        Object.keys(findDeclared(system.entities, entity)?.attributes ?? {}),
      ),
  );
  return [...new Set(all)].filter((one) => !keys.has(one) && (wanted === 'ALL' || wanted.includes(one)));
}

type Kept = IndexDeclaration['projection'];

function readProjected(found: Projection | undefined): Kept {
  if (found?.ProjectionType === 'ALL') return 'ALL';
  return found?.ProjectionType === 'INCLUDE' ? (found.NonKeyAttributes ?? []) : 'KEYS_ONLY';
}

function sameProjection(one: Kept, other: Kept): boolean {
  if (typeof one === 'string' || typeof other === 'string') return one === other;
  return JSON.stringify(one.toSorted()) === JSON.stringify(other.toSorted());
}

function describeProjected(kept: Kept): string {
  if (kept === 'ALL') return 'all attributes';
  return kept === 'KEYS_ONLY' ? 'keys only' : `keys, ${some(kept.toSorted())}`;
}

function some(attributes: readonly string[]): string {
  const named = attributes.slice(0, mostAttributesNamed);
  const more = attributes.length - named.length;
  return listed(more > 0 ? [...named, `${more} more`] : named);
}

const mostAttributesNamed = 6;

/** This is one action on a table or an index of it, and the questions that need it. */
export interface NeededRead {
  readonly operation: 'GetItem' | 'Query' | 'BatchGetItem';
  readonly tableKey: string;
  readonly index: string | null;
  /** This is the template of the partition keys that the action reads. */
  readonly template: string;
  readonly asks: readonly string[];
  /** It is true when the partitions belong to one tenant, if the scope has one, so IAM can limit a sign-in to them. */
  readonly isHeld: boolean;
}

/**
 * Returns what a role's access patterns need from a system, each action once; the role's policy allows the same.
 */
export function neededReads(
  system: SystemDeclaration,
  role: Role,
  tenant: string | null,
): readonly NeededRead[] {
  const isHeld = (template: string): boolean =>
    tenant === null ||
    (system.tenant !== undefined && partitionsOfTenant(template, system.tenant, tenant) !== null);
  const found = new Map<string, NeededRead>();
  const add = (asked: Omit<NeededRead, 'isHeld'>): void => {
    const read = { ...asked, isHeld: isHeld(asked.template) };
    const key = JSON.stringify([read.tableKey, read.index, read.operation]);
    const before = found.get(key);
    const first = before === undefined || (read.isHeld && !before.isHeld) ? read : before;
    found.set(key, { ...first, asks: [...new Set([...(before?.asks ?? []), ...read.asks])] });
  };
  for (const located of listQuestions(system, role)) {
    const { pattern, tableKey, table, indexName, operation } = located;
    add({ operation, tableKey, index: indexName, template: pattern.partition, asks: [pattern.asks] });
    for (const entity of pattern.returns) {
      const template = findDeclared(findDeclared(system.entities, entity)?.keys, table.partition.name);
      if (template !== undefined) add({ operation: 'GetItem', tableKey, index: null, template, asks: [] });
    }
  }
  return [...found.values()];
}

export function listQuestions(system: SystemDeclaration, role: Role): readonly Located[] {
  return Object.entries(system.patterns)
    .filter(([, pattern]) => roleReadsPattern(role, system.id, pattern))
    .map(([key]) => locate(system, key));
}

/** Lists the questions that cannot be answered, such as "“Which batch has this id?”, “…” and 3 more". */
export function namedQuestions(asks: readonly string[]): string {
  const named = asks.slice(0, mostQuestionsNamed).map((ask) => `“${ask}”`);
  const more = asks.length - named.length;
  return listed(more > 0 ? [...named, `${more} more`] : named);
}

const mostQuestionsNamed = 3;
