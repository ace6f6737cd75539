import type { ChartGroup, Series } from '../../contract/monitor.ts';

/** A chart of a group. Series refer to it by its id. */
interface ChartOfGroup {
  readonly id: string;
  readonly group: ChartGroup;
  readonly title: string;
  readonly unit: Series['unit'];
  /** Describes what each point shows. */
  readonly says: string;
}

/** The charts are in the order in which they are shown. */
export const chartsOfGroups = [
  chart('queues', 'waiting', 'Waiting messages', 'count', 'the most that waited in each period'),
  chart('queues', 'dead-letters', 'Dead letters', 'count', 'the most that were there in each period'),
  chart('queues', 'age', 'Age of the oldest message', 'seconds', 'the greatest age in each period'),
  chart('queues', 'dead-age', 'Age of the oldest dead letter', 'seconds', 'the greatest age in each period'),
  chart('executions', 'executions', 'Executions', 'count', 'how many in each period'),
  chart('functions', 'errors', 'Errors', 'count', 'invocations that failed in each period'),
  chart('functions', 'throttles', 'Throttled invocations', 'count', 'invocations turned away in each period'),
  chart(
    'functions',
    'duration-p95',
    'Duration, 95 of 100',
    'milliseconds',
    'so long or shorter: 95 of 100 in each period',
  ),
  chart('functions', 'duration-mean', 'Duration, mean', 'milliseconds', 'the mean of each period'),
  chart('tables', 'write-throttles', 'Throttled writes', 'count', 'writes turned away in each period'),
  chart('tables', 'read-throttles', 'Throttled reads', 'count', 'reads turned away in each period'),
  chart('tables', 'writes', 'Consumed write units', 'units', 'units a second, the mean of each period'),
  chart('tables', 'reads', 'Consumed read units', 'units', 'units a second, the mean of each period'),
  chart(
    'tables',
    'download-write-throttles',
    'Throttled writes, downloads',
    'count',
    'writes turned away in each period',
  ),
  chart(
    'tables',
    'download-read-throttles',
    'Throttled reads, downloads',
    'count',
    'reads turned away in each period',
  ),
  chart(
    'tables',
    'download-writes',
    'Consumed write units, downloads',
    'units',
    'units a second, the mean of each period',
  ),
  chart(
    'tables',
    'download-reads',
    'Consumed read units, downloads',
    'units',
    'units a second, the mean of each period',
  ),
  chart('throughput', 'documents', 'Documents that ended', 'count', 'how many ended so in each period'),
  chart(
    'throughput',
    'workers',
    'Mean busy workers',
    'workers',
    'documents in a stage at once, the mean of each period, by Lambda’s own durations',
  ),
] as const satisfies readonly ChartOfGroup[];
export type ChartId = (typeof chartsOfGroups)[number]['id'];

function chart<Id extends string>(
  group: ChartGroup,
  id: Id,
  title: string,
  unit: Series['unit'],
  says: string,
): ChartOfGroup & { readonly id: Id } {
  return { id, group, title, unit, says };
}
