import { validationException } from '../../protocol/aws-error.ts';
import { list, required, string, structure, type Infer } from '../../protocol/shapes.ts';
import { Consumption, type ReturnConsumedCapacity } from '../capacity/consumption.ts';
import { readUnits } from '../capacity/units.ts';
import { operation, type Engine } from '../engine.ts';
import * as shapes from '../operations/item-shapes.ts';
import { collectionMetricsOf } from '../operations/single-write.ts';
import * as actions from '../operations/write-action.ts';
import { commit, type PlannedWrite } from '../storage/write.ts';
import { tableName } from '../tables/table-name.ts';
import { attemptAll } from './attempt.ts';
import type { DoneTransaction } from './request-tokens.ts';

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
    const requested = TransactItems.map(actionOf);
    const earlier = token === undefined ? undefined : engine.tokens.earlier(token, TransactItems);
    if (earlier) return { ConsumedCapacity: capacityOfRepetition(engine, earlier, wanted) };

    const writes = attemptAll(engine, requested);
    refuseTooLarge(writes);
    const consumption = new Consumption('Write', { transactional: true });
    writes.forEach((write, position) => {
      const { tableName: calledIt = '', what } = requested[position] ?? {};
      consumption.addWrite(write, calledIt);
      if (what !== 'ConditionCheck') commit(write);
    });
    if (token !== undefined) engine.tokens.remember(token, TransactItems, readsOf(writes, requested));
    return {
      ConsumedCapacity: consumption.report(engine.world, wanted),
      ItemCollectionMetrics:
        input.ReturnItemCollectionMetrics === 'SIZE' ? collectionMetrics(writes, requested) : undefined,
    };
  },
});

function actionOf({ Put, Update, Delete, ConditionCheck }: Infer<typeof transactItem>): actions.WriteAction {
  const given = [Put, Update, Delete, ConditionCheck].filter((action) => action !== undefined);
  if (given.length > 1) {
    throw validationException('TransactItems can only contain one of Check, Put, Update or Delete');
  }
  if (Put) return actions.putAction(Put);
  if (Update) return actions.updateAction(Update);
  if (Delete) return actions.deleteAction(Delete);
  if (ConditionCheck) return actions.conditionCheckAction(ConditionCheck);
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
function readsOf(
  writes: readonly PlannedWrite[],
  requested: readonly actions.WriteAction[],
): DoneTransaction['reads'] {
  return writes.map(({ before, after }, position) => {
    const bytes = Math.max(before?.size ?? 0, after?.size ?? 0);
    return [requested[position]?.tableName ?? '', readUnits(bytes, 'transactional')] as const;
  });
}

function capacityOfRepetition(
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
  requested: readonly actions.WriteAction[],
): object | undefined {
  const byTable = new Map<string, object[]>();
  requested.forEach(({ tableName: name, what, item }, position) => {
    const table = writes[position]?.table;
    const metrics = table && what !== 'ConditionCheck' ? collectionMetricsOf(table, item) : undefined;
    if (metrics) byTable.set(name, [...(byTable.get(name) ?? []), metrics]);
  });
  return byTable.size > 0 ? Object.fromEntries(byTable) : undefined;
}
