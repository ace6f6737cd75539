import { describe, expect, it } from 'vitest';
import {
  alarmTrouble,
  placeFor,
  placeWords,
  quietWords,
} from '#renderer/features/today/parts/alarm-words.ts';
import { meOf } from '#renderer/features/today/reading/use-me.ts';
import { expiryOf, firstToExpire, oldestWords } from '#renderer/features/today/parts/queue-words.ts';
import { bucketRows } from '#renderer/features/today/parts/review-rows.ts';
import { endedOf, failedShare, totalsOf } from '#renderer/features/today/parts/throughput-totals.ts';
import { aMonitor, anAlarm, aQueue, aSeen, none, now, review } from '../what-is-seen.ts';

describe('the throughput', () => {
  it('adds up what was reported, and nothing else', () => {
    const hours = [
      { at: '2026-11-22T18:00:00.000Z', succeeded: 90, review: null, failed: 10 },
      { at: '2026-11-22T19:00:00.000Z', succeeded: null, review: null, failed: null },
    ];
    const totals = totalsOf({ hours, isAtLeast: true });
    expect(totals).toEqual({ succeeded: 90, review: null, failed: 10, isAtLeast: true });
    expect(endedOf(totals)).toBe(100);
    expect(failedShare(totals)).toBe('at least 10 of at least 100 in 24 h');
    expect(failedShare({ ...totals, isAtLeast: false })).toBe('10 of 100 in 24 h, 10.0 %');
    expect(failedShare({ ...totals, failed: null })).toBe('no failure reported in 24 h');
  });

  it('is not nought where nothing was reported', () => {
    const nothing = totalsOf({ hours: [], isAtLeast: false });
    expect(endedOf(nothing)).toBeNull();
    expect(failedShare(nothing)).toBe('of the last 24 h nothing is known');
    expect(failedShare({ succeeded: 0, review: 0, failed: 0, isAtLeast: false })).toBe(
      'no document ended in 24 h',
    );
  });
});

describe('a queue', () => {
  it('is told by its oldest and what goes first; without either as unknown', () => {
    const queue = aQueue({ nextExpiry: '2026-11-23T19:58:00.000Z' });
    expect(oldestWords(queue, now)).toBe('oldest at least 2 d');
    expect(expiryOf(queue, now)).toMatchObject({ words: 'expires in at most 1 d', tone: 'urgent' });
    expect(expiryOf(aQueue({ nextExpiry: null }), now).words).toBe('next expiry unknown');
    expect(expiryOf(aQueue({ nextExpiry: '2026-11-22T10:00:00.000Z' }), now).words).toBe('expires now');
    expect(oldestWords({ oldest: null }, now)).toBe('oldest unknown');
  });

  it('that is empty never expires first', () => {
    const rows = [
      aQueue({ name: 'empty', depth: none, nextExpiry: '2026-11-22T20:00:00.000Z' }),
      aQueue({ name: 'later', nextExpiry: '2026-12-01T00:00:00.000Z' }),
      aQueue({ name: 'sooner', nextExpiry: '2026-11-25T00:00:00.000Z' }),
    ].map((queue) => ({ name: queue.name, queue, failure: null }));
    expect(firstToExpire([...rows, { name: 'unread', queue: null, failure: 'denied' }])?.name).toBe('sooner');
  });
});

describe('the review queue', () => {
  it('counts those once that are overdue after a day', () => {
    const idsOf = (dueHours: number) => bucketRows(review({ dueHours })).map(({ id }) => id);
    expect(idsOf(24)).toEqual(['overdue', 'under-24h', 'under-4h', 'under-1h']);
    expect(idsOf(48)).toEqual(['overdue', 'over-24h', 'under-24h', 'under-4h', 'under-1h']);
  });

  it('leads each of its parts to what has waited at least so long', () => {
    expect(bucketRows(review({ dueHours: 8 })).map(({ fromMinutes }) => fromMinutes)).toEqual([
      480,
      1_440,
      240,
      60,
      null,
    ]);
  });
});

describe('alarms', () => {
  it('are counted out: none is left unsaid', () => {
    const alarms = [anAlarm({ state: 'ALARM' }), anAlarm(), anAlarm()];
    expect(quietWords(alarms, 1, true)).toBe('2 are quiet.');
    expect(quietWords([anAlarm()], 0, true)).toBe('The one alarm is quiet.');
    expect(quietWords([], 0, false)).toBe('No alarm is defined. Not all alarms were listed.');
    expect(quietWords([anAlarm({ state: 'ALARM' }), ...alarms], 1, true)).toBe(
      '1 more do not say OK. 2 are quiet.',
    );
  });

  it('say why they are old or not there', () => {
    const { poller } = aMonitor([]);
    const offline = aMonitor([], { poller: { ...poller, state: 'offline' }, failure: 'No answer.' });
    expect(alarmTrouble(aSeen({ monitor: offline }))).toBe('No answer. What was seen before is shown.');
    const off = aMonitor([], { poller: { ...poller, state: 'off', why: 'Not for you.' } });
    expect(alarmTrouble(aSeen({ monitor: off }))).toBe('Not for you.');
    expect(alarmTrouble(aSeen())).toBeNull();
  });

  it('lead nobody to a desk that is shut to them', () => {
    const place = { desk: 'dead-letters', queue: 'q' } as const;
    const alarm = anAlarm({ name: 'deep', place });
    expect(placeFor(meOf({ role: 'support', tenants: '*' }), alarm)).toEqual(place);
    expect(placeFor(meOf({ role: 'reviewer', tenants: '*' }), alarm)).toEqual({
      desk: 'monitor',
      group: null,
      alarm: 'deep',
    });
    const waits = { ...alarm, place: { desk: 'review' } } as const;
    expect(placeFor(meOf({ role: 'support', tenants: '*' }), waits).desk).toBe('monitor');
    expect(placeFor(meOf({ role: 'reviewer', tenants: '*' }), waits).desk).toBe('review');
  });

  it('name the desk they lead to', () => {
    expect(placeWords({ desk: 'dead-letters', queue: 'q' })).toBe('Queue');
    expect(placeWords({ desk: 'downloads', standing: 'never-picked-up' })).toBe('Never picked up');
    expect(placeWords({ desk: 'monitor', group: 'tables', alarm: null })).toBe('Charts');
  });
});
