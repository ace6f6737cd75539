import type { Cause, Causes } from '#shared/contract/incidents.ts';
import { heatStep, toCells, type IncidentDays } from '#shared/domain/incident-rules.ts';
import type { HeatCell } from '#renderer/ui/heat-strip.tsx';
import { messages } from './messages.ts';

type Period = Causes['period'];

const hourMs = 3_600_000;

/** A month of hours would be too narrow to be seen. */
const hoursOfCell = {
  list: { 1: 1, 2: 1, 7: 4, 30: 24 },
  page: { 1: 1, 2: 1, 7: 2, 30: 12 },
} satisfies Record<string, Record<IncidentDays, number>>;

/** Makes the cells of a strip, for a row of the list or for a page. */
export function makeCells(
  hours: Cause['hours'],
  period: Period,
  { days, on }: { readonly days: IncidentDays; readonly on: keyof typeof hoursOfCell },
): readonly HeatCell[] {
  return toCells(new Map(hours), period, hoursOfCell[on][days]).map(({ first, last, count }) => {
    const [from, to] = [first * hourMs, (last + 1) * hourMs];
    return { from, to, step: heatStep(count), label: messages.strip.cell(count, formatSpan(from, to)) };
  });
}

/** Says in words what a strip shows. */
export function describeStrip(
  hours: Cause['hours'],
  period: Period,
  { days, deployAt }: { readonly days: IncidentDays; readonly deployAt: number | null },
): string {
  const within = hours.filter(([hour, count]) => count > 0 && hour >= period.first);
  const words = messages.page.periods[days];
  const deploy = deployAt === null ? '' : messages.strip.deploy(formatUtc(deployAt));
  const [firstHour] = within;
  if (firstHour === undefined) return `${messages.strip.none(words)}${deploy}`;
  const most = within.reduce((best, one) => (one[1] > best[1] ? one : best), firstHour);
  const [hour, count] = most;
  const total = within.reduce((sum, [, each]) => sum + each, 0);
  const told = messages.strip.cell(count, formatSpan(hour * hourMs, (hour + 1) * hourMs));
  return `${messages.strip.summary(total, words, told)}${deploy}`;
}

/** Sums the hours of several causes. */
export function sumCauses(causes: readonly Pick<Cause, 'hours'>[]): Cause['hours'] {
  const sums = new Map<number, number>();
  for (const { hours } of causes) {
    for (const [hour, count] of hours) sums.set(hour, (sums.get(hour) ?? 0) + count);
  }
  return [...sums].toSorted(([a], [b]) => a - b);
}

/** "26 Nov 14:02 UTC" */
export function formatUtc(at: number): string {
  return `${moment.format(at).replace(',', '')} UTC`;
}

function formatSpan(from: number, to: number): string {
  const isDay = to - from >= 24 * hourMs;
  return isDay ? dayMonth.format(from) : `${moment.format(from).replace(',', '')} to ${clock.format(to)} UTC`;
}

const moment = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: 'UTC',
});
const clock = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: 'UTC',
});
const dayMonth = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
