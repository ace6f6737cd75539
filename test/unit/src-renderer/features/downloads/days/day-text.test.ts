import { describe, expect, it } from 'vitest';
import { dayBounds } from '#shared/domain/download-days.ts';
import {
  describeCell,
  formatLocalBounds,
  formatLongDay,
  findOpenBatch,
  findOtherLocalDay,
  formatShortDay,
  describeStatuses,
  formatWeekdayLetter,
  whyNotRunAgain,
} from '#renderer/features/downloads/days/day-text.ts';
import { messages } from '#renderer/features/downloads/messages.ts';
import { aBatch } from '../a-download.ts';

describe('a day of the pipeline', () => {
  it('is named by its UTC date in any local time zone', () => {
    expect(formatLongDay('2026-03-29')).toBe('Sunday 29 March 2026');
    expect(formatShortDay('2026-11-20')).toBe('Fri 20 November');
    expect(formatWeekdayLetter('2026-10-25')).toBe('S');
  });

  it.each([
    ['Europe/Berlin', '2026-03-28', 'Sat 28 Mar, 01:00 GMT+1 to Sun 29 Mar, 01:00 GMT+1'],
    ['Europe/Berlin', '2026-03-29', 'Sun 29 Mar, 01:00 GMT+1 to Mon 30 Mar, 02:00 GMT+2'],
    ['Europe/Berlin', '2026-10-25', 'Sun 25 Oct, 02:00 GMT+2 to Mon 26 Oct, 01:00 GMT+1'],
    ['Pacific/Kiritimati', '2026-11-20', 'Fri 20 Nov, 14:00 GMT+14 to Sat 21 Nov, 14:00 GMT+14'],
    ['America/St_Johns', '2026-03-08', 'Sat 7 Mar, 20:30 GMT-3:30 to Sun 8 Mar, 21:30 GMT-2:30'],
    ['Asia/Kolkata', '2026-11-20', 'Fri 20 Nov, 05:30 GMT+5:30 to Sat 21 Nov, 05:30 GMT+5:30'],
  ])('in %s begins and ends on %s when the clock there says so', (zone, day, words) => {
    expect(
      formatLocalBounds(day, zone).replaceAll(/CES?T/g, (name) => (name === 'CET' ? 'GMT+1' : 'GMT+2')),
    ).toBe(words);
    const { from, until } = dayBounds(day);
    expect(until - from).toBe(24 * 3_600_000);
  });

  it.each([
    ['Europe/Berlin', '2026-03-28T23:30:00Z', '2026-03-29'],
    ['Europe/Berlin', '2026-03-28T22:30:00Z', undefined],
    ['Europe/Berlin', '2026-10-25T22:30:00Z', undefined],
    ['Europe/Berlin', '2026-10-25T23:30:00Z', '2026-10-26'],
    ['Pacific/Kiritimati', '2026-11-20T12:00:00Z', '2026-11-21'],
    ['Pacific/Kiritimati', '2026-11-20T09:59:00Z', undefined],
    ['America/St_Johns', '2026-11-20T02:00:00Z', '2026-11-19'],
    ['Asia/Kolkata', '2026-11-20T18:31:00Z', '2026-11-21'],
  ])('finds the local date in %s at %s if it differs', (zone, at, local) => {
    expect(findOtherLocalDay(Date.parse(at), zone)).toBe(local);
  });

  it('has a name that says everything its mark shows', () => {
    const day = { date: '2026-11-20', batches: [aBatch()], isAll: true, asOf: '2026-11-20T12:00:00.000Z' };
    expect(describeCell('2026-11-20', true, 'complete', day)).toBe(
      'Friday 20 November 2026, today: complete, 1 batch, 2 of 2 files completed',
    );
    expect(describeCell('2026-11-19', false, 'not read')).toBe('Thursday 19 November 2026: not read yet');
    expect(describeCell('2026-11-20', false, 'no batch', { ...day, batches: [] })).toBe(
      'Friday 20 November 2026: no batch',
    );
    expect(describeCell('2026-11-20', false, 'complete', { ...day, isAll: false })).toContain(
      'at least 1 batch',
    );
  });
});

const early = aBatch({ batchId: 'early', startedAt: '2026-11-20T06:00:00.000Z', status: 'timeout' });
const late = aBatch({ batchId: 'late', startedAt: '2026-11-20T09:00:00.000Z' });

describe('a day with batches', () => {
  it('opens its newest batch, or the one of a link', () => {
    expect(findOpenBatch([early, late], null)).toBe(late);
    expect(findOpenBatch([early, late], 'early')).toBe(early);
    expect(findOpenBatch([early, late], 'elsewhere')).toBeUndefined();
    expect(findOpenBatch([], null)).toBeUndefined();
  });

  it('describes the statuses of its batches', () => {
    expect(describeStatuses({ batches: [late], isAll: true })).toBe('1 batch, completed');
    expect(describeStatuses({ batches: [early, late], isAll: true })).toBe('1 timeout, 1 completed');
    expect(describeStatuses({ batches: [aBatch({ status: null })], isAll: true })).toContain(
      messages.day.statusUnknown,
    );
    expect(describeStatuses({ batches: [late], isAll: false })).toBe('at least 1 batch, completed');
  });

  it('can be run again while its files are kept', () => {
    expect(whyNotRunAgain('2026-11-20', '2026-11-20')).toBeUndefined();
    expect(whyNotRunAgain('2026-10-22', '2026-11-20')).toBeUndefined();
    expect(whyNotRunAgain('2026-10-21', '2026-11-20')).toContain('the days from Thu 22 October on');
    expect(whyNotRunAgain('2026-11-21', '2026-11-20')).toContain('not started yet');
  });
});
