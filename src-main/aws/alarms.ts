import type { Alarm, AlarmChange, Metric } from '#shared/contract/monitor.ts';
import type { Result } from '#shared/contract/result.ts';
import type { WatchedNames } from '#shared/domain/monitor/place-of-alarm.ts';

export interface AlarmStanding {
  readonly name: string;
  readonly state: 'OK' | 'ALARM' | 'INSUFFICIENT_DATA';
  readonly since: string | null;
}

/** What CloudWatch knows of a deployment: its alarms and its figures. */
export interface QueueAlarms {
  /** What the figures of this deployment are called by. Nothing is asked of AWS. */
  readonly watched: () => Promise<Result<WatchedNames>>;
  /** By queue name; one without an alarm on its depth is left out. */
  readonly ofQueues: (queues: readonly string[]) => Promise<Result<ReadonlyMap<string, AlarmStanding>>>;
  /**
   * In seconds, by queue name: how long the oldest has been in it by now, at least, by the newest figure of the last
   * quarter of an hour. Gaps are left out, and are not 0.
   */
  readonly oldestAges: (queues: readonly string[]) => Promise<Result<ReadonlyMap<string, number>>>;
  /**
   * All metric alarms of the account and region, as far as ten pages go. One made of other alarms is left out: what it
   * is made of is here.
   */
  readonly list: () => Promise<Result<AlarmsListed>>;
  /** The newest first. */
  readonly history: (name: string, cursor?: string) => Promise<Result<AlarmHistoryPage>>;
  /** In as few calls as CloudWatch allows; each metric asked for is charged. */
  readonly metrics: (asked: MetricsAsked) => Promise<Result<MetricsRead>>;
}

/** As CloudWatch tells it; whose desk it is for is worked out from the names of the deployment. */
export interface ListedAlarm extends Omit<Alarm, 'place'> {
  /** It fires where there is one message or more, whatever it calls that. */
  readonly onFirst: boolean;
}

export interface AlarmsListed {
  /** In the order in which CloudWatch lists them. */
  readonly alarms: readonly ListedAlarm[];
  readonly isAll: boolean;
  readonly calls: number;
  /** By AWS's own clock, in milliseconds: figures are dated by it, and this machine may be off. */
  readonly asOf: number;
}

export interface AlarmHistoryPage {
  readonly changes: readonly AlarmChange[];
  readonly cursor: string | null;
}

export interface MetricsAsked {
  /** In epoch milliseconds, on the borders of periods. */
  readonly from: number;
  readonly to: number;
  readonly periodSeconds: number;
  readonly queries: readonly { readonly id: string; readonly metric: Metric; readonly statistic: string }[];
}

export interface MetricsRead {
  /** By the id of the query; points are of the beginning of their period, oldest first, and gaps are left out. */
  readonly series: ReadonlyMap<
    string,
    { readonly points: readonly (readonly [at: number, value: number])[]; readonly problem: string | null }
  >;
  readonly calls: number;
}
