import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseSchedule } from '#local/aws/events/schedule-expression.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

function listTimes(expression: string, from: string, count: number): readonly string[] {
  const schedule = parseSchedule(expression);
  if (!schedule) throw new Error(`${expression} is no schedule`);
  const times: string[] = [];
  for (let time = schedule.next(Date.parse(from)); time !== undefined; time = schedule.next(time)) {
    times.push(new Date(time).toISOString().slice(0, 16));
    if (times.length === count) break;
  }
  return times;
}

describe('a schedule expression', () => {
  it.each([
    ['cron(0 3 * * ? *)', ['2026-01-06T03:00', '2026-01-07T03:00']],
    ['cron(15 12 ? * MON-FRI *)', ['2026-01-05T12:15', '2026-01-06T12:15']],
    ['cron(0/15 9-10 * * ? *)', ['2026-01-05T09:15', '2026-01-05T09:30']],
    ['cron(5,35 14 * * ? *)', ['2026-01-05T14:05', '2026-01-05T14:35']],
    ['cron(0 0 1 jan,Jul ? *)', ['2026-07-01T00:00', '2027-01-01T00:00']],
    ['cron(0 12 31 * ? *)', ['2026-01-31T12:00', '2026-03-31T12:00']],
    ['cron(0 12 ? * 1 *)', ['2026-01-11T12:00', '2026-01-18T12:00']],
    ['cron(0 0 29 2 ? *)', ['2028-02-29T00:00', '2032-02-29T00:00']],
    ['cron(0 0 1 1 ? 2026-2027)', ['2027-01-01T00:00']],
    ['cron(0 0 1 1 ? 2025)', []],
    ['cron(*/20 * ? * * *)', ['2026-01-05T09:20', '2026-01-05T09:40']],
    ['rate(1 minute)', ['2026-01-05T09:01', '2026-01-05T09:02']],
    ['rate(5 minutes)', ['2026-01-05T09:05', '2026-01-05T09:10']],
    ['rate(1 day)', ['2026-01-06T00:00', '2026-01-07T00:00']],
  ])('%s', (expression, times) => {
    expect(listTimes(expression, '2026-01-05T09:00:00.000Z', 2)).toEqual(times);
  });

  it.each([
    'cron(0 3 * * * *)',
    'cron(0 3 ? * ? *)',
    'cron(0 3 * * ?)',
    'cron(60 3 * * ? *)',
    'cron(0 24 * * ? *)',
    'cron(0 3 0 * ? *)',
    'cron(0 3 L * ? *)',
    'cron(0 3 ? * 6#3 *)',
    'cron(0 3 3W * ? *)',
    'cron(10-5 3 * * ? *)',
    'cron(0/0 3 * * ? *)',
    'cron(*-5 3 * * ? *)',
    'cron(, 3 * * ? *)',
    'cron(0 3 * FOO ? *)',
    'rate(0 minutes)',
    'rate(1 minutes)',
    'rate(5 minute)',
    'rate(5 weeks)',
    'at(2026-01-05T09:00:00)',
    '5 minutes',
  ])('is not %s', (expression) => {
    expect(parseSchedule(expression)).toBeUndefined();
  });

  it('gives the same times as a walk over every minute', () => {
    const values = (min: number, max: number) =>
      fc.uniqueArray(fc.integer({ min, max }), { minLength: 1, maxLength: 4 });
    const field = (min: number, max: number) =>
      fc.oneof(
        fc.constant({ text: '*', has: () => true }),
        values(min, max).map((list) => ({
          text: list.join(','),
          has: (value: number) => list.includes(value),
        })),
        fc.tuple(fc.integer({ min, max }), fc.integer({ min, max })).map(([one, other]) => {
          const [from, to] = [Math.min(one, other), Math.max(one, other)];
          return { text: `${from}-${to}`, has: (value: number) => value >= from && value <= to };
        }),
        fc.tuple(fc.integer({ min, max }), fc.integer({ min: 1, max })).map(([from, by]) => ({
          text: `${from}/${by}`,
          has: (value: number) => value >= from && (value - from) % by === 0,
        })),
      );
    fc.assert(
      fc.property(
        field(0, 59),
        field(0, 23),
        fc.oneof(
          field(1, 31).map((one) => ({
            text: `${one.text} * ?`,
            has: (at: Date) => one.has(at.getUTCDate()),
          })),
          field(1, 7).map((one) => ({
            text: `? * ${one.text}`,
            has: (at: Date) => one.has(at.getUTCDay() + 1),
          })),
        ),
        fc.integer({ min: 0, max: 365 * day }),
        (minutes, hours, days, offset) => {
          const from = Date.UTC(2026, 0, 1) + offset;
          const next = parseSchedule(`cron(${minutes.text} ${hours.text} ${days.text} *)`)?.next(from);
          const isDue = (time: number): boolean => {
            const at = new Date(time);
            return minutes.has(at.getUTCMinutes()) && hours.has(at.getUTCHours()) && days.has(at);
          };
          let time = (Math.floor(from / minute) + 1) * minute;
          const end = time + 10 * day;
          while (time < end && !isDue(time)) time += minute;
          if (time < end) expect(next).toBe(time);
          else expect(next).toBeGreaterThanOrEqual(end);
        },
      ),
    );
  });
});
