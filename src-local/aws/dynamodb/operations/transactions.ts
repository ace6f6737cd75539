import { AwsError, validationException } from '../../protocol/aws-error.ts';
import { list, required, string, structure, type Infer } from '../../protocol/shapes.ts';
import { Consumption, readUnits, type ReturnConsumedCapacity } from '../capacity.ts';
import { operation, type DoneTransaction, type Engine } from '../dynamo-db-engine.ts';
import { project } from '../expressions/projection.ts';
import { toLookupKey, refuseEmptyKeys, type PrimaryKey } from '../storage/primary-key.ts';
import type { Table } from '../storage/table.ts';
import { commit, type PlannedWrite } from '../storage/write.ts';
import { tableName } from '../tables/table-shapes.ts';
import type { Item } from '../values/attribute-value.ts';
import { checkItem } from '../values/check-item.ts';
import { readProjection } from './item-operations.ts';
import * as shapes from './item-shapes.ts';
import {
  describeCollectionMetrics,
  conditionCheckAction,
  countFailedCondition,
  deleteAction,
  readPrimaryKey,
  meetsCondition,
  planAction,
  putAction,
  refuseMalformed,
  updateAction,
  type WriteAction,
} from './write-action.ts';

const mostActions = 100;
const largestTransaction = 4 * 1024 * 1024;

const conditional = {
  TableName: tableName,
  ConditionExpression: shapes.expression,
  ExpressionAttributeNames: shapes.names,
  ExpressionAttributeValues: shapes.values,
  ReturnValuesOnConditionCheckFailure: shapes.returnValuesOnConditionCheckFailure,
};
const keyed = { ...conditional, Key: shapes.item };
const transactItem = structure({
  Put: structure({ ...conditional, Item: shapes.item }),
  Update: structure({ ...keyed, UpdateExpression: required(shapes.expression) }),
  Delete: structure(keyed),
  ConditionCheck: structure({ ...keyed, ConditionExpression: required(shapes.expression) }),
});

/** https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactWriteItems.html */
export const transactWriteItems = operation({
  name: 'TransactWriteItems',
  input: structure({
    ClientRequestToken: string({ min: 1, max: 36 }),
    ReturnConsumedCapacity: shapes.returnConsumedCapacity,
    ReturnItemCollectionMetrics: shapes.returnItemCollectionMetrics,
    TransactItems: required(list(transactItem, { min: 1, max: mostActions })),
  }),
  run(engine, input) {
    const { ClientRequestToken: token, TransactItems, ReturnConsumedCapacity: wanted } = input;
    const requested = TransactItems.map(toWriteAction);
    const earlier = token === undefined ? undefined : engine.tokens.earlier(token, TransactItems);
    if (earlier) return { ConsumedCapacity: chargeRepetition(engine, earlier, wanted) };

    const writes = attemptAll(engine, requested);
    refuseTooLarge(writes);
    const consumption = new Consumption('Write', { transactional: true });
    writes.forEach((write, position) => {
      const { tableName: calledIt = '', what } = requested[position] ?? {};
      consumption.addWrite(write, calledIt);
      if (what !== 'ConditionCheck') commit(write);
    });
    if (token !== undefined)
      engine.tokens.remember(token, TransactItems, listRepeatedReads(writes, requested));
    return {
      ConsumedCapacity: consumption.report(engine.world, wanted),
      ItemCollectionMetrics:
        input.ReturnItemCollectionMetrics === 'SIZE' ? collectionMetrics(writes, requested) : undefined,
    };
  },
});

function toWriteAction({ Put, Update, Delete, ConditionCheck }: Infer<typeof transactItem>): WriteAction {
  const given = [Put, Update, Delete, ConditionCheck].filter((action) => action !== undefined);
  if (given.length > 1) {
    throw validationException('TransactItems can only contain one of Check, Put, Update or Delete');
  }
  if (Put) return putAction(Put);
  if (Update) return updateAction(Update);
  if (Delete) return deleteAction(Delete);
  if (ConditionCheck) return conditionCheckAction(ConditionCheck);
  throw validationException(
    'Invalid Request: TransactWriteRequest should contain Delete or Put or Update request',
  );
}

function refuseTooLarge(writes: readonly PlannedWrite[]): void {
  const bytes = writes.reduce((sum, { before, after }) => sum + ((after ?? before)?.size ?? 0), 0);
  if (bytes > largestTransaction) {
    throw validationException('The aggregate size of the items in the transaction exceeds 4 MB');
  }
}

/** A repetition changes nothing, and is charged for reading what the first one wrote. */
function listRepeatedReads(
  writes: readonly PlannedWrite[],
  requested: readonly WriteAction[],
): DoneTransaction['reads'] {
  return writes.map(({ before, after }, position) => {
    const bytes = Math.max(before?.size ?? 0, after?.size ?? 0);
    return [requested[position]?.tableName ?? '', readUnits(bytes, 'transactional')] as const;
  });
}

function chargeRepetition(
  engine: Engine,
  { reads }: DoneTransaction,
  wanted: ReturnConsumedCapacity | undefined,
): object[] | undefined {
  const consumption = new Consumption('Read', { transactional: true });
  for (const [calledIt, units] of reads) {
    const table = engine.lookUp(calledIt);
    if (table) consumption.add(table, calledIt, units);
  }
  return consumption.report(engine.world, wanted);
}

