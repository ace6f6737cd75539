import { describe, expect, test } from 'vitest';
import { lookTrouble, shownWords, wasLooked } from '#renderer/features/monitor/look-trouble.ts';
import { aMonitor, aPoller, someCharts } from '#test/builders/monitor.ts';

describe('trouble of a look', () => {
  test('is told also where nothing is looked at any more', () => {
    const off = aPoller({ state: 'off', why: 'You may not list alarms.' });
    expect(lookTrouble(aMonitor({ poller: off }))).toBe('You may not list alarms.');
    expect(lookTrouble(aMonitor({ failure: 'AWS did not answer.' }))).toBe('AWS did not answer.');
    expect(lookTrouble(aMonitor())).toBeNull();
  });

  test('what is missing is on its way only before the first look is over', () => {
    expect(wasLooked(undefined)).toBe(false);
    expect(wasLooked(aMonitor({ poller: aPoller({ looks: 0 }) }))).toBe(false);
    expect(wasLooked(aMonitor({ poller: aPoller({ looks: 1 }) }))).toBe(true);
  });

  test('what is shown is as old as it is, and not as the look that failed', () => {
    const now = Date.parse('2026-11-22T12:30:00.000Z');
    const tried = aPoller({ lastAt: '2026-11-22T12:29:50.000Z' });
    const failing = aMonitor({ failure: 'AWS did not answer.', poller: tried });
    expect(shownWords(failing, undefined, now)).toBe(
      'What was read last is shown, and all of it was last read 30 min ago; it is tried again at the usual pace.',
    );
    const never = aMonitor({ failure: 'AWS did not answer.', alarms: null, deadLetters: null, readAt: null });
    expect(shownWords(never, undefined, now)).toBe('Nothing was read; it is tried again at the usual pace.');
    const old = someCharts([], { readAt: '2026-11-22T11:30:00.000Z' });
    expect(shownWords(aMonitor({ poller: tried }), old, now)).toContain('last read 1 h ago');
    const off = aMonitor({ poller: aPoller({ state: 'off', why: 'Refused.' }) });
    expect(shownWords(off, old, now)).toContain('30 min ago; it is not tried again until you look.');
  });
});
