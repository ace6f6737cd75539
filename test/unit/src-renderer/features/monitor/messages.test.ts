import { describe, expect, test } from 'vitest';
import {
  describeDone,
  describeLookTrouble,
  describeLook,
  describeNextLook,
  describePoller,
  describeShown,
  hasLooked,
} from '#renderer/features/monitor/messages.ts';
import { describeBudget } from '#renderer/features/settings/messages.ts';
import { monthAtPace, paceChoices, describePace } from '#shared/pricing/request-costs.ts';
import { aMonitor, aPoller, someCharts } from '#test/builders/monitor.ts';

describe('trouble with a look', () => {
  test('is shown even if polling has stopped', () => {
    const off = aPoller({ state: 'off', why: 'You may not list alarms.' });
    expect(describeLookTrouble(aMonitor({ poller: off }))).toBe('You may not list alarms.');
    expect(describeLookTrouble(aMonitor({ failure: 'AWS did not answer.' }))).toBe('AWS did not answer.');
    expect(describeLookTrouble(aMonitor())).toBeNull();
  });

  test('missing data is loading only before the first look has finished', () => {
    expect(hasLooked(undefined)).toBe(false);
    expect(hasLooked(aMonitor({ poller: aPoller({ looks: 0 }) }))).toBe(false);
    expect(hasLooked(aMonitor({ poller: aPoller({ looks: 1 }) }))).toBe(true);
  });

  test('shown data has its own age, not that of the failed look', () => {
    const now = Date.parse('2026-11-22T12:30:00.000Z');
    const tried = aPoller({ lastAt: '2026-11-22T12:29:50.000Z' });
    const failing = aMonitor({ failure: 'AWS did not answer.', poller: tried });
    expect(describeShown(failing, undefined, now)).toBe(
      'Showing earlier data, last read in full 30 min ago. Retrying automatically.',
    );
    const never = aMonitor({ failure: 'AWS did not answer.', alarms: null, deadLetters: null, readAt: null });
    expect(describeShown(never, undefined, now)).toBe('Retrying automatically.');
    const old = someCharts([], { readAt: '2026-11-22T11:30:00.000Z' });
    expect(describeShown(aMonitor({ poller: tried }), old, now)).toContain('last read in full 1 h ago');
    const off = aMonitor({ poller: aPoller({ state: 'off', why: 'Refused.' }) });
    expect(describeShown(off, old, now)).toContain('30 min ago. Not retried until you check again.');
  });
});

const now = Date.parse('2026-11-22T12:00:20.000Z');

test('describes the automatic requests and their price', () => {
  expect(describePoller(aPoller(), 'pause')).toBe(
    'Checks every minute, pauses when hidden · about $1.46 to $3.02 a month',
  );
  const unpriced = aPoller({ budget: { ...aPoller().budget, months: [] }, seconds: 300 });
  expect(describePoller(unpriced, 'go on')).toBe('Checks every 5 minutes · cost unknown');
  expect(describePoller(aPoller({ state: 'off', why: 'Not here.' }), 'pause')).toBe('Not here.');
  expect(describeLook(aPoller())).toBe('27 metrics in 3 calls');
  expect(describeDone(aPoller({ looks: 1, calls: 3 }))).toBe('1 check, 3 calls');
});

test('describes the next check', () => {
  expect(describeNextLook(aPoller(), now)).toBe('next check in 40 s');
  expect(describeNextLook(aPoller(), now + 60_000)).toBe('next check is due');
  expect(describeNextLook(aPoller({ state: 'looking' }), now)).toBe('checking now');
  expect(describeNextLook(aPoller({ state: 'hidden', nextAt: null }), now)).toBe(
    'paused: no window is visible',
  );
  expect(describeNextLook(aPoller({ state: 'offline' }), now)).toBe('AWS did not answer; next try in 40 s');
});

test('describes the speed', () => {
  expect(paceChoices(60)).toEqual([60, 120, 300, 900]);
  expect(paceChoices(90)).toEqual([60, 90, 120, 300, 900]);
  expect([60, 90, 120, 3_600, 7_200].map(describePace)).toEqual([
    'every minute',
    'every 90 seconds',
    'every 2 minutes',
    'every hour',
    'every 2 hours',
  ]);
  const { months } = aPoller().budget;
  expect(monthAtPace(months, 60)).toBe('$1.46 to $3.02');
  expect(monthAtPace(months, 300)).toBe('$1.20');
  expect(monthAtPace(months, 900)).toBeNull();
  expect(monthAtPace([{ seconds: 60, quiet: null, wrong: null }], 60)).toBeNull();
});

test('describes the budget in a sentence', () => {
  expect(describeBudget(aPoller())).toBe(
    'With the charts open now, a full check reads 27 metrics in 3 calls: about $1.46 to $3.02 a month without pauses, less while all is quiet, by us-east-1 list.',
  );
  expect(describeBudget(undefined)).toBe('Cost unknown until the first check.');
  const unpriced = aPoller({ budget: { ...aPoller().budget, months: [] } });
  expect(describeBudget(unpriced)).toContain('unknown');
});
