import { DescribeTableCommand, type DynamoDBClient, type TableDescription } from '@aws-sdk/client-dynamodb';
import {
  findDeclared,
  type KeyAttribute,
  type KeySchema,
  type SystemDeclaration,
  type TableDeclaration,
} from '#shared/catalogue/declaration.ts';
import { keyText, type Attributes } from '#shared/catalogue/items/attribute-value.ts';
import { isResourceName, tableArn } from '#shared/catalogue/iam/arns.ts';
import { roleReads } from '#shared/catalogue/iam/grants.ts';
import { parsePieces, type HoleKind } from '#shared/catalogue/keys/key-template.ts';
import { parseAnswer, exactAnswer, type ReadRequest } from '../dynamodb/dynamodb-client.ts';
import { batchRequest, getRequest, queryRequest } from '../dynamodb/reads.ts';
import type { TableNames } from '../table-names.ts';
import type { Asked } from './asking.ts';
import type { CheckScope } from './check-clients.ts';
import {
  compareTable,
  namedQuestions,
  neededReads,
  listQuestions,
  type NeededRead,
} from './compare-table.ts';
import { compared, notWorking, type Outcome, type PlannedCheck, type Telling } from './planned-check.ts';

/**
 * Checks how a table is set up and whether it may be read: one call for its shape, and one for each kind of read.
 */
export function tableChecks(
  system: SystemDeclaration,
  names: TableNames,
  scope: CheckScope,
): readonly PlannedCheck[] {
  return Object.keys(system.tables).flatMap((tableKey) => checksOfTable(system, tableKey, names, scope));
}

function checksOfTable(
  system: SystemDeclaration,
  tableKey: string,
  names: TableNames,
  scope: CheckScope,
): readonly PlannedCheck[] {
  const declared = system.tables[tableKey];
  const name = names[tableKey] ?? null;
  if (declared === undefined) return [];
  const id = `tables:${system.id}.${tableKey}`;
  const plain = { id, area: 'tables', action: 'dynamodb:DescribeTable', resource: null } as const;
  if (name === null || !isResourceName(name)) {
    const not =
      name === null
        ? 'The connection has no name for this table and no stage to derive it from, so nothing of it is shown.'
        : `"${name}" is not a valid table name, so nothing was asked.`;
    return [{ ...plain, title: `Table "${tableKey}" of ${system.name}`, run: { not } }];
  }
  const title = `Table ${name}`;
  const resource = tableArn(scope.place, name);
  const questions = listQuestions(system, scope.role);
  const reads = neededReads(system, scope.role, scope.tenant).filter((read) => read.tableKey === tableKey);
  const isOutOfScope = scope.tenant !== null && system.tenant === undefined;
  if (reads.length === 0 || isOutOfScope)
    return [{ ...plain, title, resource, run: { not: notOfRole(system, scope) } }];

  let described: Promise<Asked<TableDescription>> | undefined;
  const asks = [...new Set(reads.flatMap((read) => read.asks))];
  const telling: Telling = {
    action: 'dynamodb:DescribeTable',
    place: `the table ${name}`,
    works: `It matches the catalogue, with ${describeIndexes(declared.indexes)}.`,
    without: 'It cannot be compared with the catalogue; read access is checked separately.',
    lack: 'It cannot be compared with the catalogue; read access is checked separately.',
    missing: `There is no table ${name} in this region and account. ${asks.length === 1 ? 'This question has' : `${asks.length} questions have`} no answer: ${namedQuestions(asks)}.`,
  };
  const shape: PlannedCheck = {
    ...plain,
    title,
    resource,
    async run(ask) {
      described = ask('DynamoDB', async (abortSignal) => {
        const command = new DescribeTableCommand({ TableName: name });
        const { Table = {} } = await scope.clients.dynamodb.send(command, { abortSignal });
        return Table;
      });
      const asked = await described;
      if (!asked.ok) {
        const { state } = asked.refusal;
        return notWorking(
          asked,
          state === 'missing' ? { ...telling, without: 'Compare region, account and names.' } : telling,
        );
      }
      const differences = compareTable({ system, tableKey, declared, found: asked.value, questions });
      return compared(telling.works, differences);
    },
  };
  // The shape is requested first, because a missing table need not be read.
  const shapeOf = async () => described;
  return [
    shape,
    ...reads.map((read) => readCheck(read, { id, name, arn: resource, system, declared, scope, shapeOf })),
    ...attentionChecks({ id, name, arn: resource, system, declared, scope, shapeOf }),
  ];
}

function notOfRole(system: SystemDeclaration, { role, tenant }: CheckScope): string {
  if (tenant !== null && system.tenant === undefined) {
    return 'Not checked: its keys do not show the tenant, and you see only one.';
  }
  const why = roleReads[role].without?.[system.id];
  return why === undefined
    ? `The role ${role} needs nothing from it, so it was not checked.`
    : `Not checked: ${why}.`;
}

