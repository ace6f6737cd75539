/**
 * The rules of Incidents: which causes are new, grow or are quiet, and what became of a cause since a deploy. They take
 * counts by hour and moments, and return facts, so that the list, the page of a cause and the tests agree.
 */

/** The most causes that one question about what is remembered asks about. */
export const mostRemembered = 100;

export const incidentDays = [1, 2, 7, 30] as const;
export type IncidentDays = (typeof incidentDays)[number];

const hourMs = 3_600_000;

/** A cause that was first ever seen within this time is new. */
export const newWithinHours = 24;

/**
 * A cause grows when the present hour and the five before it have at least ten failures, twice as many as the six hours
 * before them, and twice as many as the same hours of each of the three days before. So 1 to 2 is not growing, and
 * neither is a batch that fails every morning. The present hour is not over, which can only understate it.
 */
export const growingRule = { hours: 6, least: 10, times: 2, daysBefore: 3 } as const;

/** Whatever period is shown, the rules need the hours of this long before now. */
export const judgedHours = growingRule.daysBefore * 24 + growingRule.hours;

/** Counts failures by hours since 1970; an hour without failures may be left out. */
export type CountsByHour = ReadonlyMap<number, number>;

export function toHour(at: number): number {
  return Math.floor(at / hourMs);
}

/** The hours of a period end with the present one. */
export function hoursOfPeriod(days: number, now: number): { readonly first: number; readonly count: number } {
  const count = days * 24;
  return { first: toHour(now) - count + 1, count };
}

/** Lists the days, by UTC, that hold the hours from `first` to now, the oldest first. */
export function listDays(first: number, now: number): readonly string[] {
  const days: string[] = [];
  for (let day = Math.floor(first / 24); day <= Math.floor(toHour(now) / 24); day += 1) {
    days.push(new Date(day * 24 * hourMs).toISOString().slice(0, 10));
  }
  return days;
}

export interface JudgedCause {
  readonly isNew: boolean;
  readonly isGrowing: boolean;
  /** The time of its last failure, if that was more than six hours ago. */
  readonly quietSince: string | null;
}

interface Seen {
  /** The first failure that was ever seen; null if that is unknown. */
  readonly firstEverAt: string | null;
  readonly lastAt: string | null;
  readonly byHour: CountsByHour;
}

export function judgeCause({ firstEverAt, lastAt, byHour }: Seen, now: number): JudgedCause {
  const first = parse(firstEverAt);
  const last = parse(lastAt);
  const isNew = first !== null && now - first < newWithinHours * hourMs;
  const isQuiet = last !== null && now - last >= growingRule.hours * hourMs;
  return { isNew, isGrowing: isGrowing(byHour, now), quietSince: isQuiet ? lastAt : null };
}

function isGrowing(byHour: CountsByHour, now: number): boolean {
  const { hours, least, times, daysBefore } = growingRule;
  const end = toHour(now);
  const sumUpTo = (last: number): number => sumHours(byHour, last - hours + 1, last);
  const recent = sumUpTo(end);
  const before = [hours, ...Array.from({ length: daysBefore }, (_, day) => (day + 1) * 24)];
  return recent >= least && before.every((ago) => recent >= times * sumUpTo(end - ago));
}

export function sumHours(byHour: CountsByHour, first: number, last: number): number {
  let sum = 0;
  for (let hour = first; hour <= last; hour += 1) sum += byHour.get(hour) ?? 0;
  return sum;
}

/**
 * These groups say what became of a cause since a deploy.
 * - `new-since`: first ever seen after it.
 * - `still-there`: seen before it, and again after it.
 * - `gone`: not seen since, although at its rate before the deploy at least three failures were to be expected.
 * - `too-early`: not seen since, but fewer were to be expected, so the silence says nothing yet.
 * - `quiet-before`: not seen since, nor in the day before the deploy, so the deploy has nothing to do with it.
 */
export const deployGroups = ['new-since', 'still-there', 'too-early', 'gone', 'quiet-before'] as const;
export type DeployGroup = (typeof deployGroups)[number];

/** With three failures expected, none at all is chance in one of twenty cases. */
export const expectedFailures = 3;

export function compareWithDeploy(
  { firstEverAt, lastAt, byHour }: Seen,
  deployAt: number,
  upTo: number,
): DeployGroup {
  const last = parse(lastAt);
  const first = parse(firstEverAt);
  if (last !== null && last >= deployAt) {
    return first !== null && first >= deployAt ? 'new-since' : 'still-there';
  }
  const end = toHour(deployAt);
  // The hour of the deploy counts as well: all of its failures came before the deploy, because none came after it.
  const before = sumHours(byHour, end - 24, end);
  if (before === 0) return 'quiet-before';
  const expected = (before / 24) * ((upTo - deployAt) / hourMs);
  return expected >= expectedFailures ? 'gone' : 'too-early';
}

function parse(at: string | null): number | null {
  const time = at === null ? Number.NaN : Date.parse(at);
  return Number.isNaN(time) ? null : time;
}

/** Sums hours into cells of a strip, each of the same number of hours, the oldest first. */
export function toCells(
  byHour: CountsByHour,
  { first, count }: { readonly first: number; readonly count: number },
  hoursOfCell: number,
): readonly { readonly first: number; readonly last: number; readonly count: number }[] {
  return Array.from({ length: Math.ceil(count / hoursOfCell) }, (_, index) => {
    const from = first + index * hoursOfCell;
    const last = Math.min(from + hoursOfCell, first + count) - 1;
    return { first: from, last, count: sumHours(byHour, from, last) };
  });
}

/**
 * Returns the step of a colour for a count, from 0 (none) to 5. The steps are logarithmic, because one cause fails ten
 * times a day and another ten thousand times, and both have to be seen.
 */
export function heatStep(count: number): 0 | 1 | 2 | 3 | 4 | 5 {
  if (count <= 0) return 0;
  if (count < 3) return 1;
  if (count < 10) return 2;
  if (count < 50) return 3;
  return count < 250 ? 4 : 5;
}
