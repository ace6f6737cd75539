import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayAfter, daysWithinReach } from '#shared/domain/download-days.ts';
import {
  daysThatFit,
  fewestDays,
  mostDays,
  movedDay,
  movedStrip,
  stripDays,
  stripFigures,
} from '#renderer/features/downloads/days/use-strip.ts';
import { aBatch } from '../a-download.ts';

const today = '2026-11-20';
const place = { today, until: null, chosen: today, fits: 14 };

describe('the strip of days', () => {
  it('ends with today, and goes no further', () => {
    const { days, mayGoOn, mayGoBack } = stripDays(place);
    expect(days).toHaveLength(14);
    expect(days.at(-1)).toBe(today);
    expect([mayGoBack, mayGoOn]).toEqual([true, false]);
  });

  it('shows a day that came from a link, and some days after it', () => {
    const { days } = stripDays({ ...place, chosen: '2026-10-03' });
    expect(days).toContain('2026-10-03');
    expect(days.at(-1)).toBe('2026-10-06');
  });

  it('begins no earlier than what is kept, and says so', () => {
    const { days, mayGoBack } = stripDays({ ...place, until: '2026-01-01' });
    expect(days[0]).toBe(daysWithinReach(today).oldest);
    expect(mayGoBack).toBe(false);
  });

  it('moves by a week, and back to where it follows today', () => {
    const back = movedStrip(place, -1);
    expect(back).toBe('2026-11-13');
    expect(movedStrip({ ...place, until: back }, 1)).toBeNull();
  });

  it('moves the chosen day, and itself only when the day would leave it', () => {
    expect(movedDay(place, -1)).toEqual({ date: '2026-11-19', until: null });
    expect(movedDay({ ...place, chosen: '2026-11-19' }, 1)).toEqual({ date: null, until: null });
    expect(movedDay(place, 1)).toBeUndefined();
    const first = stripDays(place).days[0] ?? '';
    const moved = movedDay({ ...place, chosen: first, until: null }, -1);
    expect(moved?.date).toBe(dayAfter(first, -1));
    expect(stripDays({ ...place, chosen: moved?.date ?? '', until: moved?.until ?? null }).days).toContain(
      moved?.date,
    );
  });

  it('always has the chosen day in sight after a step, wherever the strip was', () => {
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
          const moved = movedDay(before, by);
          if (moved === undefined) return;
          const date = moved.date ?? today;
          const { days } = stripDays({ ...before, chosen: date, until: moved.until });
          expect(days).toHaveLength(fits);
          expect(days).toContain(date);
          expect((days.at(-1) ?? today) <= today).toBe(true);
          expect((days[0] ?? '') >= daysWithinReach(today).oldest).toBe(true);
        },
      ),
    );
  });

  it('has between a fortnight and six weeks of days', () => {
    expect(daysThatFit(0)).toBe(fewestDays);
    expect(daysThatFit(800)).toBe(29);
    expect(daysThatFit(10_000)).toBe(mostDays);
  });
});

const read = (...batches: ReturnType<typeof aBatch>[]) => ({
  date: '2026-11-20',
  batches,
  isAll: true,
  asOf: '2026-11-20T12:00:00.000Z',
});

describe('what the days in sight come to', () => {
  it('counts complete days of those that ended, runs by hand, and the median of daily batches', () => {
    const figures = stripFigures([
      { standing: 'complete', read: read(aBatch({ updatedAt: '2026-11-20T06:05:10.000Z' })) },
      { standing: 'complete', read: read(aBatch({ updatedAt: '2026-11-20T06:15:10.000Z' })) },
      {
        standing: 'timed out',
        read: read(aBatch({ status: 'timeout' }), aBatch({ triggeredBy: 'support' })),
      },
      { standing: 'in work', read: read(aBatch({ status: 'queued' })) },
      { standing: 'not read', read: undefined },
    ]);
    expect(figures).toMatchObject({ complete: 2, ended: 3, medianFinish: '06:05', runsAgain: 1 });
    expect(figures.standings).toEqual([
      ['complete', 2],
      ['timed out', 1],
      ['in work', 1],
      ['not read', 1],
    ]);
  });

  it('takes what ended after midnight as later than the rest of its day', () => {
    const finish = (...ends: string[]) =>
      stripFigures(
        ends.map((updatedAt) => ({ standing: 'complete' as const, read: read(aBatch({ updatedAt })) })),
      ).medianFinish;
    expect(finish('2026-11-20T06:05:10.000Z', '2026-11-20T06:20:00.000Z', '2026-11-21T00:10:00.000Z')).toBe(
      '06:20',
    );
    expect(finish('2026-11-21T00:10:00.000Z')).toBe('00:10 +1 d');
  });

  it('knows nothing of what nobody has read', () => {
    expect(stripFigures([{ standing: 'not read', read: undefined }])).toMatchObject({
      complete: 0,
      ended: 0,
      medianFinish: null,
    });
  });
});
