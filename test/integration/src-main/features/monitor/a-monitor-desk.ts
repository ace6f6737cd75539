import { onTestFinished } from 'vitest';
import { contract, type OutputOf } from '#shared/contract/contract.ts';
import { defaultPreferences } from '#shared/contract/default-preferences.ts';
import type { Monitor, Notice } from '#shared/contract/monitor.ts';
import type { Preferences } from '#shared/contract/preferences.ts';
import type { Session } from '#shared/contract/session.ts';
import { meteredDoors } from '#main/aws/doors.ts';
import { scopedDoors } from '#main/aws/scope/scoped-doors.ts';
import { openMonitor } from '#main/features/monitor/monitor-handlers.ts';
import type { Receipt } from '#shared/contract/result.ts';
import { valueOf } from '#test/builders/a-reading-world.ts';
import { aSandbox } from '#test/builders/a-sandbox.ts';
import { aSession } from '#test/builders/a-session.ts';
import { doorsOver } from '#test/builders/doors-over.ts';

const context = { reference: 'of-test', role: 'admin', host: 'browser' } as const;

/** Runs the console's poller over the sandbox's world, on its clock. The test runs the timers. */
export async function aMonitorDesk({ isOnDesktop = false, isStandingStill = false } = {}) {
  const world = await aSandbox();
  const opened = world.clock.now();
  /** This is the machine's clock, and the world may move on without it. */
  const now = () => (isStandingStill ? opened : world.clock.now());
  const asked: string[] = [];
  const receipts: Receipt[] = [];
  const { sent: _sent, ...open } = doorsOver((request, signal) => {
    const target = request.headers['x-amz-target'];
    if (target !== undefined) asked.push(target.split('.')[1] ?? '');
    return world.sandbox.dispatch(request, signal);
  }, now);
  const doors = meteredDoors(open, (receipt) => void receipts.push(receipt));
  let session = aSession();
  let preferences: Preferences = defaultPreferences;
  const hears = {
    session: new Set<(now: Session) => void>(),
    preferences: new Set<(now: Preferences) => void>(),
  };
  const shown: { readonly notice: Notice; readonly click: () => void }[] = [];
  const errors: unknown[] = [];
  const monitor = openMonitor({
    doors: () => scopedDoors(doors, session.who),
    session: () => session,
    onSession: (listener) => listening(hears.session, listener),
    preferences: () => preferences,
    onPreferences: (listener) => listening(hears.preferences, listener),
    notify: isOnDesktop ? (notice, click) => shown.push({ notice, click }) > 0 : undefined,
    now,
    after: () => () => undefined,
    asMonitor: (work) => work(),
    log: { error: (what: unknown) => void errors.push(what) },
  });
  onTestFinished(() => monitor.close());
  const { handlers } = monitor;

  async function look(): Promise<Monitor> {
    const seen = valueOf(await handlers['monitor.look']({}, context));
    contract['monitor.look'].output.parse(seen);
    return seen;
  }

  return {
    world,
    handlers,
    context,
    shown,
    errors,
    look,
    receipts: () => receipts.splice(0),
    /** Returns the calls to AWS since the last time. */
    asked: () => asked.splice(0),
    be(change: Partial<Session>) {
      session = { ...session, ...change };
      for (const listener of hears.session) listener(session);
    },
    prefer(change: Partial<Preferences>) {
      preferences = { ...preferences, ...change };
      for (const listener of hears.preferences) listener(preferences);
    },
    /** Records what a page would be sent until it leaves, newest last. */
    watch(shownPage: boolean) {
      const seen: Monitor[] = [];
      const leave = handlers['monitor.watch']({ shown: shownPage }, (one) => void seen.push(one), context);
      return { seen, leave };
    },
    charts(input: {
      range: '1h' | '3h' | '24h' | '14d';
      groups: ('queues' | 'executions' | 'functions' | 'tables' | 'throughput')[];
    }) {
      const seen: OutputOf<'monitor.charts'>[] = [];
      const leave = handlers['monitor.charts'](input, (one) => void seen.push(one), context);
      return { seen, leave };
    },
    fail: async (rules: readonly object[]) => {
      await world.ask('PUT', '/_local/faults', { body: { rules } });
    },
  };
}

function listening<T>(listeners: Set<T>, listener: T): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
