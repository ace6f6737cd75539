import { validationException } from '../../protocol/aws-error.ts';
import { boolean, required, string, structure } from '../../protocol/shapes.ts';
import { operation } from '../engine.ts';
import { tableName } from '../tables/table-name.ts';

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
