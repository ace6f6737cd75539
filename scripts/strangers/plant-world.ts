import {
  BatchWriteItemCommand,
  CreateTableCommand,
  DeleteTableCommand,
  waitUntilTableExists,
  type CreateTableCommandInput,
  type WriteRequest,
} from '@aws-sdk/client-dynamodb';
import { CreateStateMachineCommand } from '@aws-sdk/client-sfn';
import { CreateQueueCommand, SendMessageBatchCommand, SetQueueAttributesCommand } from '@aws-sdk/client-sqs';
import type { Clients } from '../conformance/assertion.ts';
import type { Item, StrangersWorld } from './world.ts';

type Doors = Pick<Clients, 'dynamodb' | 'sqs' | 'sfn'>;

/** Creates a planned world: tables by the keys of domain.md, items, queues and dead letters. */
export async function plantWorld(world: StrangersWorld, clients: Doors): Promise<void> {
  const { names, items } = world;
  await Promise.all([
    createTable(clients, mainTable(names.table)),
    createTable(clients, jobsTable(names.jobsTable)),
    createTable(clients, batchesTable(names.batchesTable)),
  ]);
  const queues = await createQueues(world, clients);
  const failures = await sendDeadLetters(world, clients, queues.documentDeadLetterQueue);
  await putAll(clients, names.table, [...items.main, ...failures]);
  await putAll(clients, names.jobsTable, items.jobs);
  await putAll(clients, names.batchesTable, items.batches);
}

/** Drops only the tables; the queues are left for the next world with the same names, which empties them. */
export async function dropTables({ names }: StrangersWorld, { dynamodb }: Doors): Promise<void> {
  for (const TableName of [names.table, names.jobsTable, names.batchesTable]) {
    await dynamodb.send(new DeleteTableCommand({ TableName }));
  }
}

async function createTable({ dynamodb }: Doors, input: CreateTableCommandInput): Promise<void> {
  const made = await dynamodb.send(new CreateTableCommand(input));
  if (made.TableDescription?.TableStatus === 'ACTIVE') return;
  await waitUntilTableExists(
    { client: dynamodb, maxWaitTime: 60, minDelay: 1 },
    { TableName: input.TableName },
  );
}

const text = (name: string): { AttributeName: string; AttributeType: 'S' } => ({
  AttributeName: name,
  AttributeType: 'S',
});
const keys = (partition: string, sort?: string): CreateTableCommandInput['KeySchema'] => [
  { AttributeName: partition, KeyType: 'HASH' },
  ...(sort === undefined ? [] : [{ AttributeName: sort, KeyType: 'RANGE' as const }]),
];
const index = (IndexName: string, partition: string, sort: string) => ({
  IndexName,
  KeySchema: keys(partition, sort),
  Projection: { ProjectionType: 'ALL' as const },
});

function mainTable(TableName: string): CreateTableCommandInput {
  const pairs = ['', 'GSI1', 'GSI2', 'GSI3'].flatMap((name) => [`${name}PK`, `${name}SK`]);
  return {
    TableName,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: pairs.map(text),
    KeySchema: keys('PK', 'SK'),
    GlobalSecondaryIndexes: ['GSI1', 'GSI2', 'GSI3'].map((name) => index(name, `${name}PK`, `${name}SK`)),
  };
}

function jobsTable(TableName: string): CreateTableCommandInput {
  return {
    TableName,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [
      ...['FileID', 'Status', 'BatchID'].map(text),
      { AttributeName: 'StatusUpdatedAt', AttributeType: 'N' },
    ],
    KeySchema: keys('FileID'),
    GlobalSecondaryIndexes: [
      index('StatusIndex', 'Status', 'StatusUpdatedAt'),
      index('BatchIndex', 'BatchID', 'Status'),
    ],
  };
}

function batchesTable(TableName: string): CreateTableCommandInput {
  return {
    TableName,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: ['BatchID', 'PollingDate', 'Status'].map(text),
    KeySchema: keys('BatchID'),
    GlobalSecondaryIndexes: [index('PollingDateIndex', 'PollingDate', 'Status')],
  };
}

/** Writes up to 25 items a call, and at most half of the bytes that a call may hold. */
async function putAll({ dynamodb }: Doors, table: string, items: readonly Item[]): Promise<void> {
  let [some, size]: [WriteRequest[], number] = [[], 0];
  async function write(): Promise<void> {
    let left: Record<string, WriteRequest[]> = { [table]: some };
    for (let attempt = 0; attempt < 20 && (left[table]?.length ?? 0) > 0; attempt += 1) {
      const { UnprocessedItems = {} } = await dynamodb.send(
        new BatchWriteItemCommand({ RequestItems: left }),
      );
      left = UnprocessedItems;
    }
    if ((left[table]?.length ?? 0) > 0) throw new Error(`${table} did not take all items`);
    [some, size] = [[], 0];
  }
  for (const item of items) {
    some.push({ PutRequest: { Item: item } });
    size += JSON.stringify(item).length;
    if (some.length === 25 || size > 4_000_000) await write();
  }
  if (some.length > 0) await write();
}

interface Queues {
  readonly documentDeadLetterQueue: string;
}

async function createQueues({ names }: StrangersWorld, { sqs, sfn }: Doors): Promise<Queues> {
  const addresses = new Map<string, string>();
  for (const [queue, letters, mostReceives] of [
    [names.documentQueue, names.documentDeadLetterQueue, 3],
    [names.webhookQueue, names.webhookDeadLetterQueue, 5],
  ] as const) {
    const { QueueUrl: dead = '' } = await sqs.send(
      new CreateQueueCommand({ QueueName: letters, Attributes: { MessageRetentionPeriod: '1209600' } }),
    );
    const { QueueUrl: source = '' } = await sqs.send(new CreateQueueCommand({ QueueName: queue }));
    const account = dead.split('/').at(-2) ?? '';
    await sqs.send(
      new SetQueueAttributesCommand({
        QueueUrl: source,
        Attributes: {
          RedrivePolicy: JSON.stringify({
            deadLetterTargetArn: `arn:aws:sqs:eu-west-1:${account}:${letters}`,
            maxReceiveCount: String(mostReceives),
          }),
        },
      }),
    );
    addresses.set(letters, dead);
  }
  await sfn.send(
    new CreateStateMachineCommand({
      name: names.stateMachine,
      roleArn: 'arn:aws:iam::111122223333:role/worker',
      definition: JSON.stringify({ StartAt: 'Done', States: { Done: { Type: 'Succeed' } } }),
    }),
  );
  return { documentDeadLetterQueue: addresses.get(names.documentDeadLetterQueue) ?? '' };
}

/** Sends dead letters and returns the failure items that their consumer writes, under the ids that SQS gave them. */
async function sendDeadLetters(
  { messages }: StrangersWorld,
  { sqs }: Doors,
  QueueUrl: string,
): Promise<Item[]> {
  const failures: Item[] = [];
  for (let from = 0; from < messages.length; from += 10) {
    const some = messages.slice(from, from + 10);
    const Entries = some.map(({ body }, at) => ({ Id: String(at), MessageBody: body }));
    const { Successful = [] } = await sqs.send(new SendMessageBatchCommand({ QueueUrl, Entries }));
    for (const { Id, MessageId = '' } of Successful) {
      const code = some[Number(Id)]?.failureCode ?? null;
      if (code === null) continue;
      failures.push({
        PK: { S: `MESSAGE#${MessageId}` },
        SK: { S: 'FAILURE' },
        code: { S: code },
        message: { S: 'it could not be used' },
      });
    }
  }
  return failures;
}
