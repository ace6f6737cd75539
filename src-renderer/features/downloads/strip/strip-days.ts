import { dayAfter, daysUpTo, daysWithinReach } from '#shared/domain/downloads/days.ts';

export interface StripPlace {
  /** The newest day there is, which is the pipeline's today. */
  readonly today: string;
  /** The last day of the strip as somebody has moved it; null: wherever the chosen day can be seen. */
  readonly until: string | null;
  readonly chosen: string;
  /** How many days there is room for. */
  readonly fits: number;
}

export interface StripDays {
  /** The oldest first. */
  readonly days: readonly string[];
  readonly mayGoBack: boolean;
  readonly mayGoOn: boolean;
}

export const fewestDays = 14;
export const mostDays = 42;
/** Of a day, in pixels, with the gap after it: no target of a pointer is smaller than 24. */
const leastRoom = 27;

export function daysThatFit(width: number): number {
  return Math.min(mostDays, Math.max(fewestDays, Math.floor(width / leastRoom)));
}

/** Which days stand in the strip. Nothing lies before what is kept, and nothing after today. */
export function stripDays(place: StripPlace): StripDays {
  const { today, fits } = place;
  const { oldest } = daysWithinReach(today);
  const last = within(place, place.until ?? lastToShow(place));
  const days = daysUpTo(last, fits);
  return { days, mayGoBack: (days[0] ?? oldest) > oldest, mayGoOn: last < today };
}

/** The last day of the strip a week on, or back; null where that is today. */
export function movedStrip(place: StripPlace, weeks: 1 | -1): string | null {
  const last = within(place, place.until ?? lastToShow(place));
  return orToday(within(place, dayAfter(last, weeks * 7)), place.today);
}

export interface ChosenDay {
  readonly date: string | null;
  readonly until: string | null;
}

/** The day after the chosen one, or before it, and the strip with it in sight; undefined where there is none. */
export function movedDay(place: StripPlace, by: 1 | -1): ChosenDay | undefined {
  const { oldest, newest } = daysWithinReach(place.today);
  const next = dayAfter(place.chosen, by);
  if (next < oldest || next > newest) return undefined;
  const { days } = stripDays(place);
  const isInSight = days.includes(next);
  const last = days.at(-1) ?? place.today;
  return {
    date: orToday(next, place.today),
    until: orToday(isInSight ? last : within(place, withRoom(next, place, by)), place.today),
  };
}

/** Where the chosen day came from a link: today if it can be seen then, else some days after it. */
function lastToShow({ today, chosen, fits }: StripPlace): string {
  return chosen > dayAfter(today, -fits) ? today : dayAfter(chosen, 3);
}

/** As if the strip had been moved by a week towards it, or to it where it is further away. */
function withRoom(day: string, { fits }: StripPlace, by: 1 | -1): string {
  return by === 1 ? dayAfter(day, 6) : dayAfter(day, fits - 7);
}

function within({ today, fits }: StripPlace, last: string): string {
  const first = dayAfter(daysWithinReach(today).oldest, fits - 1);
  if (last > today) return today;
  return last < first ? first : last;
}

function orToday(day: string, today: string): string | null {
  return day === today ? null : day;
}
