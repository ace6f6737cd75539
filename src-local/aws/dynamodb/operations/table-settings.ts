import { AwsError, validationException } from '../../protocol/aws-error.ts';
import { boolean, integer, list, required, string, structure } from '../../protocol/shapes.ts';
import { operation, type Engine } from '../dynamo-db-engine.ts';
import { invalid } from '../storage/primary-key.ts';
import type { Table } from '../storage/table.ts';
import { seconds } from '../tables/table-description.ts';
import type { Tag } from '../tables/table-record.ts';
import { tableName, tags } from '../tables/table-shapes.ts';

const mostDays = 35;
const day = 24 * 60 * 60 * 1000;
/** "Typically 5 minutes before the current time." */
const behind = 5 * 60 * 1000;

/** https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_DescribeContinuousBackups.html */
export const describeContinuousBackups = operation({
  name: 'DescribeContinuousBackups',
  input: structure({ TableName: tableName }),
  run: (engine, { TableName }) => describeBackups(engine, findTable(engine, TableName)),
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
    const table = findTable(engine, TableName);
    const { record } = table;
    if (wanted.PointInTimeRecoveryEnabled) {
      const since = record.pointInTimeRecovery?.since ?? engine.world.clock.now();
      const days = wanted.RecoveryPeriodInDays ?? record.pointInTimeRecovery?.days ?? mostDays;
      record.pointInTimeRecovery = { since, days };
    } else {
      delete record.pointInTimeRecovery;
    }
    engine.keep(table);
    return describeBackups(engine, table);
  },
});

function describeBackups({ world }: Engine, { record: { pointInTimeRecovery: recovery } }: Table): object {
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

function findTable(engine: Engine, nameOrArn: string): Table {
  const table = engine.lookUp(nameOrArn);
  if (table) return table;
  throw new AwsError('TableNotFoundException', `Table not found: ${engine.nameIn(nameOrArn)}`);
}

/** While AWS carries a change through, it takes no other. */
const changeTakes = 60 * 60 * 1000;

/** https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_DescribeTimeToLive.html */
export const describeTimeToLive = operation({
  name: 'DescribeTimeToLive',
  input: structure({ TableName: tableName }),
  run(engine, { TableName }) {
    const { timeToLive } = engine.namedTable(TableName).record;
    if (!timeToLive?.enabled) return { TimeToLiveDescription: { TimeToLiveStatus: 'DISABLED' } };
    return { TimeToLiveDescription: { TimeToLiveStatus: 'ENABLED', AttributeName: timeToLive.attribute } };
  },
});

/**
 * https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_UpdateTimeToLive.html
 * Here it takes effect at once, but is as settled for the hour after it as there.
 */
export const updateTimeToLive = operation({
  name: 'UpdateTimeToLive',
  input: structure({
    TableName: tableName,
    TimeToLiveSpecification: required(
      structure({ Enabled: required(boolean()), AttributeName: required(string({ min: 1, max: 255 })) }),
    ),
  }),
  run(engine, { TableName, TimeToLiveSpecification }) {
    const { Enabled: enabled, AttributeName: attribute } = TimeToLiveSpecification;
    const table = engine.namedTable(TableName);
    const current = table.record.timeToLive;
    const now = engine.world.clock.now();
    if (current?.enabled && current.attribute !== attribute) {
      throw validationException(
        `TimeToLive is active on a different AttributeName: current AttributeName is ${current.attribute}`,
      );
    }
    if ((current?.enabled ?? false) === enabled) {
      throw validationException(`TimeToLive is already ${enabled ? 'enabled' : 'disabled'}`);
    }
    if (current && now < current.changed + changeTakes) {
      throw validationException('Time to live has been modified multiple times within a fixed interval');
    }
    table.record.timeToLive = { attribute, enabled, changed: now };
    engine.keep(table);
    table.followTimeToLive();
    return { TimeToLiveSpecification };
  },
});

const resourceArn = required(string({ min: 1, max: 1283 }));

/** https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TagResource.html */
export const tagResource = operation({
  name: 'TagResource',
  input: structure({ ResourceArn: resourceArn, Tags: required(tags) }),
  run(engine, { ResourceArn, Tags }) {
    const table = findTaggedTable(engine, ResourceArn);
    refuseTooManyTags(Tags);
    const merged = mergeTags(table.record.tags, Tags);
    refuseTooManyTags(merged);
    table.record.tags = merged;
    engine.keep(table);
  },
});

/** https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_UntagResource.html */
export const untagResource = operation({
  name: 'UntagResource',
  input: structure({ ResourceArn: resourceArn, TagKeys: required(list(string({ min: 1, max: 128 }))) }),
  run(engine, { ResourceArn, TagKeys }) {
    const table = findTaggedTable(engine, ResourceArn);
    table.record.tags = table.record.tags.filter(({ Key }) => !TagKeys.includes(Key));
    engine.keep(table);
  },
});

/**
 * https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_ListTagsOfResource.html
 * All fit into one page, so that there is no token to come back with.
 */
export const listTagsOfResource = operation({
  name: 'ListTagsOfResource',
  input: structure({ ResourceArn: resourceArn }),
  run: (engine, { ResourceArn }) => ({ Tags: findTaggedTable(engine, ResourceArn).record.tags }),
});

function findTaggedTable(engine: Engine, arn: string): Table {
  if (!/^arn:[^:]+:dynamodb:[^:]*:[^:]*:table\/[^/]+$/.test(arn)) {
    throw validationException(`Invalid TableArn: Invalid ResourceArn provided as input ${arn}`);
  }
  const table = engine.lookUp(arn);
  if (table) return table;
  throw new AwsError(
    'ResourceNotFoundException',
    `Requested resource not found: ResourcArn: ${arn} not found`,
  );
}

/** https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Tagging.html */
const mostTags = 50;

export function refuseTooManyTags(given: readonly Tag[]): void {
  if (given.length > mostTags) throw invalid(`Too many tags: a resource has at most ${mostTags}`);
  const keys = new Set(given.map(({ Key }) => Key));
  if (keys.size < given.length) throw invalid('Duplicate tag keys are not allowed');
}

/** Later tags replace earlier ones of the same key. */
function mergeTags(given: readonly Tag[], more: readonly Tag[]): Tag[] {
  const merged = new Map([...given, ...more].map((tag) => [tag.Key, tag]));
  return [...merged.values()];
}
