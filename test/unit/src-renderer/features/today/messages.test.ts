import { describe, expect, it } from 'vitest';
import {
  describeAlarmTrouble,
  formatCountedNouns,
  formatCounted,
  describeDone,
  formatHourLabel,
  formatHour,
  isNone,
  formatMoment,
  describeNone,
  placeFor,
  describePoller,
  describeQuietAlarms,
  describeRead,
  formatShortMoment,
} from '#renderer/features/today/messages.ts';
import { deriveMe } from '#renderer/features/today/seen.ts';
import { aCount, notCounted } from '#test/builders/document-counts.ts';
import { aBatch, aMonitor, anAlarm, aSeen, atLeast, exactly, now } from './what-is-seen.ts';

describe('counts', () => {
  it('say whether they are complete, and are unknown, not zero, if not counted', () => {
    expect(formatCounted(exactly(1_200))).toBe('1,200');
    expect(formatCounted(atLeast(7))).toBe('at least 7');
    expect(formatCounted(atLeast(0))).toBe('unknown');
    expect([exactly(0), atLeast(0), exactly(1)].map(isNone)).toEqual([true, false, false]);
    expect(formatCountedNouns(exactly(1), 'batch', 'batches')).toBe('1 batch');
    expect(formatCountedNouns(atLeast(0), 'batch', 'batches')).toBe('batches unknown');
  });
});

describe('times', () => {
  it('are in UTC, with the day by name', () => {
    expect(formatMoment(now)).toBe('Sunday 22 November 2026, 19:58 UTC');
    expect(formatHour(Date.parse('2026-11-22T23:00:00Z'))).toBe('Sunday, 23:00 to 00:00 UTC');
    expect(formatHourLabel(Date.parse('2026-11-22T00:00:00Z'))).toBe('00');
  });

  it('are clock times within a day, and dates before that', () => {
    expect(formatShortMoment('2026-11-22T00:05:00Z', now)).toBe('00:05');
    expect(formatShortMoment('2026-11-21T23:59:59Z', now)).toBe('23:59');
    expect(formatShortMoment('2026-11-21T19:58:00Z', Date.parse('2026-11-22T19:58:00Z'))).toBe('21 Nov');
    expect(formatShortMoment(null, now)).toBeNull();
    expect(formatShortMoment('yesterday', now)).toBeNull();
  });
});

describe('the poller', () => {
  it('is described with its interval, and when it pauses', () => {
    expect(describePoller({ state: 'waiting', seconds: 300 }, 'pause')).toBe(
      'Alarms every 5 minutes, paused when hidden',
    );
    expect(describePoller({ state: 'waiting', seconds: 300 }, 'go on')).toBe('Alarms every 5 minutes');
    expect(describePoller({ state: 'offline', seconds: 60 }, 'pause')).toBe('AWS unreachable');
    expect(describePoller({ state: 'off', seconds: 60 }, 'pause')).toBe('Alarms not checked');
  });
});

describe('the documents of a batch', () => {
  it('are not known to be finished if they were not counted', () => {
    expect(describeDone(aBatch({ counts: notCounted, documentCount: 500 }))).toBe('not counted');
    expect(describeDone(aBatch({ documentCount: null }))).toBe('not counted');
  });

  it('are done if they are no longer processed', () => {
    expect(
      describeDone(aBatch({ counts: aCount({ SUCCEEDED: 300, QUEUED: 150 }), documentCount: 500 })),
    ).toBe('300 of 500');
    // Documents that are not counted yet are not done.
    expect(describeDone(aBatch({ counts: aCount({ FAILED: 3 }), documentCount: 500 }))).toBe('3 of 500');
    expect(describeDone(aBatch({ counts: aCount(), documentCount: 0 }))).toBe('0 of 0');
  });
});

describe('failures by cause', () => {
  const answeredFrom = { from: 'tenants', asked: 4, areAll: true, whyNotAttention: null } as const;

  it('of all tenants say which days they cover, and up to when', () => {
    const upTo = new Date().toISOString();
    const read = {
      answeredFrom: { from: 'attention', upTo, keptSince: upTo, wholeSince: upTo },
      batchesRead: 0,
      batchesLeft: exactly(0),
      documentsRead: atLeast(40),
    } as const;
    expect(describeRead(read)).toMatch(
      /^at least 40 documents failed today and yesterday by UTC, as of [\d:]{8} UTC$/,
    );
    expect(describeNone({ ...read, problems: [] })).toBe(
      'No document of any tenant failed today or yesterday, by UTC.',
    );
  });

  it('say how many failures they cover', () => {
    const words = (documents: number, left = exactly(0)) =>
      describeRead({ answeredFrom, batchesRead: 5, batchesLeft: left, documentsRead: exactly(documents) });
    expect(words(40, atLeast(7))).toBe(
      '40 failed documents of the newest 5 batches, at least 7 more not read',
    );
    expect(words(1)).toBe('1 failed document of the newest 5 batches');
    expect(describeNone({ answeredFrom, batchesRead: 1, problems: [] })).toBe(
      'No failed documents found in 1 failed batch.',
    );
    expect(describeNone({ answeredFrom, batchesRead: 0, problems: ['not all tenants'] })).toBe('None known.');
  });
});

describe('alarms', () => {
  it('are all included in the counts', () => {
    const alarms = [anAlarm({ state: 'ALARM' }), anAlarm(), anAlarm()];
    expect(describeQuietAlarms(alarms, 1, true)).toBe('2 are quiet.');
    expect(describeQuietAlarms([anAlarm()], 0, true)).toBe('The only alarm is quiet.');
    expect(describeQuietAlarms([], 0, false)).toBe('No alarms defined. Not all alarms were listed.');
    expect(describeQuietAlarms([anAlarm({ state: 'ALARM' }), ...alarms], 1, true)).toBe(
      '1 more not OK. 2 are quiet.',
    );
  });

  it('say why they are old or missing', () => {
    const { poller } = aMonitor([]);
    const offline = aMonitor([], { poller: { ...poller, state: 'offline' }, failure: 'No answer.' });
    expect(describeAlarmTrouble(aSeen({ monitor: offline }))).toBe('No answer. Showing earlier data.');
    const off = aMonitor([], { poller: { ...poller, state: 'off', why: 'Not for you.' } });
    expect(describeAlarmTrouble(aSeen({ monitor: off }))).toBe('Not for you.');
    expect(describeAlarmTrouble(aSeen())).toBeNull();
  });

  it('do not lead a person to a desk without permission', () => {
    const place = { desk: 'dead-letters', queue: 'q' } as const;
    const alarm = anAlarm({ name: 'deep', place });
    expect(placeFor(deriveMe({ role: 'support', tenants: '*' }), alarm)).toEqual(place);
    expect(placeFor(deriveMe({ role: 'reviewer', tenants: '*' }), alarm)).toEqual({
      desk: 'monitor',
      group: null,
      alarm: 'deep',
    });
    const waits = { ...alarm, place: { desk: 'review' } } as const;
    expect(placeFor(deriveMe({ role: 'support', tenants: '*' }), waits).desk).toBe('monitor');
    expect(placeFor(deriveMe({ role: 'reviewer', tenants: '*' }), waits).desk).toBe('review');
  });
});
