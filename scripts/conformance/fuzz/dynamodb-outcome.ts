import {
  BatchGetItemCommand,
  BatchWriteItemCommand,
  DeleteItemCommand,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  TransactGetItemsCommand,
  TransactWriteItemsCommand,
  UpdateItemCommand,
  type DynamoDBClient,
} from '@aws-sdk/client-dynamodb';
import { describeRefusal } from './fuzz-run.ts';
import { table, type Operation, type Step } from './dynamodb-steps.ts';

const commands: Readonly<Record<Operation, new (input: never) => object>> = {
  PutItem: PutItemCommand,
  GetItem: GetItemCommand,
  UpdateItem: UpdateItemCommand,
  DeleteItem: DeleteItemCommand,
  Query: QueryCommand,
  BatchGetItem: BatchGetItemCommand,
  BatchWriteItem: BatchWriteItemCommand,
  TransactWriteItems: TransactWriteItemsCommand,
  TransactGetItems: TransactGetItemsCommand,
};

type Answer = Record<string, unknown>;

/**
 * Returns a step's outcome without the parts that may differ between two right answers: messages, ids and the order of
 * sets.
 */
export async function findOutcome(
  db: DynamoDBClient,
  tableName: string,
  step: Step,
  forgiving: (answer: unknown) => unknown,
): Promise<unknown> {
  const send = async (input: object): Promise<Answer> => {
    const command = new commands[step.operation](named(input, table, tableName) as never);
    const { $metadata: _metadata, ...answer } = (await db.send(command as never)) as unknown as Answer;
    return named(answer, tableName, table) as Answer;
  };
  try {
    const answer = step.operation === 'Query' ? await everyPage(send, step.input) : await send(step.input);
    return inOrder(step, comparable(forgiving(comparable(answer))) as Answer);
  } catch (error) {
    return describeRefusal(error, forgiving(readReasons(error)) as object);
  }
}

/** Reads all pages, because it is undefined where pages of equal index keys are cut. */
async function everyPage(send: (input: object) => Promise<Answer>, input: object): Promise<Answer> {
  const pages: Answer[] = [];
  let start: unknown;
  do {
    const page = await send(start === undefined ? input : { ...input, ExclusiveStartKey: start });
    pages.push(page);
    start = page['LastEvaluatedKey'];
  } while (start !== undefined && pages.length < 100);
  return { pages };
}

function inOrder({ operation, input }: Step, answer: Answer): unknown {
  if (operation === 'Query' && Object.hasOwn(input, 'IndexName')) return ofIndex(answer);
  if (operation !== 'BatchGetItem') return answer;
  const responses = Object.entries((answer['Responses'] ?? {}) as Record<string, unknown[]>);
  return {
    ...answer,
    Responses: Object.fromEntries(responses.map(([name, items]) => [name, sorted(items)])),
  };
}

/**
 * Compares the items of all pages together, because items with equal index keys come in any order and so on any page.
 */
function ofIndex(answer: Answer): unknown {
  const pages = answer['pages'] as Answer[];
  const items = pages.flatMap((page) => (page['Items'] ?? []) as unknown[]);
  const sum = (name: string): number => pages.reduce((total, page) => total + Number(page[name] ?? 0), 0);
  return { items: sorted(items), Count: sum('Count'), ScannedCount: sum('ScannedCount') };
}

function sorted(items: readonly unknown[]): unknown[] {
  return items.toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));
}

function readReasons(error: unknown): object {
  const { CancellationReasons, Item } = error as { CancellationReasons?: Answer[]; Item?: unknown };
  return {
    ...(Item === undefined ? {} : { Item: comparable(Item) }),
    ...(CancellationReasons === undefined
      ? {}
      : { reasons: CancellationReasons.map(({ Code, Item: item }) => [Code, comparable(item)]) }),
  };
}

function named(value: unknown, from: string, to: string): unknown {
  if (value === from) return to;
  if (Array.isArray(value)) return value.map((each) => named(each, from, to));
  if (!isPlain(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name === from ? to : name, named(each, from, to)]),
  );
}

/** Leaves out undefined members, sorts sets, and orders members by name. */
export function comparable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(comparable);
  if (value instanceof Uint8Array) return `base64:${Buffer.from(value).toString('base64')}`;
  if (!isPlain(value)) return value;
  const members = Object.entries(value)
    .filter(([, each]) => each !== undefined)
    .map(([name, each]) => [name, isSet(name, each) ? each.toSorted() : comparable(each)] as const);
  return Object.fromEntries(members.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

function isSet(name: string, value: unknown): value is string[] {
  return (name === 'SS' || name === 'NS') && Array.isArray(value);
}

function isPlain(value: unknown): value is Answer {
  return (
    typeof value === 'object' && value !== null && !(value instanceof Uint8Array) && !(value instanceof Date)
  );
}