function describeIndexes(indexes: Readonly<Record<string, unknown>> = {}): string {
  const count = Object.keys(indexes).length;
  if (count === 0) return 'no index';
  return count === 1 ? 'its index' : `its ${count} indexes`;
}

interface Parts {
  /** This is the id of the check of its table. */
  readonly id: string;
  readonly name: string;
  readonly arn: string;
  readonly system: SystemDeclaration;
  readonly declared: TableDeclaration;
  readonly scope: CheckScope;
  /** Returns DynamoDB's description of the table, if it was asked for. */
  readonly shapeOf: () => Promise<Asked<TableDescription> | undefined>;
}

type Key = ReturnType<typeof impossibleKey>;

/** Checks whether items may be read with a key that no item has, so that none is read. */
function readCheck(read: NeededRead, parts: Parts): PlannedCheck {
  const { id, name, arn, system, declared, scope, shapeOf } = parts;
  const { operation, index, asks } = read;
  const action = `dynamodb:${operation}`;
  const place = index === null ? `the table ${name}` : `the index ${index} of ${name}`;
  const schema = (index === null ? declared : findDeclared(declared.indexes, index)) ?? declared;
  const telling: Telling = {
    action,
    place,
    works: `Looked up a key that no item has. The answer was empty, as expected.`,
    without:
      asks.length === 0
        ? 'Items cannot be reread by their key after an action.'
        : `No answer to ${namedQuestions(asks)}.`,
  };
  const planned = {
    id: `${id}:${index ?? 'table'}:${operation}`,
    area: 'tables',
    title: `${operation} on ${index === null ? name : `${name}, index ${index}`}`,
    action,
    resource: index === null ? arn : `${arn}/index/${index}`,
  } as const;
  if (!read.isHeld) return { ...planned, run: { not: notHeld } };
  return {
    ...planned,
    async run(ask) {
      const shape = await shapeOf();
      const not = shape === undefined ? null : notThere(shape, index, place);
      if (not !== null) return { state: 'not-checked', told: not };
      const tenant = { parameter: system.tenant, id: scope.tenant };
      const key = impossibleKey(schema, read.template, tenant);
      const asked = await ask('DynamoDB', (signal) =>
        send(scope.clients.dynamodb, { ...read, schema, name, key }, signal),
      );
      if (asked.ok) return { state: 'works', told: telling.works };
      if (asked.refusal.name === 'ValidationException') {
        const told = `DynamoDB rejected the keys that the catalogue declares for ${place}. ${telling.without}`;
        return { state: 'differs', told };
      }
      const outcome = notWorking(asked, telling);
      return asked.refusal.state !== 'denied' || scope.tenant !== null
        ? outcome
        : {
            ...outcome,
            told: `${outcome.told} A sign-in limited to the partitions of some tenants is denied this too.`,
          };
    },
  };
}

/**
 * Looks whether the pipeline keeps attention, which is the one item of a connection that a check reads. It tells how far
 * the table was followed, and nothing of a tenant.
 */
function attentionChecks(parts: Parts): readonly PlannedCheck[] {
  const { id, name, arn, system, declared, scope, shapeOf } = parts;
  const state = findDeclared(system.entities, 'AttentionState')?.keys;
  if (system.id !== 'extraction' || state === undefined || scope.tenant !== null) return [];
  const { partition, sort } = declared;
  const key = Object.fromEntries(
    [partition, ...(sort === undefined ? [] : [sort])].map((one) => [
      one.name,
      { S: findDeclared(state, one.name) ?? '' },
    ]),
  );
  const telling: Telling = {
    action: 'dynamodb:GetItem',
    place: `the table ${name}`,
    works: 'It keeps attention.',
    without: `Without attention, ${withoutAttention}`,
  };
  return [
    {
      id: `${id}:attention`,
      area: 'tables',
      title: 'What needs attention, of all tenants',
      action: telling.action,
      resource: arn,
      async run(ask) {
        const shape = await shapeOf();
        const not = shape === undefined ? null : notThere(shape, null, telling.place);
        if (not !== null) return { state: 'not-checked', told: not };
        const read = { target: { table: name, index: null }, consistent: true, attributes: undefined };
        const asked = await ask('DynamoDB', async (signal) => {
          const answer = await exactAnswer(scope.clients.dynamodb, getRequest(read, key), signal);
          return parseAnswer(answer).items[0] ?? null;
        });
        if (!asked.ok) return notWorking(asked, telling);
        return tellAttention(asked.value);
      },
    },
  ];
}

const withoutAttention =
  'Today asks 12 tenants and Review 200, one by one; lists of batches and causes over all tenants are not available.';

