import type { RunTraffic } from '../run-traffic.ts';
import type { Moment } from './point-runs.ts';
import { happening, type ToldSeries } from './told-series.ts';

const endings = {
  SUCCEEDED: 'ExecutionsSucceeded',
  FAILED: 'ExecutionsFailed',
  TIMED_OUT: 'ExecutionsTimedOut',
} as const;

/** What Step Functions says of the executions. */
export function stateMachineSeries(StateMachineArn: string, runs: () => readonly RunTraffic[]): ToldSeries[] {
  const series = (name: string, unit: string, moments: () => readonly Moment[]): ToldSeries =>
    happening({ namespace: 'AWS/States', name, dimensions: { StateMachineArn }, unit }, moments);
  return [
    series('ExecutionsStarted', 'Count', () => runs().map(({ startedAt }) => [startedAt, 1])),
    ...Object.entries(endings).map(([status, name]) =>
      series(name, 'Count', () =>
        runs()
          .filter((run) => run.status === status)
          .map(({ endedAt }) => [endedAt, 1]),
      ),
    ),
    series('ExecutionTime', 'Milliseconds', () =>
      runs().map(({ startedAt, endedAt }) => [endedAt, endedAt - startedAt]),
    ),
  ];
}
