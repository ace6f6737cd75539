import { randomUUID } from 'node:crypto';
import {
  CreateTableCommand,
  DeleteTableCommand,
  GetItemCommand,
  type CreateTableCommandInput,
  type DynamoDBClient,
  type KeySchemaElement,
} from '@aws-sdk/client-dynamodb';
import type { Dice } from './dice.ts';
import type { Item, SortType } from './dynamodb-data.ts';
import { findOutcome } from './dynamodb-outcome.ts';
import { aStep, type Step } from './dynamodb-steps.ts';
import type { UpdateLimits } from './dynamodb-updates.ts';
import { printed, type FuzzedPair, type KnownDifference, type Session } from './fuzz-run.ts';

export interface OtherDynamodb {
  readonly known: readonly KnownDifference<Step>[];
  readonly limits: UpdateLimits;
  /** Removes from an answer everything that the other side is known to get wrong throughout. */
  readonly forgiving: (answer: unknown) => unknown;
}

const sortTypes: readonly SortType[] = ['N', 'S', 'B'];

/** Pairs two DynamoDBs, each with the same new table for every session. */
export function dynamodbPair(
  ours: DynamoDBClient,
  theirs: DynamoDBClient,
  { known, limits, forgiving }: OtherDynamodb,
): FuzzedPair<Step> {
  return {
    known,
    weight: () => 1,
    print: ({ operation, input }) => `${operation} ${printed(input)}`,
    async open(variant): Promise<Session<Step>> {
      const TableName = `fuzz-${randomUUID()}`;
      const sortType = sortTypes[variant % sortTypes.length] ?? 'S';
      const create = new CreateTableCommand(tableInput(TableName, sortType));
      await Promise.all([ours.send(create), theirs.send(create)]);
      const look = async (Key: Item): Promise<Item | undefined> =>
        (await ours.send(new GetItemCommand({ TableName, Key, ConsistentRead: true }))).Item;
      return {
        next: (dice: Dice) => aStep({ dice, sort: sortType, limits, look }),
        async run(step) {
          const [one, other] = await Promise.all([
            findOutcome(ours, TableName, step, forgiving),
            findOutcome(theirs, TableName, step, forgiving),
          ]);
          return { ours: one, theirs: other };
        },
        async close() {
          const remove = new DeleteTableCommand({ TableName });
          await Promise.all([ours.send(remove), theirs.send(remove)]);
        },
      };
    },
  };
}

function tableInput(TableName: string, sort: SortType): CreateTableCommandInput {
  return {
    TableName,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [
      { AttributeName: 'pk', AttributeType: 'S' },
      { AttributeName: 'sk', AttributeType: sort },
      { AttributeName: 'gg', AttributeType: 'S' },
      { AttributeName: 'hh', AttributeType: 'N' },
    ],
    KeySchema: keySchema('pk', 'sk'),
    GlobalSecondaryIndexes: [
      { IndexName: 'whole', KeySchema: keySchema('gg', 'hh'), Projection: { ProjectionType: 'ALL' } },
      { IndexName: 'keys', KeySchema: keySchema('gg'), Projection: { ProjectionType: 'KEYS_ONLY' } },
      {
        IndexName: 'some',
        KeySchema: keySchema('hh', 'gg'),
        Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: ['aa', 'dd'] },
      },
    ],
  };
}

function keySchema(partition: string, range?: string): KeySchemaElement[] {
  return [
    { AttributeName: partition, KeyType: 'HASH' },
    ...(range === undefined ? [] : [{ AttributeName: range, KeyType: 'RANGE' as const }]),
  ];
}
