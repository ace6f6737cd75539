import type { ListedAlarm, MetricsAsked } from '#main/aws/alarms.ts';
import { refusingDoors, type ConnectionDoors } from '#main/aws/doors.ts';
import { scopedDoors } from '#main/aws/scope/scoped-doors.ts';
import { openMonitor, type MonitorParts } from '#main/features/monitor/monitor-handlers.ts';
import type { ChartGroup, ChartRange, Monitor, Notice } from '#shared/contract/monitor.ts';
import { defaultPreferences } from '#shared/contract/default-preferences.ts';
import type { OutputOf } from '#shared/contract/contract.ts';
import type { Preferences } from '#shared/contract/preferences.ts';
import { ok, refused, type Refusal } from '#shared/contract/result.ts';
import type { Session } from '#shared/contract/session.ts';
import { ofQueue } from '#shared/domain/monitor/place-of-alarm.ts';
import { namesByConvention } from '#shared/domain/pipeline-names.ts';
import { aSession } from '#test/builders/a-session.ts';

export const minute = 60_000;
export const hour = 60 * minute;
export const start = Date.parse('2026-11-20T14:00:00.000Z');
const { extraction, downloads } = namesByConvention('sandbox');
export const letters = extraction.documentDeadLetterQueue;
export const fileLetters = downloads.fileDeadLetterQueue;
export const queuesOfTest = [letters, extraction.webhookDeadLetterQueue, fileLetters];

const context = { reference: 'of-test', role: 'support', host: 'electron' } as const;
const receipt = {
  index: 'metrics',
  pages: 1,
  items: 0,
  rru: 0,
  bytes: 0,
  ms: 0,
  asOf: '2026-11-20T14:00:00.000Z',
};

export function anAlarm(change: Partial<ListedAlarm> = {}): ListedAlarm {
  return {
    name: 'executions-failed',
    description: 'A batch’s execution has failed.',
    state: 'OK',
    reason: null,
    since: new Date(start - hour).toISOString(),
    metric: { namespace: 'AWS/States', name: 'ExecutionsFailed', dimensions: {} },
    rule: null,
    hasActions: false,
    onFirst: true,
    ...change,
  };
}

export function buildDepthAlarm(queue: string, change: Partial<ListedAlarm> = {}): ListedAlarm {
  const metric = ofQueue('ApproximateNumberOfMessagesVisible', queue);
  return anAlarm({ name: `${queue}-not-empty`, metric, ...change });
}

interface Options {
  readonly isOnDesktop?: boolean;
  readonly change?: Partial<MonitorParts>;
  readonly reader?: ConnectionDoors['reader'];
}

/**
 * Runs the poller over a CloudWatch with the test's answers, on a clock that stands still until the test
 * moves it.
 */
