import type { ChartGroup, ChartRange } from '#shared/contract/monitor.ts';

export const ranges: readonly ChartRange[] = ['1h', '3h', '12h', '24h', '3d', '7d', '14d'];
export const groups: readonly ChartGroup[] = ['queues', 'executions', 'functions', 'tables', 'throughput'];
const usualRange = '3h';
/** Each that is unfolded costs: the others are read when somebody wants them. */
const usuallyOpen: readonly ChartGroup[] = ['queues', 'executions', 'throughput'];

/** Everything of Monitor that can be shared as a link; read leniently. */
export interface MonitorAddress {
  readonly range: ChartRange;
  /** The alarm that is open. */
  readonly alarm: string | null;
  /** The group of charts that a link leads to. */
  readonly group: ChartGroup | null;
  /** The groups that are unfolded, and so read. */
  readonly open: readonly ChartGroup[];
}

export type GoMonitor = (change: Partial<MonitorAddress>, how?: 'push' | 'replace') => void;

export function readMonitor(search: Readonly<Record<string, unknown>>): MonitorAddress {
  const alarm = search['alarm'];
  const group = groups.find((one) => one === search['group']) ?? null;
  const open = openIn(search['open']);
  return {
    range: ranges.find((one) => one === search['range']) ?? usualRange,
    alarm: typeof alarm === 'string' && alarm !== '' && alarm.length <= 255 ? alarm : null,
    group,
    open: groups.filter((one) => open.includes(one) || one === group),
  };
}

export function writeMonitor({
  range,
  alarm,
  group,
  open,
}: MonitorAddress): Readonly<Record<string, string>> {
  const others = open.filter((one) => one !== group || usuallyOpen.includes(one));
  const isUsual = others.join() === groups.filter((one) => usuallyOpen.includes(one)).join();
  return {
    ...(range === usualRange ? {} : { range }),
    ...(alarm === null ? {} : { alarm }),
    ...(group === null ? {} : { group }),
    ...(isUsual ? {} : { open: others.length === 0 ? noneOpen : others.join(',') }),
  };
}

function openIn(written: unknown): readonly ChartGroup[] {
  if (typeof written !== 'string' || written === '') return usuallyOpen;
  const names = written.split(',');
  return groups.filter((one) => names.includes(one));
}

const noneOpen = 'none';
