import type { DynamoDBClient, TableDescription } from '@aws-sdk/client-dynamodb';
import {
  findDeclared,
  type KeySchema,
  type SystemDeclaration,
  type TableDeclaration,
} from '#shared/catalogue/declaration.ts';
import { answerOf } from '../answer.ts';
import { exactAnswer, type ReadRequest } from '../exact-answer.ts';
import { batchRequest, getRequest } from '../run-gets.ts';
import { queryRequest } from '../run-query.ts';
import type { Asked } from './asking.ts';
import type { CheckScope } from './check-scope.ts';
import { impossibleKey } from './impossible-key.ts';
import { notWorking, type PlannedCheck, type Telling } from './planned-check.ts';
import { namedQuestions, type NeededRead } from './questions-on.ts';

interface Parts {
  /** Of the check of its table. */
  readonly id: string;
  readonly name: string;
  readonly arn: string;
  readonly system: SystemDeclaration;
  readonly declared: TableDeclaration;
  readonly scope: CheckScope;
  /** What DynamoDB has said of the table, if it was asked. */
  readonly shapeOf: () => Promise<Asked<TableDescription> | undefined>;
}

type Key = ReturnType<typeof impossibleKey>;

/** Whether items may be asked for: by a key that none of them has, so that none is read. */
export function readCheck(read: NeededRead, parts: Parts): PlannedCheck {
  const { id, name, arn, system, declared, scope, shapeOf } = parts;
  const { operation, index, asks } = read;
  const action = `dynamodb:${operation}`;
  const place = index === null ? `the table ${name}` : `the index ${index} of ${name}`;
  const schema = (index === null ? declared : findDeclared(declared.indexes, index)) ?? declared;
  const telling: Telling = {
    action,
    place,
    works: `A key that no item has was asked for and answered with nothing.`,
    without:
      asks.length === 0
        ? 'Items cannot be read again by their key after an action.'
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
        const told = `DynamoDB does not take the keys that the catalogue declares for ${place}. ${telling.without}`;
        return { state: 'differs', told };
      }
      const outcome = notWorking(asked, telling);
      return asked.refusal.state !== 'denied' || scope.tenant !== null
        ? outcome
        : {
            ...outcome,
            told: `${outcome.told} A sign-in that is held to the partitions of some tenants is denied this, too.`,
          };
    },
  };
}

const notHeld =
  'Not asked: nothing in its partitions says whose data it is, so a sign-in that is held to one tenant is denied this, and rightly.';

interface Sent extends NeededRead {
  readonly schema: KeySchema;
  readonly name: string;
  readonly key: Key;
}

/**
 * With all that a desk may ask for. An item that is there all the same stays where it is: nothing of it but the key that
 * was sent comes back.
 */
async function send(client: DynamoDBClient, sent: Sent, signal: AbortSignal): Promise<void> {
  answerOf(await exactAnswer(client, requestOf(sent), signal));
}

function requestOf({ operation, schema: { partition, sort }, name, index, key }: Sent): ReadRequest {
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
    return shape.refusal.state === 'missing' ? 'The table is not there, so it was not asked.' : null;
  if (index === null) return null;
  const { GlobalSecondaryIndexes = [], LocalSecondaryIndexes = [] } = shape.value;
  const isThere = [...GlobalSecondaryIndexes, ...LocalSecondaryIndexes].some(
    ({ IndexName }) => IndexName === index,
  );
  return isThere ? null : `There is no such index, so ${place} was not asked.`;
}
