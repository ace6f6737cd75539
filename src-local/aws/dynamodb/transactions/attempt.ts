import { AwsError, validationException } from '../../protocol/aws-error.ts';
import type { Engine } from '../engine.ts';
import { countFailedCondition } from '../operations/single-write.ts';
import {
  keyOf,
  meetsCondition,
  planned,
  refuseMalformed,
  type WriteAction,
} from '../operations/write-action.ts';
import type { PrimaryKey } from '../storage/primary-key.ts';
import type { Table } from '../storage/table.ts';
import type { PlannedWrite } from '../storage/write.ts';
import type { Item } from '../values/attribute-value.ts';

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

/** All writes of a transaction, or a TransactionCanceledException that says of each action what kept it. */
export function attemptAll(engine: Engine, actions: readonly WriteAction[]): PlannedWrite[] {
  const found = actions.map((action): Found => {
    const table = engine.table(action.tableName);
    refuseMalformed(table, action);
    return { action, table, key: orRefusal(() => keyOf(table, action)) };
  });
  refuseMeeting(found.map(({ table, key }) => ({ table, key })));
  const attempts = found.map(attempt);
  const writes = attempts.flatMap((each) => ('Code' in each ? [] : each));
  if (writes.length < attempts.length) {
    throw cancelled(attempts.map((each) => ('Code' in each ? each : { Code: 'None' })));
  }
  return writes;
}

export function cancelled(reasons: readonly CancellationReason[]): AwsError {
  const codes = reasons.map(({ Code }) => Code).join(', ');
  const message = `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes}]`;
  return new AwsError('TransactionCanceledException', message, { fields: { CancellationReasons: reasons } });
}

/** Two actions on one item would make the outcome depend on their order. */
export function refuseMeeting(places: readonly { table: Table; key: PrimaryKey | AwsError }[]): void {
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

/** What is wrong with one action cancels the transaction, and is then a reason beside the others'. */
export function orRefusal<T>(work: () => T): T | AwsError {
  try {
    return work();
  } catch (error) {
    if (error instanceof AwsError && error.name === 'ValidationException') return error;
    throw error;
  }
}

export function reasonOf(error: AwsError): CancellationReason {
  return { Code: 'ValidationError', Message: error.message };
}

function attempt({ action, table, key }: Found): PlannedWrite | CancellationReason {
  if (key instanceof AwsError) return reasonOf(key);
  const current = table.find(key)?.item;
  const met = orRefusal(() => meetsCondition(action, current));
  if (met instanceof AwsError) return reasonOf(met);
  if (!met) {
    countFailedCondition(table);
    const Message = 'The conditional request failed';
    return {
      Code: 'ConditionalCheckFailed',
      Message,
      ...(action.returnsOld && current && { Item: current }),
    };
  }
  const write = orRefusal(() => planned(table, key, action));
  return write instanceof AwsError ? reasonOf(write) : write;
}
