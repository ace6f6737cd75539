import type { CorrectionSeries } from '#shared/domain/review/correction-counts.ts';
import { addDays, countedDays, findDrifts, type Drift } from '#shared/domain/review/drift.ts';

/** Throws dice that a seed decides (mulberry32). */
export function seededDice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

interface World {
  /** Documents a day. */
  readonly documents: number;
  /** The usual share of corrected documents, by field. */
  readonly shares: readonly number[];
  /** How much documents of one day resemble each other, from 0 (not at all); the intraclass correlation. */
  readonly likeness: number;
}

const start = '2026-01-01';
export const usualShares = Array.from({ length: 12 }, (_, at) => [0.02, 0.05, 0.1][at % 3] ?? 0.05);

function simulateDays(
  dice: () => number,
  { documents, shares, likeness }: World,
  count: number,
  shareOn: (field: number, day: number, usual: number) => number = (_, __, usual) => usual,
): CorrectionSeries[] {
  return shares.map((usual, field) => ({
    kind: 'field',
    name: `field${field}`,
    days: Array.from({ length: count }, (_, day) => {
      const share = shareOn(field, day, usual);
      const ofDay = likeness === 0 ? share : drawBeta(dice, share, likeness);
      let corrected = 0;
      for (let one = 0; one < documents; one += 1) if (dice() < ofDay) corrected += 1;
      return { day: addDays(start, day), read: documents, corrected };
    }),
  }));
}

function findOnDay(series: readonly CorrectionSeries[], day: number): readonly Drift[] {
  const today = addDays(start, day);
  const from = addDays(start, day - countedDays + 1);
  const counted = series.map((one) => ({
    ...one,
    days: one.days.filter((each) => each.day >= from && each.day <= today),
  }));
  return findDrifts(counted, today);
}

/** Counts how often a change is found in 1,000 weeks of a workflow in which nothing has changed. */
export function countFalseAlarms(world: World, { rounds, seed }: { rounds: number; seed: number }): number {
  const dice = seededDice(seed);
  const weeks = 8;
  let alarms = 0;
  for (let round = 0; round < rounds; round += 1) {
    const series = simulateDays(dice, world, countedDays + weeks * 7);
    let stood = false;
    for (let day = countedDays; day < countedDays + weeks * 7; day += 1) {
      const stands = findOnDay(series, day).length > 0;
      if (stands && !stood) alarms += 1;
      stood = stands;
    }
  }
  return (alarms / (rounds * weeks)) * 1_000;
}

/** Returns the days until a change of the first field is found, in the order of length; infinite where it is not. */
export function measureDelays(
  world: World,
  { times, rounds, seed }: { times: number; rounds: number; seed: number },
): { readonly delays: readonly number[]; readonly beganRight: number } {
  const dice = seededDice(seed);
  const most = 14;
  const delays: number[] = [];
  let [found, right] = [0, 0];
  for (let round = 0; round < rounds; round += 1) {
    const series = simulateDays(dice, world, countedDays + most, (field, day, usual) =>
      field === 0 && day >= countedDays ? Math.min(1, usual * times) : usual,
    );
    let delay = Number.POSITIVE_INFINITY;
    for (let day = countedDays; day < countedDays + most; day += 1) {
      const drift = findOnDay(series, day).find(({ name }) => name === 'field0');
      if (drift === undefined) continue;
      delay = day - countedDays + 1;
      found += 1;
      if (Math.abs(Date.parse(drift.beganOn) - Date.parse(addDays(start, countedDays))) <= 86_400_000)
        right += 1;
      break;
    }
    delays.push(delay);
  }
  return { delays: delays.toSorted((a, b) => a - b), beganRight: right / Math.max(1, found) };
}

/** Draws the share of a day so that the likeness of its documents is as given. */
function drawBeta(dice: () => number, share: number, likeness: number): number {
  const size = 1 / likeness - 1;
  const [one, other] = [drawGamma(dice, share * size), drawGamma(dice, (1 - share) * size)];
  return one / (one + other);
}

/** Marsaglia and Tsang, 2000. */
function drawGamma(dice: () => number, shape: number): number {
  if (shape < 1) return drawGamma(dice, shape + 1) * dice() ** (1 / shape);
  const d = shape - 1 / 3;
  const c = 1 / Math.sqrt(9 * d);
  for (;;) {
    const x = Math.sqrt(-2 * Math.log(dice() || 1e-12)) * Math.cos(2 * Math.PI * dice());
    const v = (1 + c * x) ** 3;
    if (v > 0 && Math.log(dice() || 1e-12) < 0.5 * x * x + d - d * v + d * Math.log(v)) return d * v;
  }
}
