import type { DownloadBatch, DownloadDay } from '#shared/contract/downloads.ts';
import { dayAfter, dayBounds, daysUpTo, daysWithinReach, utcDayOf } from '#shared/domain/download-days.ts';
import { useWidth } from '#renderer/ui/use-width.ts';
import { parseMoment } from '../batch/batch-text.ts';
import type { DownloadsAddress, GoDownloads } from '../downloads-address.ts';
import { standingLabels, type CellStanding } from './day-text.ts';
import { useDays, type DayReading } from './use-days.ts';

export interface Strip extends StripDays {
  readonly measure: (element: HTMLElement | null) => void;
  readonly today: string;
  /** Null while files that do not move are shown in place of a day. */
  readonly chosen: string | null;
  /** In the order of the days. */
  readonly readings: readonly DayReading[];
  readonly choose: (day: string) => void;
  readonly move: (weeks: 1 | -1) => void;
  readonly step: (days: 1 | -1) => void;
  readonly goToday: () => void;
}

interface StripParts {
  readonly address: DownloadsAddress;
  readonly go: GoDownloads;
  readonly today: string;
  readonly chosen: string;
  /** The chosen day has been asked for: it goes before its neighbours. */
  readonly isChosenRead: boolean;
}

export function useStrip({ address, go, today, chosen, isChosenRead }: StripParts): Strip {
  const [measure, width] = useWidth();
  const place = { today, until: address.until, chosen, fits: daysThatFit(width ?? 0) };
  const shown = stripDays(place);
  const readings = useDays(shown.days, { today, chosen, isWanted: isChosenRead && width !== null });

  return {
    ...shown,
    measure,
    today,
    chosen: address.standing === null ? chosen : null,
    readings,
    choose: (day) => go({ date: day === today ? null : day, ...nothingOpen }),
    move: (weeks) => go({ until: movedStrip(place, weeks) }, 'replace'),
    step: (days) => {
      const next = movedDay(place, days);
      if (next !== undefined) go({ ...next, ...nothingOpen });
    },
    goToday: () => go({ date: null, until: null, ...nothingOpen }),
  };
}

/** Of another day. */
const nothingOpen = { batch: null, file: null, status: null, standing: null } as const;

interface StripPlace {
  /** The newest day there is, which is the pipeline's today. */
  readonly today: string;
  /** The last day of the strip as somebody has moved it; null: wherever the chosen day can be seen. */
  readonly until: string | null;
  readonly chosen: string;
  /** How many days there is room for. */
  readonly fits: number;
}

interface StripDays {
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

interface ChosenDay {
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

interface StripFigures {
  /** Days that were read and have at least one batch that ended. */
  readonly complete: number;
  readonly ended: number;
  /** "06:05", "00:10 +1 d": when the batch of the daily schedule had ended as completed; null where none has. */
  readonly medianFinish: string | null;
  /** Batches that somebody has started by hand. */
  readonly runsAgain: number;
  /** How many days stand how, the most pressing first. */
  readonly standings: readonly (readonly [CellStanding, number])[];
}

/** What the days in sight come to; of what was not read nothing is said. */
export function stripFigures(
  days: readonly { readonly standing: CellStanding; readonly read: DownloadDay | undefined }[],
): StripFigures {
  const batches = days.flatMap(({ read }) => read?.batches ?? []);
  const counts = new Map<CellStanding, number>();
  for (const { standing } of days) counts.set(standing, (counts.get(standing) ?? 0) + 1);
  const ended = days.filter(({ standing }) => endings.has(standing));
  return {
    complete: counts.get('complete') ?? 0,
    ended: ended.length,
    medianFinish: medianFinish(batches),
    runsAgain: batches.filter(({ triggeredBy }) => triggeredBy !== null).length,
    standings: order.flatMap((standing) => {
      const count = counts.get(standing);
      return count === undefined ? [] : [[standing, count] as const];
    }),
  };
}

const endings: ReadonlySet<CellStanding> = new Set([
  'complete',
  'some failed',
  'missing',
  'timed out',
  'failed',
]);

const order = Object.keys(standingLabels) as CellStanding[];

function medianFinish(batches: readonly DownloadBatch[]): string | null {
  const finished = batches
    .filter(({ status, triggeredBy }) => status === 'completed' && triggeredBy === null)
    .map(({ updatedAt, startedAt }) => ({ at: parseMoment(updatedAt), began: parseMoment(startedAt) }))
    // From the midnight before it began: one that ends after the next is later than all others, not earlier.
    .flatMap(({ at, began }) => (at === null || began === null ? [] : at - dayBounds(utcDayOf(began)).from))
    .toSorted((a, b) => a - b);
  const median = finished[Math.floor((finished.length - 1) / 2)];
  if (median === undefined) return null;
  const minutes = Math.floor(median / 60_000);
  const [hour, day] = [Math.floor(minutes / 60) % 24, Math.floor(minutes / 1_440)];
  const time = `${String(hour).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
  return day === 0 ? time : `${time} +${String(day)} d`;
}
