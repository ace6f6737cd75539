/** The cost of the documents of one day, of one workflow. */
export interface DocumentsOfDay {
  readonly day: string;
  readonly documents: number;
  readonly usd: number;
}

export interface UnusualCost {
  /** The first day of the unbroken row of unusual days that reaches until now. */
  readonly since: string;
  readonly isDearer: boolean;
  /** The cost of a document on the unusual days, and the median of the days compared with. */
  readonly each: number;
  readonly usual: number;
  readonly documents: number;
  /** Tells what the unusual days cost more than usual ones; below 0 if they cost less. */
  readonly more: number;
  /** The days compared with. */
  readonly comparedDays: number;
}

/** A day with fewer documents says nothing: one long document would change its mean. */
export const leastDocuments = 20;
/** The days before it began that a day is compared with: four weeks, of which this many must say something. */
export const comparedDays = 28;
export const leastComparedDays = 10;
/** An unusual cost that has lasted longer than this has become the usual one. */
const longestDays = 14;

/**
 * Finds out whether a document costs clearly more or less than in the four weeks before. Days are compared by their
 * distance from the median in median distances, so single odd days among the four weeks do not hide anything. One day
 * needs a large distance; a row of at least two days a smaller one. How often it is wrong is measured by
 * `unusual-cost.test.ts`.
 */
export function findUnusualCost(days: readonly DocumentsOfDay[]): UnusualCost | null {
  const telling = days.filter(({ documents }) => documents >= leastDocuments);
  const last = telling.at(-1);
  if (last === undefined) return null;
  const oldest = addDays(last.day, 1 - longestDays);
  // The longest row wins, because its beginning is when it began.
  for (const first of telling.filter(({ day }) => day >= oldest)) {
    const found = judgeSince(telling, first.day);
    if (found !== null) return found;
  }
  return null;
}

function judgeSince(telling: readonly DocumentsOfDay[], since: string): UnusualCost | null {
  const from = addDays(since, -comparedDays);
  const before = telling.filter(({ day }) => day >= from && day < since).map(priceEach);
  if (before.length < leastComparedDays) return null;
  const usual = findMedian(before);
  const scatter = findMedian(before.map((each) => Math.abs(each - usual))) * toDeviation;
  const unit = Math.max(scatter, usual * leastScatter);
  const after = telling.filter(({ day }) => day >= since);
  const distances = after.map((one) => (priceEach(one) - usual) / unit);
  const needed = after.length === 1 ? alone : inARow;
  const isDearer = distances.every((distance) => distance >= needed);
  if (!isDearer && !distances.every((distance) => distance <= -needed)) return null;
  const documents = after.reduce((sum, one) => sum + one.documents, 0);
  const usd = after.reduce((sum, one) => sum + one.usd, 0);
  const each = usd / documents;
  if (Math.abs(each - usual) < usual * leastChange) return null;
  return {
    since,
    isDearer,
    each,
    usual,
    documents,
    more: usd - usual * documents,
    comparedDays: before.length,
  };
}

/** A median distance times this is a normal distribution's standard deviation. */
const toDeviation = 1.4826;
/** Days that are all alike would make every change unusual, so they count as scattering by this part at least. */
const leastScatter = 0.03;
/** A smaller change is not worth anyone's time, however clear it is. */
const leastChange = 0.2;
const alone = 8;
const inARow = 5;

function priceEach({ usd, documents }: DocumentsOfDay): number {
  return usd / documents;
}

function findMedian(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const upper = sorted[Math.floor(middle)] ?? 0;
  return Number.isInteger(middle) ? ((sorted[middle - 1] ?? 0) + upper) / 2 : upper;
}

function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
}
