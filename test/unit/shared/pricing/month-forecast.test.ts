import { describe, expect, it } from 'vitest';
import { forecastMonth, listDaysToEnd } from '#shared/pricing/month-forecast.ts';
import { aDay, seededDraws, toDay } from './simulated-costs.ts';

type Draws = ReturnType<typeof seededDraws>;
const week = [0.3, 1.2, 1.3, 1.25, 1.2, 1.1, 0.4];
const office = [0, 1.4, 1.5, 1.4, 1.4, 1.3, 0];

/** Each kind of month returns what a day costs, by its number and weekday. */
const kinds: Readonly<Record<string, (draws: Draws) => (at: number, weekday: number) => number>> = {
  steady: (draws) => (_, day) => 10 * (week[day] ?? 0) * Math.exp(0.15 * draws.normal()),
  scattered: (draws) => (_, day) => 10 * (week[day] ?? 0) * Math.exp(0.5 * draws.normal()),
  'working days': (draws) => (_, day) => 10 * (office[day] ?? 0) * Math.exp(0.3 * draws.normal()),
  'growing by a tenth a month': (draws) => (at, day) =>
    10 * (week[day] ?? 0) * (1 + at / 300) * Math.exp(0.25 * draws.normal()),
  'following each other': (draws) => {
    let error = 0;
    return (_, day) => {
      error = 0.6 * error + 0.2 * draws.normal();
      return 10 * (week[day] ?? 0) * Math.exp(error);
    };
  },
  'with bursts': (draws) => (_, day) =>
    10 * (week[day] ?? 0) * Math.exp(0.2 * draws.normal()) * (draws.uniform() < 0.05 ? 3 : 1),
  'all days alike': (draws) => () => 10 * (1 + 0.1 * draws.normal()),
};
const months = process.env['SLUICE_RUNS'] === 'long' ? 3_000 : 400;

function measure(kind: keyof typeof kinds): number {
  let held = 0;
  for (let seed = 0; seed < months; seed += 1) {
    const draws = seededDraws(seed * 7_919 + kind.length * 131);
    const cost = kinds[kind]?.(draws) ?? (() => 0);
    const first = Date.UTC(2026, seed % 12, 1);
    const length = new Date(Date.UTC(2026, (seed % 12) + 1, 0)).getUTCDate();
    const now = 56 + 1 + Math.floor(draws.uniform() * (length - 3));
    const all = Array.from({ length: 56 + length }, (_, at) => {
      const time = first + (at - 56) * aDay;
      return { day: toDay(time), usd: cost(at, new Date(time).getUTCDay()) };
    });
    const sum = (days: typeof all): number => days.reduce((total, { usd }) => total + usd, 0);
    const [history, ofMonth] = [all.slice(0, now), all.slice(56)];
    const used = sum(history.slice(56));
    const forecast = forecastMonth({ history, used, today: all[now]?.day ?? '', over: 0 });
    if (forecast !== null && sum(ofMonth) >= forecast.low && sum(ofMonth) <= forecast.high) held += 1;
  }
  return held / months;
}

describe('the forecast of a month', () => {
  it('holds the outcome in its interval in 76 to 84 of 100 simulated months', () => {
    const shares = Object.keys(kinds).map((kind) => [kind, measure(kind)] as const);
    const all = shares.reduce((sum, [, share]) => sum + share, 0) / shares.length;
    // docs/costs.md publishes these figures.
    expect(all).toBeGreaterThanOrEqual(0.76);
    expect(all).toBeLessThanOrEqual(0.84);
    for (const [kind, share] of shares) {
      expect(share, kind).toBeGreaterThanOrEqual(kind.startsWith('growing') ? 0.66 : 0.72);
      expect(share, kind).toBeLessThanOrEqual(0.88);
    }
  }, 60_000);

  it('needs 14 whole days, and counts today only as far as it is not over', () => {
    const days = (count: number) =>
      Array.from({ length: count }, (_, at) => ({ day: toDay(Date.UTC(2026, 9, 20) + at * aDay), usd: 10 }));
    const ask = (count: number, over = 0) => {
      const today = toDay(Date.UTC(2026, 9, 20) + count * aDay);
      return forecastMonth({ history: days(count), used: 50, today, over });
    };
    expect(ask(13)).toBeNull();
    expect(ask(28)?.usd).toBeCloseTo(50 + 14 * 10);
    expect(ask(28, 0.5)?.usd).toBeCloseTo(50 + 13.5 * 10);
    expect(ask(28)).toMatchObject({ days: 28, low: expect.closeTo(190), high: expect.closeTo(190) });
  });

  it('never forecasts less than what is used, and nothing for a workflow that stopped', () => {
    const history = Array.from({ length: 56 }, (_, at) => ({
      day: toDay(Date.UTC(2026, 8, 1) + at * aDay),
      usd: 0,
    }));
    expect(forecastMonth({ history, used: 3, today: '2026-10-27', over: 0.2 })).toMatchObject({
      usd: 3,
      low: 3,
      high: 3,
    });
  });

  it('lists the days from today to the end of the month', () => {
    expect(listDaysToEnd('2026-02-27')).toEqual(['2026-02-27', '2026-02-28']);
  });
});
