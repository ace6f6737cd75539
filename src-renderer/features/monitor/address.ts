import { choice, defineAddress, parameter, text } from '#renderer/contract/page-address.ts';
import type { ChartGroup, ChartRange } from '#shared/contract/monitor.ts';

export const ranges: readonly ChartRange[] = ['1h', '3h', '12h', '24h', '3d', '7d', '14d'];
export const groups: readonly ChartGroup[] = ['queues', 'executions', 'functions', 'tables', 'throughput'];
/** Each open group costs, so the others are read only on request. */
const usuallyOpen: readonly ChartGroup[] = ['queues', 'executions', 'throughput'];

const openGroups = {
  read: (written: string): readonly ChartGroup[] | undefined =>
    written === '' ? undefined : groups.filter((one) => written.split(',').includes(one)),
  write: (open: readonly ChartGroup[]) => (open.length === 0 ? 'none' : open.join(',')),
};

const address = defineAddress({
  range: choice(ranges, '3h'),
  /** The alarm that is open. */
  alarm: text(255),
  /** The group of charts that the link leads to. */
  group: choice(groups, null),
  /** The groups that are unfolded and therefore read. */
  open: parameter(openGroups, usuallyOpen),
});

export type MonitorAddress = ReturnType<typeof address.read>;

export type GoMonitor = (change: Partial<MonitorAddress>, how?: 'push' | 'replace') => void;

/** Reads everything of Monitor that a link can share. The group that it leads to is always unfolded. */
export function readMonitor(search: Readonly<Record<string, unknown>>): MonitorAddress {
  const read = address.read(search);
  return { ...read, open: groups.filter((one) => read.open.includes(one) || one === read.group) };
}

export function writeMonitor({ open = usuallyOpen, ...rest }: Partial<MonitorAddress>) {
  const others = open.filter((one) => one !== rest.group || usuallyOpen.includes(one));
  return address.write({ ...rest, open: others.join() === usuallyOpen.join() ? usuallyOpen : others });
}
