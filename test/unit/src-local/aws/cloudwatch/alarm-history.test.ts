import {
  DeleteAlarmsCommand,
  DescribeAlarmHistoryCommand,
  SetAlarmStateCommand,
} from '@aws-sdk/client-cloudwatch';
import { describe, expect, it } from 'vitest';
import { anAlarm, topic } from './an-alarm.ts';
import { minute } from './metric-data.ts';

describe('the history of an alarm', () => {
  it('lists settings, states and actions, newest first', async () => {
    const { cloudwatch, clock, put } = await anAlarm({ AlarmActions: [topic] });
    await put(1);
    await clock.advance(minute);
    await cloudwatch.send(new DeleteAlarmsCommand({ AlarmNames: ['deep'] }));
    const { AlarmHistoryItems = [] } = await cloudwatch.send(
      new DescribeAlarmHistoryCommand({ AlarmName: 'deep' }),
    );
    expect(AlarmHistoryItems.map(({ HistorySummary }) => HistorySummary)).toEqual([
      'Alarm "deep" deleted',
      `Failed to execute action ${topic}. Received error: "Pocket AWS delivers no notifications"`,
      'Alarm updated from INSUFFICIENT_DATA to ALARM',
      'Alarm "deep" created',
    ]);
    const data = AlarmHistoryItems.map(
      ({ HistoryData }) => JSON.parse(HistoryData ?? '') as Record<string, unknown>,
    );
    expect(data[2]).toMatchObject({
      oldState: { stateValue: 'INSUFFICIENT_DATA', stateReason: 'Unchecked: Initial alarm creation' },
      newState: { stateValue: 'ALARM', stateReasonData: { recentDatapoints: [1], threshold: 0 } },
    });
    expect(data[3]).toMatchObject({
      type: 'Create',
      createdAlarm: { alarmName: 'deep', alarmActions: [topic] },
    });
  });

  it('is paged, filtered, and forgotten after thirty days', async () => {
    const { cloudwatch, clock } = await anAlarm();
    for (const StateValue of ['OK', 'ALARM', 'OK', 'ALARM'] as const) {
      await cloudwatch.send(
        new SetAlarmStateCommand({ AlarmName: 'deep', StateValue, StateReason: StateValue }),
      );
    }
    const history = (input: object) =>
      cloudwatch.send(new DescribeAlarmHistoryCommand({ HistoryItemType: 'StateUpdate', ...input }));
    const first = await history({ MaxRecords: 3, ScanBy: 'TimestampAscending' });
    expect(first.AlarmHistoryItems).toHaveLength(3);
    const second = await history({ MaxRecords: 3, ScanBy: 'TimestampAscending', NextToken: first.NextToken });
    expect(second.AlarmHistoryItems).toMatchObject([{ HistorySummary: 'Alarm updated from OK to ALARM' }]);
    expect(second.NextToken).toBeUndefined();
    await cloudwatch.send(new DeleteAlarmsCommand({ AlarmNames: ['deep'] }));
    await clock.advance(31 * 24 * 60 * minute);
    expect((await history({})).AlarmHistoryItems).toEqual([]);
  });

  it('lists no actions while they are disabled', async () => {
    const { cloudwatch } = await anAlarm({ AlarmActions: [topic], ActionsEnabled: false });
    await cloudwatch.send(
      new SetAlarmStateCommand({ AlarmName: 'deep', StateValue: 'ALARM', StateReason: 'x' }),
    );
    const actions = new DescribeAlarmHistoryCommand({ HistoryItemType: 'Action' });
    expect((await cloudwatch.send(actions)).AlarmHistoryItems).toEqual([]);
  });
});
