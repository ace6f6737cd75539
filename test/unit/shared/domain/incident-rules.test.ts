import { describe, expect, it } from 'vitest';
import {
  compareWithDeploy,
  hoursOfPeriod,
  judgeCause,
  listDays,
  toCells,
  toHour,
} from '#shared/domain/incident-rules.ts';

const now = Date.parse('2026-11-26T14:20:00.000Z');
const thisHour = toHour(now);

/** Counts by how many hours ago they were. */
function ago(counts: Readonly<Record<number, number>>): ReadonlyMap<number, number> {
  return new Map(Object.entries(counts).map(([hours, count]) => [thisHour - Number(hours), count]));
}
const atHoursAgo = (hours: number): string => new Date(now - hours * 3_600_000).toISOString();
const judge = (counts: Readonly<Record<number, number>>, firstEver = 900, last = 0) =>
  judgeCause({ firstEverAt: atHoursAgo(firstEver), lastAt: atHoursAgo(last), byHour: ago(counts) }, now);

describe('a cause is new', () => {
  it('within a day of its first failure ever, and no longer', () => {
    expect(judge({ 1: 4 }, 23.9).isNew).toBe(true);
    expect(judge({ 1: 4 }, 24).isNew).toBe(false);
  });

  it('never when its first failure is not known', () => {
    const unknown = { firstEverAt: null, lastAt: atHoursAgo(1), byHour: ago({ 1: 4 }) };
    expect(judgeCause(unknown, now).isNew).toBe(false);
  });
});

describe('a cause grows', () => {
  it('with ten failures in six hours, twice as many as before and as in the same hours of three days', () => {
    expect(judge({ 0: 4, 3: 6, 8: 5, 24: 5, 48: 5, 72: 5 }).isGrowing).toBe(true);
  });

  it('not from 1 to 2, nor to 9', () => {
    expect(judge({ 0: 2, 7: 1 }).isGrowing).toBe(false);
    expect(judge({ 0: 9 }).isGrowing).toBe(false);
    expect(judge({ 0: 10 }).isGrowing).toBe(true);
  });

  it('not when the six hours before had more than half as many', () => {
    expect(judge({ 0: 10, 6: 6 }).isGrowing).toBe(false);
    expect(judge({ 0: 10, 11: 6 }).isGrowing).toBe(false);
    expect(judge({ 0: 10, 12: 6 }).isGrowing).toBe(true);
  });

  it('not when it fails at this time of every day, or did so on one of the last three', () => {
    expect(judge({ 0: 100, 24: 90 }).isGrowing).toBe(false);
    expect(judge({ 0: 100, 77: 90 }).isGrowing).toBe(false);
    expect(judge({ 0: 100, 78: 90 }).isGrowing).toBe(true);
  });
});

it('a cause is quiet since its last failure, when that was six hours ago or more', () => {
  expect(judge({ 7: 40 }, 900, 6).quietSince).toBe(atHoursAgo(6));
  expect(judge({ 5: 40 }, 900, 5.9).quietSince).toBeNull();
});

describe('since a deploy', () => {
  const deploy = Date.parse('2026-11-26T12:02:00.000Z');
  const since = (
    counts: Readonly<Record<number, number>>,
    { firstEver = 900, last }: { firstEver?: number; last: number },
  ) =>
    compareWithDeploy(
      { firstEverAt: atHoursAgo(firstEver), lastAt: atHoursAgo(last), byHour: ago(counts) },
      deploy,
      now,
    );

  it('a cause is gone when it had to be expected and did not come', () => {
    // 48 failures in a day before make 4.6 in the 2.3 hours since.
    expect(since({ 4: 24, 8: 24 }, { last: 4 })).toBe('gone');
  });

  it('it is too early to say so when it came rarely', () => {
    expect(since({ 4: 3 }, { last: 4 })).toBe('too-early');
  });

  it('a cause that was quiet for a day before has nothing to do with the deploy', () => {
    expect(since({ 40: 300 }, { last: 40 })).toBe('quiet-before');
  });

  it('a failure of the same hour counts by its minute', () => {
    const byHour = ago({ 2: 30 });
    const firstEverAt = atHoursAgo(900);
    const before = compareWithDeploy(
      { firstEverAt, lastAt: '2026-11-26T12:01:59.000Z', byHour },
      deploy,
      now,
    );
    const after = compareWithDeploy({ firstEverAt, lastAt: '2026-11-26T12:02:00.000Z', byHour }, deploy, now);
    expect([before, after]).toEqual(['too-early', 'still-there']);
  });

  it('a cause is new since, when its first failure ever came after it', () => {
    expect(since({ 1: 3 }, { firstEver: 2, last: 1 })).toBe('new-since');
    expect(since({ 1: 3, 5: 2 }, { firstEver: 5, last: 1 })).toBe('still-there');
  });
});

it('a period ends with the present hour, and its days are all that its hours touch', () => {
  const day = hoursOfPeriod(1, now);
  expect(day).toEqual({ first: thisHour - 23, count: 24 });
  expect(listDays(day.first, now)).toEqual(['2026-11-25', '2026-11-26']);
  expect(listDays(hoursOfPeriod(30, now).first, now)).toHaveLength(31);
});

it('cells of a strip hold all hours of the period once, and no others', () => {
  const period = hoursOfPeriod(7, now);
  const cells = toCells(ago({ 0: 1, 5: 2, 167: 4, 168: 99 }), period, 4);
  expect(cells).toHaveLength(42);
  expect(cells.reduce((sum, { count }) => sum + count, 0)).toBe(7);
  expect(cells.at(-1)).toEqual({ first: thisHour - 3, last: thisHour, count: 1 });
  expect(toCells(ago({ 0: 1 }), { first: thisHour - 4, count: 5 }, 4).at(-1)).toEqual({
    first: thisHour,
    last: thisHour,
    count: 1,
  });
});
