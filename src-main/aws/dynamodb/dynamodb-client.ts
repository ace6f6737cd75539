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
  captureBody,
  parsedBody,
  UnreadableAnswer,
  whereBodiesAre,
  whereTargetsAre,
} from '../middleware.ts';

/** Creates the SDK's client of one AWS. */
export function dynamoDbClient(place: AwsPlace): DynamoDBClient {
  return readsOnly(withRenewal(new DynamoDBClient(clientConfig(place, 'dynamodb')), place));
}

/** Makes the client itself refuse everything but the three reads (decision 002). */
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
 * Returns the answer as DynamoDB wrote it. The SDK signs, sends and knows the errors, but its parser loses
 * attributes called `__proto__`, so the body itself is read here, once.
 */
export async function exactAnswer(
  client: DynamoDBClient,
  request: ReadRequest,
  signal?: AbortSignal,
): Promise<unknown> {
  // The three commands differ only in their inputs, which are type-checked; a union of them is not callable.
  const command = buildCommand(request) as QueryCommand;
  let body = '';
  const keep = captureBody((text) => (body = text));
  command.middlewareStack.add(keep, whereBodiesAre);
  await client.send(command, signal && { abortSignal: signal });
  return parsedBody(body);
}

function buildCommand({
  operation,
  input,
}: ReadRequest): GetItemCommand | QueryCommand | BatchGetItemCommand {
  if (operation === 'GetItem') return new GetItemCommand(input);
  return operation === 'Query' ? new QueryCommand(input) : new BatchGetItemCommand(input);
}

/** This is the answer to any of the three reads; parts that the operation lacks are empty. */
export interface Answer {
  readonly items: readonly Attributes[];
  /** This is the key after which a query continues. */
  readonly lastKey: Attributes | undefined;
  /** These are the keys of a batch that need another request. */
  readonly unprocessed: readonly Attributes[];
  /** These are the read units, including those of indexes. */
  readonly units: number;
}

export function parseAnswer(body: unknown): Answer {
  const answer = readMembers(body, 'The answer');
  const item = readMember(answer, 'Item');
  const tables = Object.values(readMembers(readMember(answer, 'Responses') ?? {}, 'Responses'));
  const waiting = Object.values(readMembers(readMember(answer, 'UnprocessedKeys') ?? {}, 'UnprocessedKeys'));
  const lastKey = readMember(answer, 'LastEvaluatedKey');
  return {
    items: [
      ...(item === undefined ? [] : [parseAttributes(item)]),
      ...parseItems(readMember(answer, 'Items')),
      ...tables.flatMap(parseItems),
    ],
    lastKey: lastKey === undefined ? undefined : parseAttributes(lastKey),
    unprocessed: waiting.flatMap((keys) =>
      parseItems(readMember(readMembers(keys, 'UnprocessedKeys'), 'Keys')),
    ),
    units: parseUnits(readMember(answer, 'ConsumedCapacity')),
  };
}

function parseItems(list: unknown): Attributes[] {
  if (list === undefined) return [];
  if (!Array.isArray(list)) throw new UnreadableAnswer('Items are not a list.');
  return list.map(parseAttributes);
}

/** JSON.parse makes `__proto__` an own property, so the parsed object itself is returned and not a copy. */
function parseAttributes(value: unknown): Attributes {
  const members = readMembers(value, 'An item');
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

/** Sums the capacity of one table, or of a list of them. */
function parseUnits(consumed: unknown): number {
  const tables: readonly unknown[] = Array.isArray(consumed) ? consumed : [consumed ?? {}];
  return tables.reduce<number>((sum, table) => {
    const units = readMember(readMembers(table, 'ConsumedCapacity'), 'CapacityUnits');
    return sum + (typeof units === 'number' ? units : 0);
  }, 0);
}

type Members = Readonly<Record<string, unknown>>;

function readMember(members: Members, name: string): unknown {
  const member = findDeclared(members, name);
  return member === null ? undefined : member;
}

function readMembers(value: unknown, what: string): Members {
  if (!isRecord(value)) throw new UnreadableAnswer(`${what} is not an object.`);
  return value;
}

function isRecord(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