function collectionMetrics(
  writes: readonly PlannedWrite[],
  requested: readonly WriteAction[],
): object | undefined {
  const byTable = new Map<string, object[]>();
  requested.forEach(({ tableName: name, what, item }, position) => {
    const table = writes[position]?.table;
    const metrics = table && what !== 'ConditionCheck' ? describeCollectionMetrics(table, item) : undefined;
    if (metrics) byTable.set(name, [...(byTable.get(name) ?? []), metrics]);
  });
  return byTable.size > 0 ? Object.fromEntries(byTable) : undefined;
}

const mostReads = 100;

const transactGet = structure({
  Get: required(
    structure({
      TableName: tableName,
      Key: shapes.item,
      ProjectionExpression: shapes.expression,
      ExpressionAttributeNames: shapes.names,
    }),
  ),
});

/** https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactGetItems.html */
export const transactGetItems = operation({
  name: 'TransactGetItems',
  input: structure({
    ReturnConsumedCapacity: shapes.returnConsumedCapacity,
    TransactItems: required(list(transactGet, { min: 1, max: mostReads })),
  }),
  run(engine, input) {
    const requested = input.TransactItems.map(({ Get }) => ({
      calledIt: Get.TableName,
      projection: readProjection(Get),
      lookup: checkItem(Get.Key, 'Key'),
    }));
    const located = requested.map((request) => {
      const table = engine.table(request.calledIt);
      const { keys } = table.record;
      refuseEmptyKeys(keys, request.lookup);
      return { ...request, table, key: orRefusal(() => toLookupKey(keys, request.lookup)) };
    });
    refuseMeeting(located);
    if (located.some(({ key }) => key instanceof AwsError)) {
      throw cancelled(
        located.map(({ key }) => (key instanceof AwsError ? toCancellationReason(key) : { Code: 'None' })),
      );
    }

    const consumption = new Consumption('Read', { transactional: true });
    let bytes = 0;
    const Responses = located.map(({ table, key, calledIt, projection }) => {
      const found = key instanceof AwsError ? undefined : table.find(key);
      bytes += found?.size ?? 0;
      consumption.add(table, calledIt, readUnits(found?.size ?? 0, 'transactional'));
      if (!found) return {};
      return { Item: projection ? project(found.item, projection) : found.item };
    });
    if (bytes > largestTransaction) {
      throw validationException('The aggregate size of the items in the transaction exceeds 4 MB');
    }
    return { Responses, ConsumedCapacity: consumption.report(engine.world, input.ReturnConsumedCapacity) };
  },
});

/** https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_CancellationReason.html */
interface CancellationReason {
  readonly Code: string;
  readonly Message?: string;
  readonly Item?: Item;
}

interface Found {
  readonly action: WriteAction;
  readonly table: Table;
  readonly key: PrimaryKey | AwsError;
}

/**
 * Plans all writes of a transaction, or throws a TransactionCanceledException with a reason for each action.
 */
function attemptAll(engine: Engine, actions: readonly WriteAction[]): PlannedWrite[] {
  const found = actions.map((action): Found => {
    const table = engine.table(action.tableName);
    refuseMalformed(table, action);
    return { action, table, key: orRefusal(() => readPrimaryKey(table, action)) };
  });
  refuseMeeting(found.map(({ table, key }) => ({ table, key })));
  const attempts = found.map(attempt);
  const writes = attempts.flatMap((each) => ('Code' in each ? [] : each));
  if (writes.length < attempts.length) {
    throw cancelled(attempts.map((each) => ('Code' in each ? each : { Code: 'None' })));
  }
  return writes;
}

function cancelled(reasons: readonly CancellationReason[]): AwsError {
  const codes = reasons.map(({ Code }) => Code).join(', ');
  const message = `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes}]`;
  return new AwsError('TransactionCanceledException', message, { fields: { CancellationReasons: reasons } });
}

/** Two actions on one item would make the outcome depend on their order. */
function refuseMeeting(places: readonly { table: Table; key: PrimaryKey | AwsError }[]): void {
  const seen = new Set<string>();
  for (const { table, key } of places) {
    if (key instanceof AwsError) continue;
    const place = `${table.record.name}/${key.text}`;
    if (seen.has(place)) {
      throw validationException('Transaction request cannot include multiple operations on one item');
    }
    seen.add(place);
  }
}

/** A fault in one action cancels the transaction and becomes one of its cancellation reasons. */
function orRefusal<T>(work: () => T): T | AwsError {
  try {
    return work();
  } catch (error) {
    if (error instanceof AwsError && error.name === 'ValidationException') return error;
    throw error;
  }
}

function toCancellationReason(error: AwsError): CancellationReason {
  return { Code: 'ValidationError', Message: error.message };
}

function attempt({ action, table, key }: Found): PlannedWrite | CancellationReason {
  if (key instanceof AwsError) return toCancellationReason(key);
  const current = table.find(key)?.item;
  const met = orRefusal(() => meetsCondition(action, current));
  if (met instanceof AwsError) return toCancellationReason(met);
  if (!met) {
    countFailedCondition(table);
    const Message = 'The conditional request failed';
    return {
      Code: 'ConditionalCheckFailed',
      Message,
      ...(action.returnsOld && current && { Item: current }),
    };
  }
  const write = orRefusal(() => planAction(table, key, action));
  return write instanceof AwsError ? toCancellationReason(write) : write;
}
