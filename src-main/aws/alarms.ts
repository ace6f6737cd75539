import type { Result } from '#shared/contract/result.ts';

export interface AlarmStanding {
  readonly name: string;
  readonly state: 'OK' | 'ALARM' | 'INSUFFICIENT_DATA';
  readonly since: string | null;
}

/** What CloudWatch knows of queues: how old their oldest message is, and which alarm watches them. */
export interface QueueAlarms {
  /** By queue name; one without an alarm on its depth is left out. */
  readonly ofQueues: (queues: readonly string[]) => Promise<Result<ReadonlyMap<string, AlarmStanding>>>;
  /**
   * In seconds, by queue name: how long the oldest has been in it by now, at least, by the newest figure of the last
   * quarter of an hour. Gaps are left out, and are not 0.
   */
  readonly oldestAges: (queues: readonly string[]) => Promise<Result<ReadonlyMap<string, number>>>;
}
