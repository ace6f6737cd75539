import { formatRelativeTime, formatTimeSpan } from '#renderer/ui/relative-time.tsx';
import type { ChartGroup, Charts, Monitor, Poller } from '#shared/contract/monitor.ts';
import { counted } from '#shared/domain/formatting.ts';
import { monthAtPace, describePace } from '#shared/pricing/request-costs.ts';
import { sumFiring, type StateStretch } from './alarms/alarm-states.ts';

export const messages = {
  objectives: {
    title: 'Objectives',
    hint: 'batches that ended this month, by UTC',
    compare: 'Compare again',
    spent: (count: number): string =>
      count === 0 ? '' : count === 1 ? '1 allowance spent' : `${String(count)} allowances spent`,
    reading: 'Comparing batches with the objectives of their workflows',
    notRead: "Couldn't compare the batches of this month.",
    none: "No workflow has an objective. Set one on the workflow's page, under Objective.",
    more: 'There are more objectives than are listed.',
    leftOut: (tenants: number): string =>
      tenants === 1 ? '1 more tenant has objectives.' : `${String(tenants)} more tenants have objectives.`,
    counts:
      'From submission until the first run of a batch ended. A batch that failed has missed. Batches that wait for their files are not counted.',
    standings: {
      spent: 'Allowance spent',
      soon: 'Will not last',
      within: 'Within',
      'too early': 'Month begins',
      'not counted': 'Not counted',
    },
    links: { batches: 'Batches', objective: 'Objective' },
    open: {
      batches: (name: string): string => `Batches of ${name}`,
      objective: (name: string): string => `Objective of ${name}`,
    },
  },
  head: {
    cost: 'Cost of checking',
    checkNow: 'Check now',
    interval: 'Check',
    whileHidden: 'When no window is visible',
    pauseWhenHidden: 'Pause when hidden',
    keepChecking: 'Keep checking',
    costNote:
      'One poller serves all windows. Alarms are listed at every check, which is counted as free. Each metric is charged: depths are read when an alarm changes, every 2 minutes while one fires or a dead-letter queue has no alarm on its first message, and every 10 minutes otherwise, charts every 10 minutes. Collapsed charts are not read and cost nothing. Throughput charts also count running batches with one query per tenant, which is not included here. In a browser, a hidden tab always pauses.',
    oneCheck: 'One check',
  },
  page: {
    allTenants: 'CloudWatch figures cover all tenants',
    allTenantsWhy:
      'Alarms, queues and charts cover all tenants, and you have access to only some. Nothing was read.',
    allTenantsNext: 'See your own batches in Today and Triage.',
    sideWidth: 'Width of the alarms',
    checkAlarms: 'Check alarms and queues now',
  },
  figures: {
    atAGlance: 'At a glance',
    failedOrTimedOut: 'failed or timed out',
    noFailures: 'no failures reported',
    failuresNotRead: 'failures were not read',
    busyWorkers: 'Busy workers, mean',
    allEmpty: 'all empty',
    nothingLately: 'nothing reported recently',
    checking: 'checking',
    notRead: 'the last check did not read it',
    collapsed: 'its charts are collapsed',
    metricsNotRead: 'its metrics were not read',
    nothingInRange: 'nothing reported in this range',
    fromLambda: 'from Lambda durations',
    noneSince: 'none since',
    newerNotRead: 'newer ones were not read',
    sinceUnknown: 'start unknown',
    noneListedFiring: 'none listed as firing',
  },
  alarms: {
    notRead: "Couldn't load the alarms",
    notReadWhy: 'Firing alarms are unknown. The reason is shown above.',
    reading: 'Loading alarms',
    filter: 'Filter alarms',
    none: 'No alarms in this account and region',
    noneNext:
      'Alarms that CloudWatch has for this account and region appear here at the next check. Dead-letter queue depths are checked without them.',
    noMatch: 'No loaded alarm matches',
    clearFilter: 'Clear the filter',
    firingFirst: 'Alarms, firing first',
    notFound: 'Alarm not found',
    showAll: 'Show all alarms',
    notListed: 'is not listed in this account and region. It may have been deleted or renamed.',
    noReason: 'CloudWatch gives no reason.',
    noPage: 'Sluice has no page for what it watches.',
    copyName: 'Copy alarm name',
    close: 'Close alarm',
    watches: 'What it watches',
    unknownRule: 'rule not returned by CloudWatch',
    severalMetrics: 'several, or an expression',
    notifiesBoth: 'its own actions and this console',
    notifiesConsole: 'this console only',
    readingHistory: 'Loading the history',
    changes: 'Changes, newest first',
    readOlder: 'Load older changes',
    unknown: 'Unknown',
  },
  queues: {
    title: 'Dead-letter queues',
    source: 'as CloudWatch last reported',
  },
  notices: {
    title: 'Recent notices',
    since: 'since this console started',
    none: 'None yet. Firing alarms and filling dead-letter queues appear here and as a notice.',
  },
  charts: {
    expand: 'Expand a group to read its metrics.',
    noneRead: 'No metrics were read.',
    reading: 'Loading metrics',
    collapsed: 'collapsed, not read',
    notRead: 'Not read, so unknown.',
    executionsEnded: 'Executions ended',
    executionsStarted: 'Executions started',
    couldBeBusyAtLeast: 'could be busy, at least',
    couldBeBusy: 'could be busy',
  },
};

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
    monitor?.poller.state === 'off' ? 'Not retried until you check again.' : 'Retrying automatically.';
  if (monitor === undefined || (monitor.alarms === null && monitor.deadLetters === null)) {
    return next;
  }
  const age = measureAge(monitor, charts);
  const when = age === null ? '' : `, last read in full ${formatRelativeTime(Math.min(age, now), now)}`;
  return `Showing earlier data${when}. ${next}`;
}

