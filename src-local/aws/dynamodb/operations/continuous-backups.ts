import { AwsError } from '../../protocol/aws-error.ts';
import { boolean, integer, required, structure } from '../../protocol/shapes.ts';
import { operation, type Engine } from '../engine.ts';
import type { Table } from '../storage/table.ts';
import { seconds } from '../tables/description.ts';
import { tableName } from '../tables/table-name.ts';

const mostDays = 35;
const day = 24 * 60 * 60 * 1000;
/** "Typically 5 minutes before the current time." */
const behind = 5 * 60 * 1000;

/** https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_DescribeContinuousBackups.html */
export const describeContinuousBackups = operation({
  name: 'DescribeContinuousBackups',
  input: structure({ TableName: tableName }),
  run: (engine, { TableName }) => described(engine, tableOf(engine, TableName)),
});

/**
 * https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_UpdateContinuousBackups.html
 * A setting only: there is no operation here that restores.
 */
export const updateContinuousBackups = operation({
  name: 'UpdateContinuousBackups',
  input: structure({
    TableName: tableName,
    PointInTimeRecoverySpecification: required(
      structure({
        PointInTimeRecoveryEnabled: required(boolean()),
        RecoveryPeriodInDays: integer({ min: 1, max: mostDays }),
      }),
    ),
  }),
  run(engine, { TableName, PointInTimeRecoverySpecification: wanted }) {
    const table = tableOf(engine, TableName);
    const { record } = table;
    if (wanted.PointInTimeRecoveryEnabled) {
      const since = record.pointInTimeRecovery?.since ?? engine.world.clock.now();
      const days = wanted.RecoveryPeriodInDays ?? record.pointInTimeRecovery?.days ?? mostDays;
      record.pointInTimeRecovery = { since, days };
    } else {
      delete record.pointInTimeRecovery;
    }
    engine.keep(table);
    return described(engine, table);
  },
});

function described({ world }: Engine, { record: { pointInTimeRecovery: recovery } }: Table): object {
  const now = world.clock.now();
  const PointInTimeRecoveryDescription = recovery
    ? {
        PointInTimeRecoveryStatus: 'ENABLED',
        RecoveryPeriodInDays: recovery.days,
        EarliestRestorableDateTime: seconds(Math.max(recovery.since, now - recovery.days * day)),
        LatestRestorableDateTime: seconds(Math.max(recovery.since, now - behind)),
      }
    : { PointInTimeRecoveryStatus: 'DISABLED' };
  return {
    ContinuousBackupsDescription: { ContinuousBackupsStatus: 'ENABLED', PointInTimeRecoveryDescription },
  };
}

function tableOf(engine: Engine, nameOrArn: string): Table {
  const table = engine.lookUp(nameOrArn);
  if (table) return table;
  throw new AwsError('TableNotFoundException', `Table not found: ${engine.nameIn(nameOrArn)}`);
}
