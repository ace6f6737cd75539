import type { World } from '../../world/world.ts';
import { AwsError } from '../protocol/aws-error.ts';
import { jsonService, type JsonService } from '../protocol/operation.ts';
import { anything } from '../protocol/shapes.ts';
import { Engine, operation } from './dynamo-db-engine.ts';
import { batchGetItem, batchWriteItem } from './operations/batch-operations.ts';
import { deleteItem, getItem, putItem, updateItem } from './operations/item-operations.ts';
import { query } from './operations/query.ts';
import { createTable, deleteTable, describeTable, listTables } from './operations/table-operations.ts';
import {
  describeContinuousBackups,
  describeTimeToLive,
  listTagsOfResource,
  tagResource,
  untagResource,
  updateContinuousBackups,
  updateTimeToLive,
} from './operations/table-settings.ts';
import { transactGetItems, transactWriteItems } from './operations/transactions.ts';
import { updateTable } from './operations/update-table.ts';
import { dynamoDbStreams } from './streams.ts';
import { countThrottled } from './throttled.ts';

/** https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_Operations_Amazon_DynamoDB.html */
export function dynamoDb(world: World): { readonly tables: JsonService; readonly streams: JsonService } {
  const engine = new Engine(world);
  return { tables: tablesService(world, engine), streams: dynamoDbStreams(engine) };
}

function tablesService(world: World, engine: Engine): JsonService {
  const service = jsonService({
    name: 'dynamodb',
    target: 'DynamoDB_20120810',
    jsonVersion: '1.0',
    engine,
    operations: [...tableOperations, ...itemOperations],
  });
  return {
    ...service,
    throttled: (name, input) => countThrottled(world, name, input),
    async run(name, input, call) {
      try {
        return await service.run(name, input, call);
      } catch (error) {
        if (error instanceof AwsError) countUserError(world, error);
        throw error;
      }
    },
  };
}

/** https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/metrics-dimensions.html#UserErrors */
function countUserError({ metrics, clock }: World, { name, status }: AwsError): void {
  if (status !== 400 || notTheUser.has(name)) return;
  metrics.record({
    namespace: 'AWS/DynamoDB',
    name: 'UserErrors',
    dimensions: {},
    unit: 'Count',
    value: 1,
    time: clock.now(),
  });
}

const notTheUser = new Set([
  'ConditionalCheckFailedException',
  'ProvisionedThroughputExceededException',
  'TransactionCanceledException',
]);

const tableOperations = [
  createTable,
  describeTable,
  updateTable,
  deleteTable,
  listTables,
  tagResource,
  untagResource,
  listTagsOfResource,
  describeTimeToLive,
  updateTimeToLive,
  describeContinuousBackups,
  updateContinuousBackups,
];

/**
 * The access patterns exist to avoid reading whole tables, so these actions are denied, as in an account whose
 * policy denies them.
 */
const refusedOperations = ['Scan', 'ExecuteStatement', 'BatchExecuteStatement', 'ExecuteTransaction'].map(
  (name) => {
    const action = name === 'Scan' ? 'dynamodb:Scan' : 'dynamodb:PartiQL*';
    return operation({
      name,
      input: anything(),
      run({ world }): never {
        const user = `arn:aws:iam::${world.account}:root`;
        throw new AwsError(
          'AccessDeniedException',
          `User: ${user} is not authorized to perform: ${action} with an explicit deny: ` +
            'tables here are read by key and by index only, never scanned',
        );
      },
    });
  },
);

const itemOperations = [
  getItem,
  putItem,
  updateItem,
  deleteItem,
  query,
  batchGetItem,
  batchWriteItem,
  transactWriteItems,
  transactGetItems,
  ...refusedOperations,
];