function tellAttention(item: Attributes | null): Outcome {
  if (item === null) {
    const told = `This deployment keeps no attention, so ${withoutAttention} Deploy a pipeline that keeps it.`;
    return { state: 'lacking', told };
  }
  const [since, upTo, whole] = ['keptSince', 'upTo', 'wholeSince'].map((one) => keyText(item, one));
  if (whole !== undefined) {
    return { state: 'works', told: `Kept up to ${upTo ?? 'an unknown time'}, whole since ${whole}.` };
  }
  const told = `Kept since ${since ?? 'an unknown time'}, without the batches from before, so ${withoutAttention} Count them once with npm run attention.`;
  return { state: 'lacking', told };
}

const notHeld =
  'Not checked: its partitions do not show the tenant, so a sign-in limited to one tenant is denied this on purpose.';

interface Sent extends NeededRead {
  readonly schema: KeySchema;
  readonly name: string;
  readonly key: Key;
}

/** Sends the largest request that a feature may make. If an item exists under the key, only that key comes back. */
async function send(client: DynamoDBClient, sent: Sent, signal: AbortSignal): Promise<void> {
  parseAnswer(await exactAnswer(client, buildReadRequest(sent), signal));
}

function buildReadRequest({ operation, schema: { partition, sort }, name, index, key }: Sent): ReadRequest {
  const target = { table: name, index };
  const read = { target, consistent: index === null, attributes: [partition.name] };
  if (operation === 'GetItem') return getRequest(read, key);
  if (operation === 'BatchGetItem') return batchRequest(read, [key]);
  const value = (of: string) => key[of] ?? { S: '' };
  const filled = {
    partition: { name: partition.name, value: value(partition.name) },
    sort:
      sort === undefined ? null : ({ name: sort.name, word: 'equals', values: [value(sort.name)] } as const),
  };
  return queryRequest({ ...read, key: filled, pageSize: 1, backwards: true });
}

function notThere(shape: Asked<TableDescription>, index: string | null, place: string): string | null {
  if (!shape.ok)
    return shape.refusal.state === 'missing' ? 'The table does not exist, so this was not asked.' : null;
  if (index === null) return null;
  const { GlobalSecondaryIndexes = [], LocalSecondaryIndexes = [] } = shape.value;
  const isThere = [...GlobalSecondaryIndexes, ...LocalSecondaryIndexes].some(
    ({ IndexName }) => IndexName === index,
  );
  return isThere ? null : `There is no such index, so ${place} was not asked.`;
}

interface Tenant {
  /** This is the parameter's name in the system, such as "tenantId". */
  readonly parameter: string | undefined;
  readonly id: string | null;
}

type KeyValue = { readonly S: string } | { readonly N: string };

/**
 * Returns a key that no item can have, in a partition of the form that is read, so that it tests the permission and
 * reads nothing. A sign-in may be limited to such partitions, or to those of its tenant, so any other key would be
 * refused.
 */
export function impossibleKey(
  { partition, sort }: KeySchema,
  template: string,
  tenant: Tenant,
): Readonly<Record<string, KeyValue>> {
  const { text, isUnused } = partitionFrom(template, tenant);
  if (sort !== undefined)
    return { [partition.name]: asKey(partition, text), [sort.name]: createUnusedValue(sort) };
  return { [partition.name]: isUnused ? asKey(partition, text) : createUnusedValue(partition) };
}

function partitionFrom(
  template: string,
  tenant: Tenant,
): { readonly text: string; readonly isUnused: boolean } {
  let isUnused = false;
  const parts = parsePieces(template).map((piece) => {
    if (typeof piece === 'string') return piece;
    if (piece.name === tenant.parameter && tenant.id !== null) return tenant.id;
    isUnused ||= certain.has(piece.kind);
    return values[piece.kind];
  });
  return { text: parts.join(''), isUnused };
}

function asKey({ type }: KeyAttribute, text: string): KeyValue {
  return type === 'N' ? { N: mostNegative } : { S: text };
}

function createUnusedValue({ type }: KeyAttribute): KeyValue {
  return type === 'N' ? { N: mostNegative } : { S: 'SLUICE#CHECK' };
}

/** DynamoDB accepts at most these 38 digits. */
const mostNegative = `-${'9'.repeat(38)}`;

const values: Readonly<Record<HoleKind, string>> = {
  text: 'SLUICE-CHECK',
  ulid: '0'.repeat(26),
  email: 'sluice-check@sluice.invalid',
  date: '0001-01-01',
  time: '0001-01-01T00:00:00.000Z',
  epochMs: '0',
  epochSeconds: '0',
  number: '0',
};

/** Values of these kinds certainly match no item; values of other kinds are only unlikely to match one. */
const certain: ReadonlySet<HoleKind> = new Set(['text', 'email']);
