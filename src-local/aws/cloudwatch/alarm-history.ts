import type { Collection, Store } from '../../journal/store.ts';
import { longTime } from './time-range.ts';
import { alarmHistory } from './past-metrics.ts';
import type { Alarm, AlarmState } from './alarm.ts';
import { double } from './alarm-state.ts';

type HistoryItemType = 'ConfigurationUpdate' | 'StateUpdate' | 'Action';

export interface HistoryItem {
  readonly alarmName: string;
  readonly time: number;
  readonly type: HistoryItemType;
  readonly summary: string;
  readonly data: string;
}

/** "CloudWatch retains the history of an alarm for 30 days, even if you delete the alarm." */
const keptFor = 30 * 24 * 3_600_000;

/** https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/API_DescribeAlarmHistory.html */
export class AlarmHistory {
  readonly #items: Collection<HistoryItem>;
  #last: number | undefined;

  constructor(store: Store) {
    this.#items = store.collection(alarmHistory);
  }

  /** Oldest first, each with a key that grows. */
  entries(now: number): [string, HistoryItem][] {
    return [...this.#items.entries()].filter(([, { time }]) => time > now - keptFor);
  }

  configured(alarm: Alarm, type: 'Create' | 'Update' | 'Delete', now: number): void {
    this.#add(configurationItem(alarm, type, now));
  }

  stateChanged(alarm: Alarm, from: AlarmState, to: AlarmState, now: number): void {
    this.#add(stateUpdateItem(alarm, from, to, now));
  }

  /** Pocket AWS delivers no notifications, so the history records that the action failed. */
  acted(alarm: Alarm, action: string, now: number): void {
    const error = 'Pocket AWS delivers no notifications';
    const summary = `Failed to execute action ${action}. Received error: "${error}"`;
    const data = { actionState: 'Failed', notificationResource: action, error };
    const alarmName = alarm.settings.AlarmName;
    this.#add({ alarmName, time: now, type: 'Action', summary, data: JSON.stringify(data) });
  }

  #add(added: HistoryItem): void {
    for (const [key, item] of this.#items.entries()) {
      if (item.time > added.time - keptFor) break;
      this.#items.delete(key);
    }
    this.#last = (this.#last ?? Number([...this.#items.keys()].at(-1) ?? 0)) + 1;
    const key = String(this.#last).padStart(12, '0');
    this.#items.set(key, added);
  }
}

export function configurationItem(
  alarm: Alarm,
  type: 'Create' | 'Update' | 'Delete',
  time: number,
): HistoryItem {
  const member = { Create: 'createdAlarm', Update: 'updatedAlarm', Delete: 'deletedAlarm' }[type];
  const data = `{"version":"1.0","type":"${type}","${member}":${alarmInHistory(alarm)}}`;
  const alarmName = alarm.settings.AlarmName;
  const summary = `Alarm "${alarmName}" ${type.toLowerCase()}d`;
  return { alarmName, time, type: 'ConfigurationUpdate', summary, data };
}

export function stateUpdateItem(alarm: Alarm, from: AlarmState, to: AlarmState, time: number): HistoryItem {
  const data = `{"version":"1.0","oldState":${stateInHistory(from)},"newState":${stateInHistory(to)}}`;
  const summary = `Alarm updated from ${from.StateValue} to ${to.StateValue}`;
  return { alarmName: alarm.settings.AlarmName, time, type: 'StateUpdate', summary, data };
}

/** The reason's data is JSON already, with numbers spelled in a way that must stay. */
function stateInHistory({ StateValue, StateReason, StateReasonData }: AlarmState): string {
  const data = StateReasonData === undefined ? '' : `,"stateReasonData":${StateReasonData}`;
  return `{"stateValue":"${StateValue}","stateReason":${JSON.stringify(StateReason)}${data}}`;
}

function alarmInHistory({ arn, settings, state, configuredAt, stateUpdatedAt }: Alarm): string {
  const members = {
    alarmName: settings.AlarmName,
    alarmDescription: settings.AlarmDescription,
    alarmArn: arn,
    alarmConfigurationUpdatedTimestamp: longTime(configuredAt),
    namespace: settings.Namespace,
    metricName: settings.MetricName,
    statistic: settings.Statistic,
    extendedStatistic: settings.ExtendedStatistic,
    period: settings.Period,
    dimensions: settings.Dimensions.map(({ Name, Value }) => ({ value: Value, name: Name })),
    metrics: settings.Metrics,
    threshold: settings.Threshold,
    comparisonOperator: settings.ComparisonOperator,
    evaluationPeriods: settings.EvaluationPeriods,
    datapointsToAlarm: settings.DatapointsToAlarm,
    treatMissingData: settings.TreatMissingData,
    stateValue: state.StateValue,
    stateUpdatedTimestamp: longTime(stateUpdatedAt),
    actionsEnabled: settings.ActionsEnabled,
    alarmActions: settings.AlarmActions,
    insufficientDataActions: settings.InsufficientDataActions,
    okactions: settings.OKActions,
  };
  return JSON.stringify(members).replace(/"threshold":[^,]+/, `"threshold":${double(settings.Threshold)}`);
}
