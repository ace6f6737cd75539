import { formatRelativeTime, formatTimeSpan } from '#renderer/ui/relative-time.tsx';
import type { ChartGroup, Charts, Monitor, Poller } from '#shared/contract/monitor.ts';
import { counted } from '#shared/domain/formatting.ts';
import { monthAtPace, describePace } from '#shared/pricing/request-costs.ts';
import { sumFiring, type StateStretch } from './alarms/alarm-states.ts';

/** Says why the last look is missing or incomplete; null if it is neither. */
export function describeLookTrouble({ failure, poller }: Pick<Monitor, 'failure' | 'poller'>): string | null {
  return failure ?? (poller.state === 'off' ? poller.why : null);
}

/** After a look, missing data is not loading: only another look can bring it. */
export function hasLooked(monitor: Monitor | undefined): boolean {
  return monitor !== undefined && monitor.poller.looks > 0;
}

/** Says what is shown in spite of the trouble, how old it is, and what comes next. */
export function describeShown(monitor: Monitor | undefined, charts: Charts | undefined, now: number): string {
  const next =
    monitor?.poller.state === 'off'
      ? 'it is not retried until you look.'
      : 'it is retried at the usual pace.';
  if (monitor === undefined || (monitor.alarms === null && monitor.deadLetters === null)) {
    return `Nothing was read; ${next}`;
  }
  const age = measureAge(monitor, charts);
  const when =
    age === null ? '' : `, and all of it was last read ${formatRelativeTime(Math.min(age, now), now)}`;
  return `What was read last is shown${when}; ${next}`;
}

/** The age is that of the last successful look. */
function measureAge(monitor: Monitor, charts: Charts | undefined): number | null {
  const times = [monitor.readAt, describeLookTrouble(monitor) === null ? (charts?.readAt ?? null) : null];
  const known = times.flatMap((at) => (at === null ? [] : [Date.parse(at)]));
  return known.length === 0 ? null : Math.min(...known);
}

/** "Looks every minute, about $9.10 a month": the automatic requests and their price in one line. */
export function describePoller(poller: Poller, pollHidden: 'pause' | 'go on'): string {
  if (poller.state === 'off') return poller.why ?? 'Looking is off on this connection.';
  const month = describeMonth(poller);
  const hidden = pollHidden === 'pause' ? ', pauses when hidden' : '';
  return `Looks ${describePace(poller.seconds)}${hidden} · ${month}`;
}

export function describeMonth({ budget, seconds }: Poller): string {
  const month = monthAtPace(budget.usdAMonth, seconds, seconds);
  return month === null ? 'cost unknown' : `about ${month} a month`;
}

/** "next look in 40 s" */
export function describeNextLook({ state, nextAt, why }: Poller, now: number): string {
  switch (state) {
    case 'looking':
      return 'looking now';
    case 'hidden':
      return 'paused: no window is visible';
    case 'off':
      return why ?? 'off';
    default: {
      const next =
        nextAt === null
          ? ''
          : `${state === 'offline' ? 'next try' : 'next look'} ${describeTime(nextAt, now)}`;
      return state === 'offline' ? `AWS did not answer; ${next}` : next;
    }
  }
}

function describeTime(at: string, now: number): string {
  const due = Date.parse(at);
  return due <= now ? 'is due' : formatRelativeTime(due, now);
}

/** "14 metrics in 2 calls" */
export function describeLook({ budget: { metrics, calls } }: Poller): string {
  return `${counted(metrics, 'metric')} in ${counted(calls, 'call')}`;
}

/** "12 looks, 24 calls" */
export function describeDone({ looks, calls }: Poller): string {
  return `${counted(looks, 'look')}, ${counted(calls, 'call')}`;
}

/**
 * "14 days, as far as was read: fired twice, 3 h in all". This is the caption and the label of the ribbon.
 */
export function describeFortnight(stretches: readonly StateStretch[], isWhole: boolean): string {
  const { times, ms } = sumFiring(stretches);
  const fired =
    times === 0
      ? 'never fired'
      : `fired ${times === 1 ? 'once' : `${String(times)} times`}, ${formatTimeSpan(ms)} in all`;
  return `14 days${isWhole ? '' : ', as far as was read'}: ${fired}`;
}

interface ReadSoFar {
  readonly hasChanges: boolean;
  readonly isOlderMissing: boolean;
}

/** Says which part of the history could not be read. */
export function describeMissing({ hasChanges, isOlderMissing }: ReadSoFar): string {
  if (isOlderMissing) return 'Older changes were not read.';
  return hasChanges ? 'It was not read again; what was read before is shown.' : 'The history was not read.';
}

/**
 * Shortens CloudWatch's sentence about one crossing to "4, limit 0" and leaves any other sentence as it is.
 */
export function shortenReason(reason: string): string {
  const [, points = '', limit = ''] = crossing.exec(reason) ?? [];
  const value = points.split(' ', 1)[0] ?? '';
  if (!Number.isFinite(Number.parseFloat(value)) || limit === '') return reason;
  return `${formatFigure(value)}, limit ${formatFigure(limit)}`;
}

/** "Threshold Crossed: 1 datapoint [4.0 (20/11/26 00:29:00)] was greater than the threshold (0.0)." */
const crossing = /^Threshold Crossed:[^[]*\[([^\]]+)\][^(]*\bthreshold \(([\d.E+-]+)\)/;

function formatFigure(written: string): string {
  return figures.format(Number.parseFloat(written));
}

const figures = new Intl.NumberFormat('en', { maximumFractionDigits: 2 });

export const groupTexts: Readonly<Record<ChartGroup, { readonly title: string; readonly hint: string }>> = {
  queues: { title: 'Queues', hint: 'depth, and age of the oldest message' },
  executions: { title: 'Executions', hint: 'of the state machine' },
  functions: { title: 'Functions', hint: 'Lambda errors, throttles and duration' },
  tables: { title: 'Tables and indexes', hint: 'DynamoDB throttles and consumed units' },
  throughput: { title: 'Throughput', hint: 'documents that end, and workers against the limit' },
};
