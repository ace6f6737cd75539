/** The whole days before today, oldest first, each with its cost; a day without cost is 0. */
export interface CostOfDay {
  readonly day: string;
  readonly usd: number;
}

export interface MonthForecast {
  /** Tells what the month will have cost at its end, with what is spent already. */
  readonly usd: number;
  /** The interval that should hold the outcome in 8 of 10 months. */
  readonly low: number;
  readonly high: number;
  /** Tells what is expected of each day from today on; today's is what is still to come. */
  readonly ahead: readonly CostOfDay[];
  /** The whole days that it is made from. */
  readonly days: number;
}

export interface ForecastInput {
  readonly history: readonly CostOfDay[];
  /** Tells what this month has cost until now. */
  readonly used: number;
  readonly today: string;
  /** The part of today that is over, from 0 to 1. */
  readonly over: number;
}

/** With fewer whole days no forecast is made. */
export const leastForecastDays = 14;
/** The newest days that a forecast is made from: eight weeks. */
export const mostForecastDays = 56;

/**
 * Forecasts the month as the weighted mean of each weekday, newer days counting more, with a normal interval of 80 %.
 * The width grows where days follow each other up and down, because their errors then do not cancel out. The share of
 * months in which the interval held is measured by `month-forecast.test.ts`.
 */
export function forecastMonth({ history, used, today, over }: ForecastInput): MonthForecast | null {
  const days = history.filter(({ day }) => day < today).slice(-mostForecastDays);
  if (days.length < leastForecastDays) return null;
  const factors = findWeekdayFactors(days);
  const level = findLevel(days, factors);
  const ahead = listDaysToEnd(today).map((day, at) => ({
    day,
    usd:
      Math.max(0, level.mean + level.growth * (at + 1)) *
      (factors.get(getWeekday(day)) ?? 1) *
      (at === 0 ? 1 - over : 1),
  }));
  const expected = ahead.reduce((sum, { usd }) => sum + usd, 0);
  const shares = ahead.map(({ usd }) => (level.mean === 0 ? 0 : usd / level.mean));
  const total = shares.reduce((sum, share) => sum + share, 0);
  // The days' own errors, which follow each other, and the error of the level, which all days share.
  const own = shares.reduce((sum, share) => sum + share * share, 0) * level.inflation;
  const shared = (total * total * level.inflation) / level.effective;
  const deviation = level.deviation * Math.sqrt(own + shared);
  const reach = studentQuantile(level.effective / level.inflation) * deviation;
  return {
    usd: used + expected,
    low: used + Math.max(0, expected - reach),
    high: used + expected + reach,
    ahead,
    days: days.length,
  };
}

/** Each weekday's cost as a factor of the mean, drawn towards 1 where few weeks are known. */
function findWeekdayFactors(days: readonly CostOfDay[]): ReadonlyMap<number, number> {
  const mean = days.reduce((sum, { usd }) => sum + usd, 0) / days.length;
  const factors = new Map<number, number>();
  for (let weekday = 0; weekday < 7; weekday += 1) {
    const own = days.filter(({ day }) => getWeekday(day) === weekday);
    const sum = own.reduce((total, { usd }) => total + usd, 0);
    factors.set(weekday, mean === 0 ? 1 : (sum / mean + drawn) / (own.length + drawn));
  }
  const average = [...factors.values()].reduce((sum, factor) => sum + factor, 0) / 7;
  return new Map([...factors].map(([weekday, factor]) => [weekday, factor / average]));
}

/** Each factor counts as if this part of a week had been exactly average. */
const drawn = 0.25;

interface Level {
  /** Tells what a usual day costs now. */
  readonly mean: number;
  readonly growth: number;
  readonly deviation: number;
  /** How many equally weighted days it is worth. */
  readonly effective: number;
  /** How much wider sums scatter than those of independent days. */
  readonly inflation: number;
}

/** A day counts half as much as the day this long after it. */
const halfLife = 28;

