import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayAfter, daysWithinReach } from '#shared/domain/download-days.ts';
import {
  countDaysThatFit,
  fewestDays,
  mostDays,
  moveDay,
  moveStrip,
  listStripDays,
  summarizeStrip,
} from '#renderer/features/downloads/days/use-strip.ts';
import { aBatch } from '../a-download.ts';

const today = '2026-11-20';
const place = { today, until: null, chosen: today, fits: 14 };

describe('the strip of days', () => {
  it('ends with today', () => {
    const { days, mayGoOn, mayGoBack } = listStripDays(place);
    expect(days).toHaveLength(14);
    expect(days.at(-1)).toBe(today);
    expect([mayGoBack, mayGoOn]).toEqual([true, false]);
  });

  it('shows a day from a link and some days after it', () => {
    const { days } = listStripDays({ ...place, chosen: '2026-10-03' });
    expect(days).toContain('2026-10-03');
    expect(days.at(-1)).toBe('2026-10-06');
  });

  it('begins with the oldest day that is kept, and says so', () => {
    const { days, mayGoBack } = listStripDays({ ...place, until: '2026-01-01' });
    expect(days[0]).toBe(daysWithinReach(today).oldest);
    expect(mayGoBack).toBe(false);
  });

  it('moves by a week, and follows today again at the end', () => {
    const back = moveStrip(place, -1);
    expect(back).toBe('2026-11-13');
    expect(moveStrip({ ...place, until: back }, 1)).toBeNull();
  });

  it('moves the chosen day, and itself only if that day would not be visible', () => {
    expect(moveDay(place, -1)).toEqual({ date: '2026-11-19', until: null });
    expect(moveDay({ ...place, chosen: '2026-11-19' }, 1)).toEqual({ date: null, until: null });
    expect(moveDay(place, 1)).toBeUndefined();
    const first = listStripDays(place).days[0] ?? '';
    const moved = moveDay({ ...place, chosen: first, until: null }, -1);
    expect(moved?.date).toBe(dayAfter(first, -1));
    expect(
      listStripDays({ ...place, chosen: moved?.date ?? '', until: moved?.until ?? null }).days,
    ).toContain(moved?.date);
  });

  it('always shows the chosen day after a step', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 90 }),
        fc.option(fc.integer({ min: -10, max: 200 }), { nil: null }),
        fc.integer({ min: fewestDays, max: mostDays }),
        fc.constantFrom(1 as const, -1 as const),
        (ago, untilAgo, fits, by) => {
          const chosen = dayAfter(today, -ago);
          const until = untilAgo === null ? null : dayAfter(today, -untilAgo);
          const before = { today, until, chosen, fits };
          const moved = moveDay(before, by);
          if (moved === undefined) return;
          const date = moved.date ?? today;
          const { days } = listStripDays({ ...before, chosen: date, until: moved.until });
          expect(days).toHaveLength(fits);
          expect(days).toContain(date);
          expect((days.at(-1) ?? today) <= today).toBe(true);
          expect((days[0] ?? '') >= daysWithinReach(today).oldest).toBe(true);
        },
      ),
    );
  });

  it('has between two and six weeks of days', () => {
    expect(countDaysThatFit(0)).toBe(fewestDays);
    expect(countDaysThatFit(800)).toBe(29);
    expect(countDaysThatFit(10_000)).toBe(mostDays);
  });
});

const read = (...batches: ReturnType<typeof aBatch>[]) => ({
  date: '2026-11-20',
  batches,
  isAll: true,
  asOf: '2026-11-20T12:00:00.000Z',
});

describe('the summary of the visible days', () => {
  it('counts days with complete batches, runs by hand, and the median of daily batches', () => {
    const figures = summarizeStrip([
      { standing: 'complete', read: read(aBatch({ updatedAt: '2026-11-20T06:05:10.000Z' })) },
      { standing: 'complete', read: read(aBatch({ updatedAt: '2026-11-20T06:15:10.000Z' })) },
      {
        standing: 'timed out',
        read: read(aBatch({ status: 'timeout' }), aBatch({ triggeredBy: 'support' })),
      },
      { standing: 'in progress', read: read(aBatch({ status: 'queued' })) },
      { standing: 'not read', read: undefined },
    ]);
    expect(figures).toMatchObject({ complete: 2, ended: 3, medianFinish: '06:05', runsAgain: 1 });
    expect(figures.standings).toEqual([
      ['complete', 2],
      ['timed out', 1],
      ['in progress', 1],
      ['not read', 1],
    ]);
  });

  it('sorts a batch that ended after midnight as later than the others of its day', () => {
    const finish = (...ends: string[]) =>
      summarizeStrip(
        ends.map((updatedAt) => ({ standing: 'complete' as const, read: read(aBatch({ updatedAt })) })),
      ).medianFinish;
    expect(finish('2026-11-20T06:05:10.000Z', '2026-11-20T06:20:00.000Z', '2026-11-21T00:10:00.000Z')).toBe(
      '06:20',
    );
    expect(finish('2026-11-21T00:10:00.000Z')).toBe('00:10 +1 d');
  });

  it('leaves out days that were not read', () => {
    expect(summarizeStrip([{ standing: 'not read', read: undefined }])).toMatchObject({
      complete: 0,
      ended: 0,
      medianFinish: null,
    });
  });
});
