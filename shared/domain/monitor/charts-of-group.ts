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
  chart('queues', 'waiting', 'Waiting messages', 'count', 'maximum per period'),
  chart('queues', 'dead-letters', 'Dead letters', 'count', 'maximum per period'),
  chart('queues', 'age', 'Age of the oldest message', 'seconds', 'maximum per period'),
  chart('queues', 'dead-age', 'Age of the oldest dead letter', 'seconds', 'maximum per period'),
  chart('executions', 'executions', 'Executions', 'count', 'count per period'),
  chart('functions', 'errors', 'Errors', 'count', 'failed invocations per period'),
  chart('functions', 'throttles', 'Throttled invocations', 'count', 'rejected per period'),
  chart(
    'functions',
    'duration-p95',
    'Duration, 95th percentile',
    'milliseconds',
    '95 % are at most this, per period',
  ),
  chart('functions', 'duration-mean', 'Duration, mean', 'milliseconds', 'mean per period'),
  chart('tables', 'write-throttles', 'Throttled writes', 'count', 'rejected per period'),
  chart('tables', 'read-throttles', 'Throttled reads', 'count', 'rejected per period'),
  chart('tables', 'writes', 'Consumed write units', 'units', 'units a second, mean per period'),
  chart('tables', 'reads', 'Consumed read units', 'units', 'units a second, mean per period'),
  chart('tables', 'download-write-throttles', 'Throttled writes, downloads', 'count', 'rejected per period'),
  chart('tables', 'download-read-throttles', 'Throttled reads, downloads', 'count', 'rejected per period'),
  chart(
    'tables',
    'download-writes',
    'Consumed write units, downloads',
    'units',
    'units a second, mean per period',
  ),
  chart(
    'tables',
    'download-reads',
    'Consumed read units, downloads',
    'units',
    'units a second, mean per period',
  ),
  chart('throughput', 'documents', 'Documents ended', 'count', 'count per period'),
  chart(
    'throughput',
    'workers',
    'Mean busy workers',
    'workers',
    'documents in a stage at once, mean per period, from Lambda durations',
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