function findLevel(days: readonly CostOfDay[], factors: ReadonlyMap<number, number>): Level {
  const scaled = days.map(({ day, usd }) => ({ factor: factors.get(getWeekday(day)) ?? 1, usd }));
  const growth = findGrowth(scaled);
  // Earlier days are counted as what they would be today.
  const grown = scaled.map(({ factor, usd }, at) => ({
    factor,
    usd: usd + growth * factor * (scaled.length - 1 - at),
  }));
  const weights = days.map((_, at) => 0.5 ** ((days.length - 1 - at) / halfLife));
  let [weightSum, squares, costs, parts] = [0, 0, 0, 0];
  for (const [at, { factor, usd }] of grown.entries()) {
    const weight = weights[at] ?? 0;
    weightSum += weight;
    squares += weight * weight;
    costs += weight * usd;
    parts += weight * factor;
  }
  const mean = parts === 0 ? 0 : Math.max(0, costs / parts);
  // A weekday that costs little scatters little, so errors are measured in the day's own size.
  const errors = grown.map(({ factor, usd }) => (usd - mean * factor) / Math.max(factor, smallestFactor));
  const degrees = Math.max(1, errors.length - fitted);
  const variance = errors.reduce((sum, error) => sum + error * error, 0) / degrees;
  return {
    mean,
    growth,
    deviation: Math.sqrt(variance),
    effective: (weightSum * weightSum) / squares / lineCosts,
    inflation: findInflation(errors),
  };
}

/** A level at the end of a line is known less well than one in its middle. */
const lineCosts = 2.5;

/** Tells what a usual day costs more than the day before it, as far as the days show it clearly. */
function findGrowth(scaled: readonly { readonly factor: number; readonly usd: number }[]): number {
  const points = scaled
    .map(({ factor, usd }, at) => ({ at, value: usd / factor, isUsual: factor >= smallestFactor }))
    .filter(({ isUsual }) => isUsual);
  const n = points.length;
  if (n < leastForecastDays) return 0;
  const middle = points.reduce((sum, { at }) => sum + at, 0) / n;
  const mean = points.reduce((sum, { value }) => sum + value, 0) / n;
  const spread = points.reduce((sum, { at }) => sum + (at - middle) ** 2, 0);
  const slope = points.reduce((sum, { at, value }) => sum + (at - middle) * (value - mean), 0) / spread;
  const errors = points.map(({ at, value }) => value - mean - slope * (at - middle));
  const variance = errors.reduce((sum, error) => sum + error * error, 0) / (n - 2);
  const error = Math.sqrt((variance * findInflation(errors)) / spread);
  if (error === 0) return slope;
  const clear = (slope / error) ** 2;
  return (slope * clear) / (clear + doubt);
}

/** A line that is as clear as this many squared errors is believed by half. */
const doubt = 4;

/** A level and seven factors, of which the first is known from the others; drawn factors cost less than one each. */
const fitted = 5;
const smallestFactor = 0.25;

/** The first-order autocorrelation of errors, as the factor of the variance of long sums. */
function findInflation(errors: readonly number[]): number {
  const squares = errors.reduce((sum, error) => sum + error * error, 0);
  if (squares === 0) return 1;
  const products = errors.slice(1).reduce((sum, error, at) => sum + error * (errors[at] ?? 0), 0);
  // Short series show less of it than there is.
  const correlation = Math.min(mostCorrelation, Math.max(0, products / squares + 1 / errors.length));
  return (1 + correlation) / (1 - correlation);
}

const mostCorrelation = 0.8;

/** The two-sided 80 % quantile of Student's distribution, by the expansion of Cornish and Fisher. */
function studentQuantile(degrees: number): number {
  const z = 1.281_551_6;
  const n = Math.max(2, degrees);
  const first = (z ** 3 + z) / (4 * n);
  const second = (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * n * n);
  return z + first + second;
}

/** By UTC; 0 is Sunday. */
function getWeekday(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay();
}

/** Lists today and the days after it until the month ends. */
export function listDaysToEnd(today: string): readonly string[] {
  const days: string[] = [];
  for (let at = Date.parse(today); ; at += 86_400_000) {
    const day = new Date(at).toISOString().slice(0, 10);
    if (day.slice(0, 7) !== today.slice(0, 7)) return days;
    days.push(day);
  }
}
