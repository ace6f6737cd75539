import {
  BatchGetItemCommand,
  DynamoDBClient,
  GetItemCommand,
  QueryCommand,
  type BatchGetItemCommandInput,
  type GetItemCommandInput,
  type QueryCommandInput,
} from '@aws-sdk/client-dynamodb';
import { findDeclared } from '#shared/catalogue/declaration.ts';
import type { Attributes, AttributeValue } from '#shared/catalogue/items/attribute-value.ts';
import { clientConfig, withRenewal, type AwsPlace } from '../client-config.ts';
import {
  allowedTargets,
  keptBody,
  parsedBody,
  UnreadableAnswer,
  whereBodiesAre,
  whereTargetsAre,
} from '../middleware.ts';

/** The SDK's own client of one AWS. */
export function dynamoDbClient(place: AwsPlace): DynamoDBClient {
  return readsOnly(withRenewal(new DynamoDBClient(clientConfig(place, 'dynamodb')), place));
}

/** The client refuses by itself whatever is not one of the three reads (decision 002). */
export function readsOnly(client: DynamoDBClient): DynamoDBClient {
  client.middlewareStack.add(
    allowedTargets(allowed, 'The console reads DynamoDB by GetItem, Query and BatchGetItem'),
    whereTargetsAre,
  );
  return client;
}

const allowed: ReadonlySet<string> = new Set(
  ['GetItem', 'Query', 'BatchGetItem'].map((operation) => `DynamoDB_20120810.${operation}`),
);

export type ReadRequest =
  | { readonly operation: 'GetItem'; readonly input: GetItemCommandInput }
  | { readonly operation: 'Query'; readonly input: QueryCommandInput }
  | { readonly operation: 'BatchGetItem'; readonly input: BatchGetItemCommandInput };

/**
 * The answer as DynamoDB wrote it. The SDK signs, sends and knows the errors; its reader of answers loses
 * attributes that are called `__proto__`, so what is read here is the body itself, and once.
 */
export async function exactAnswer(
  client: DynamoDBClient,
  request: ReadRequest,
  signal?: AbortSignal,
): Promise<unknown> {
  // The three differ in their inputs alone, which are checked; as a union nobody could call them.
  const command = commandOf(request) as QueryCommand;
  let body = '';
  const keep = keptBody((text) => (body = text));
  command.middlewareStack.add(keep, whereBodiesAre);
  await client.send(command, signal && { abortSignal: signal });
  return parsedBody(body);
}

function commandOf({ operation, input }: ReadRequest): GetItemCommand | QueryCommand | BatchGetItemCommand {
  if (operation === 'GetItem') return new GetItemCommand(input);
  return operation === 'Query' ? new QueryCommand(input) : new BatchGetItemCommand(input);
}

/** One answer to one of the three reads; what the operation does not have is empty. */
export interface Answer {
  readonly items: readonly Attributes[];
  /** Where a query goes on. */
  readonly lastKey: Attributes | undefined;
  /** Of a batch: keys that wait for another request. */
  readonly unprocessed: readonly Attributes[];
  /** Read units, those of indexes included. */
  readonly units: number;
}

export function answerOf(body: unknown): Answer {
  const answer = membersOf(body, 'The answer');
  const item = memberOf(answer, 'Item');
  const tables = Object.values(membersOf(memberOf(answer, 'Responses') ?? {}, 'Responses'));
  const waiting = Object.values(membersOf(memberOf(answer, 'UnprocessedKeys') ?? {}, 'UnprocessedKeys'));
  const lastKey = memberOf(answer, 'LastEvaluatedKey');
  return {
    items: [
      ...(item === undefined ? [] : [attributesOf(item)]),
      ...itemsOf(memberOf(answer, 'Items')),
      ...tables.flatMap(itemsOf),
    ],
    lastKey: lastKey === undefined ? undefined : attributesOf(lastKey),
    unprocessed: waiting.flatMap((keys) => itemsOf(memberOf(membersOf(keys, 'UnprocessedKeys'), 'Keys'))),
    units: unitsOf(memberOf(answer, 'ConsumedCapacity')),
  };
}

function itemsOf(list: unknown): Attributes[] {
  if (list === undefined) return [];
  if (!Array.isArray(list)) throw new UnreadableAnswer('Items are not a list.');
  return list.map(attributesOf);
}

/** JSON.parse makes `__proto__` an own property, so it is what was read that is handed on, and no copy. */
function attributesOf(value: unknown): Attributes {
  const members = membersOf(value, 'An item');
  for (const one of Object.values(members))
    if (!isValue(one)) throw new UnreadableAnswer('An attribute has no known type.');
  return members as Attributes;
}

function isValue(value: unknown): value is AttributeValue {
  if (!isRecord(value)) return false;
  const [entry, ...others] = Object.entries(value);
  if (entry === undefined || others.length > 0) return false;
  const [type, content] = entry;
  switch (type) {
    case 'S':
    case 'N':
    case 'B':
      return typeof content === 'string';
    case 'BOOL':
      return typeof content === 'boolean';
    case 'NULL':
      return content === true;
    case 'SS':
    case 'NS':
    case 'BS':
      return Array.isArray(content) && content.every((member) => typeof member === 'string');
    case 'L':
      return Array.isArray(content) && content.every(isValue);
    case 'M':
      return isRecord(content) && Object.values(content).every(isValue);
    default:
      return false;
  }
}

/** One table's capacity, or a list of them. */
function unitsOf(consumed: unknown): number {
  const tables: readonly unknown[] = Array.isArray(consumed) ? consumed : [consumed ?? {}];
  return tables.reduce<number>((sum, table) => {
    const units = memberOf(membersOf(table, 'ConsumedCapacity'), 'CapacityUnits');
    return sum + (typeof units === 'number' ? units : 0);
  }, 0);
}

type Members = Readonly<Record<string, unknown>>;

function memberOf(members: Members, name: string): unknown {
  const member = findDeclared(members, name);
  return member === null ? undefined : member;
}

function membersOf(value: unknown, what: string): Members {
  if (!isRecord(value)) throw new UnreadableAnswer(`${what} is not an object.`);
  return value;
}

function isRecord(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
