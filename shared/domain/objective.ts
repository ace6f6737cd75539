import { z } from 'zod';
import { countWithin, durationEdges, type DurationEdge, type Durations } from './batch-durations.ts';

/** "95 % of batches within 15 minutes". */
export const objectiveSchema = z.strictObject({
  /** At most one decimal. */
  percent: z
    .number()
    .min(50)
    .max(100)
    .refine((percent) => Math.abs(percent * 10 - Math.round(percent * 10)) < 1e-9, 'at most one decimal'),
  /** Only durations that are counted, so that nothing has to be estimated. */
  minutes: z.literal(durationEdges),
});
export type Objective = z.infer<typeof objectiveSchema>;

export const objectivePercents = { least: 50, most: 100 } as const;

/** Says how a workflow keeps to its objective in a month. */
export interface ObjectiveStanding {
  readonly batches: number;
  readonly within: number;
  /** A batch that failed misses its objective, however soon it failed. */
  readonly missed: number;
  /** The missed batches that failed. */
  readonly failed: number;
  /** How many batches may miss, of those that have ended. */
  readonly allowedSoFar: number;
  /** The same for the whole month, if batches go on ending as they have this month; null on its first day. */
  readonly allowed: number | null;
  /** The whole batches that may still miss. It is below 0 where more have missed than may. */
  readonly left: number | null;
  /** The batches that will have ended in the whole month at this pace. */
  readonly expected: number | null;
  /** The day on which nothing is left any more at this pace; null where the month ends before. */
  readonly spentOn: string | null;
  readonly standing: 'spent' | 'soon' | 'within' | 'too early';
}

const dayMs = 86_400_000;
/** A first day says nothing about a month. */
const leastElapsedMs = dayMs;
/** An allowance that will be spent within so many days is told. */
export const soonDays = 5;

/** Compares a month's counts with an objective. `now` is in milliseconds, and months are those of UTC. */
export function judgeObjective(
  { percent, minutes }: Objective,
  durations: Durations,
  now: number,
): ObjectiveStanding {
  const { batches, failed } = durations;
  const within = countWithin(durations, minutes);
  const missed = batches - within;
  const share = shareThatMayMiss(percent);
  const counts = { batches, within, missed, failed, allowedSoFar: round(share * batches) };
  const { start, end } = findMonth(now);
  const elapsed = now - start;
  if (elapsed < leastElapsedMs) {
    return { ...counts, allowed: null, left: null, expected: null, spentOn: null, standing: 'too early' };
  }
  const expected = (batches * (end - start)) / elapsed;
  const allowed = round(share * expected);
  const left = Math.floor(allowed) - missed;
  const isSpent = missed > 0 && left <= 0;
  const spentAt = isSpent ? now : findSpentAt({ start, end, now, missed, left, elapsed });
  return {
    ...counts,
    expected: Math.round(expected),
    allowed,
    left,
    spentOn: spentAt === null ? null : new Date(spentAt).toISOString().slice(0, 10),
    standing: isSpent ? 'spent' : spentAt !== null && spentAt - now <= soonDays * dayMs ? 'soon' : 'within',
  };
}

interface Spending {
  readonly start: number;
  readonly end: number;
  readonly now: number;
  readonly missed: number;
  readonly left: number;
  readonly elapsed: number;
}

function findSpentAt({ end, now, missed, left, elapsed }: Spending): number | null {
  if (missed === 0) return null;
  const at = now + (left * elapsed) / missed;
  return at < end ? at : null;
}

/** Percents have a decimal, which binary fractions hold only nearly. */
function shareThatMayMiss(percent: number): number {
  return (1_000 - Math.round(percent * 10)) / 1_000;
}

function round(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}

/** Returns the month of a time by UTC, from its first moment to that of the next. */
export function findMonth(now: number): { readonly start: number; readonly end: number } {
  const at = new Date(now);
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth()];
  return { start: Date.UTC(year, month, 1), end: Date.UTC(year, month + 1, 1) };
}

/** "95 % of batches within 15 min". */
export function formatObjective({ percent, minutes }: Objective): string {
  return `${percent} % of batches within ${formatEdge(minutes)}`;
}

/** "15 min", "1 h", "24 h". */
export function formatEdge(minutes: DurationEdge): string {
  return minutes < 60 ? `${minutes} min` : `${minutes / 60} h`;
}