/** The age is that of the last successful look. */
function measureAge(monitor: Monitor, charts: Charts | undefined): number | null {
  const times = [monitor.readAt, describeLookTrouble(monitor) === null ? (charts?.readAt ?? null) : null];
  const known = times.flatMap((at) => (at === null ? [] : [Date.parse(at)]));
  return known.length === 0 ? null : Math.min(...known);
}

/** "Checks every minute, about $9.10 a month": the automatic requests and their price in one line. */
export function describePoller(poller: Poller, pollHidden: 'pause' | 'go on'): string {
  if (poller.state === 'off') return poller.why ?? 'Checks are off on this connection.';
  const month = describeMonth(poller);
  const hidden = pollHidden === 'pause' ? ', pauses when hidden' : '';
  return `Checks ${describePace(poller.seconds)}${hidden} · ${month}`;
}

export function describeMonth({ budget, seconds }: Poller): string {
  const month = monthAtPace(budget.months, seconds);
  return month === null ? 'cost unknown' : `about ${month} a month`;
}

/** "next check in 40 s" */
export function describeNextLook({ state, nextAt, why }: Poller, now: number): string {
  switch (state) {
    case 'looking':
      return 'checking now';
    case 'hidden':
      return 'paused: no window is visible';
    case 'off':
      return why ?? 'off';
    default: {
      const next =
        nextAt === null
          ? ''
          : `${state === 'offline' ? 'next try' : 'next check'} ${describeTime(nextAt, now)}`;
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

/** "12 checks, 24 calls" */
export function describeDone({ looks, calls }: Poller): string {
  return `${counted(looks, 'check')}, ${counted(calls, 'call')}`;
}

/**
 * "14 days, incomplete: fired twice, 3 h in all". This is the caption and the label of the ribbon.
 */
export function describeFortnight(stretches: readonly StateStretch[], isWhole: boolean): string {
  const { times, ms } = sumFiring(stretches);
  const fired =
    times === 0
      ? 'never fired'
      : `fired ${times === 1 ? 'once' : `${String(times)} times`}, ${formatTimeSpan(ms)} in all`;
  return `14 days${isWhole ? '' : ', incomplete'}: ${fired}`;
}

interface ReadSoFar {
  readonly hasChanges: boolean;
  readonly isOlderMissing: boolean;
}

/** Says which part of the history could not be read. */
export function describeMissing({ hasChanges, isOlderMissing }: ReadSoFar): string {
  if (isOlderMissing) return "Couldn't load older changes.";
  return hasChanges ? "Couldn't reload the history. Showing earlier data." : "Couldn't load the history.";
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
  throughput: { title: 'Throughput', hint: 'documents ended, and workers against the limit' },
};