export function aWatchedCloud({ isOnDesktop = true, change = {}, reader }: Options = {}) {
  let time = start;
  let timers: { readonly at: number; readonly work: () => void }[] = [];
  let session: Session = aSession();
  let preferences: Preferences = defaultPreferences;
  const hears = {
    session: new Set<(now: Session) => void>(),
    preferences: new Set<(now: Preferences) => void>(),
  };
  const looks: number[] = [];
  const asked: MetricsAsked[] = [];
  const shown: { readonly notice: Notice; readonly click: () => void }[] = [];
  const errors: unknown[] = [];
  const cloud = {
    alarms: [] as readonly ListedAlarm[],
    /** Returns the visible messages of a queue in the minute that begins then. Null is a gap. */
    depth: (_at: number, _queue: string): number | null => 0,
    hidden: (_at: number, _queue: string): number | null => null,
    /** Returns the same for the dead-letter queues that a test is not about. */
    elsewhere: (_at: number, _queue: string): number | null => 0,
    /** Makes only the listing of alarms fail. */
    listFailure: null as Refusal | null,
    /** Is how far AWS's clock is ahead of this machine's. */
    aheadMs: 0,
    failure: null as Refusal | null,
    /** Delays the answers until it resolves. */
    gate: Promise.resolve(),
  };

  const doors: ConnectionDoors = {
    ...refusingDoors('of a test'),
    ...(reader === undefined ? {} : { reader }),
    alarms: {
      ...refusingDoors('of a test').alarms,
      watched: () => Promise.resolve(ok({ ...namesByConvention('sandbox'), stateMachineArn: 'arn' })),
      async list() {
        looks.push(time);
        await cloud.gate;
        const failure = cloud.failure ?? cloud.listFailure;
        if (failure !== null) return refused(failure);
        const listed = { alarms: cloud.alarms, isAll: true, calls: 1, asOf: time + cloud.aheadMs };
        return ok(listed, { pattern: 'CloudWatch: DescribeAlarms', ...receipt });
      },
      async metrics(question) {
        asked.push(question);
        await cloud.gate;
        if (cloud.failure !== null) return refused(cloud.failure);
        const series = new Map(
          question.queries.map(({ id, metric }) => [
            id,
            { points: listPoints(question, metric), problem: null },
          ]),
        );
        return ok({ series, calls: 1 }, { pattern: 'CloudWatch: GetMetricData', ...receipt });
      },
    },
  };

  function listPoints(
    { from, to, periodSeconds }: MetricsAsked,
    metric: MetricsAsked['queries'][number]['metric'],
  ) {
    const queue = metric.dimensions['QueueName'] ?? '';
    const isElsewhere = queue === fileLetters || queue === extraction.webhookDeadLetterQueue;
    const figure =
      metric.name === 'ApproximateNumberOfMessagesVisible'
        ? isElsewhere
          ? cloud.elsewhere
          : cloud.depth
        : metric.name === 'ApproximateNumberOfMessagesNotVisible' && !isElsewhere
          ? cloud.hidden
          : () => null;
    const points: [number, number][] = [];
    for (let at = from; at + periodSeconds * 1_000 <= to; at += periodSeconds * 1_000) {
      const value = figure(at, queue);
      if (value !== null) points.push([at, value]);
    }
    return points;
  }

  async function settle(): Promise<void> {
    for (let turn = 0; turn < 4; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  }

  const monitor = openMonitor({
    doors: () => scopedDoors(doors, session.who),
    session: () => session,
    onSession: (listener) => listening(hears.session, listener),
    preferences: () => preferences,
    onPreferences: (listener) => listening(hears.preferences, listener),
    notify: isOnDesktop ? (notice, click) => shown.push({ notice, click }) > 0 : undefined,
    now: () => time,
    after(ms, work) {
      const timer = { at: time + ms, work };
      timers.push(timer);
      return () => void (timers = timers.filter((one) => one !== timer));
    },
    asMonitor: (work) => work(),
    log: { error: (what: unknown) => void errors.push(what) },
    ...change,
  });
  const { handlers } = monitor;

  async function advance(ms: number): Promise<void> {
    const target = time + ms;
    await settle();
    for (;;) {
      const [next] = timers.toSorted((one, other) => one.at - other.at);
      if (next === undefined || next.at > target) break;
      timers = timers.filter((one) => one !== next);
      time = Math.max(time, next.at);
      next.work();
      await settle();
    }
    time = target;
  }

  return {
    cloud,
    monitor,
    now: () => time,
    /** Lists when each look began. */
    looks,
    /** Lists the requests of GetMetricData in order. */
    asked,
    shown,
    errors,
    timers: () => timers.length,
    settle,
    advance,
    watch: (isShown = true) => {
      const seen: Monitor[] = [];
      const leave = handlers['monitor.watch']({ shown: isShown }, (one) => void seen.push(one), context);
      return { leave, last: () => lastOf(seen), times: () => seen.length };
    },
    charts: (range: ChartRange, groups: ChartGroup[]) => {
      const seen: OutputOf<'monitor.charts'>[] = [];
      const leave = handlers['monitor.charts']({ range, groups }, (one) => void seen.push(one), context);
      return { leave, last: () => lastOf(seen), times: () => seen.length };
    },
    opened: () => {
      const seen: OutputOf<'monitor.opened'>[] = [];
      const leave = handlers['monitor.opened']({}, (one) => void seen.push(one), context);
      return { leave, seen };
    },
    look: async () => handlers['monitor.look']({}, context),
    be: (more: Partial<Session>) => {
      session = { ...session, ...more };
      for (const listener of hears.session) listener(session);
    },
    prefer: (more: Partial<Preferences>) => {
      preferences = { ...preferences, ...more };
      for (const listener of hears.preferences) listener(preferences);
    },
  };
}

export const iso = (at: number): string => new Date(at).toISOString();
export const firing = (at: number) => ({ state: 'ALARM', since: iso(at) }) as const;

/** Starts with a finished first look, which raises no notices. */
export async function watching(options: Parameters<typeof aWatchedCloud>[0] = {}) {
  const world = aWatchedCloud(options);
  world.cloud.alarms = [anAlarm(), buildDepthAlarm(letters)];
  const page = world.watch();
  await world.advance(0);
  const told = () => page.last().notices.map(({ title }) => title);
  return { ...world, page, told };
}

function lastOf<T>(seen: readonly T[]): T {
  const last = seen.at(-1);
  if (last === undefined) throw new Error('Nothing was told yet.');
  return last;
}

function listening<T>(listeners: Set<T>, listener: T): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
