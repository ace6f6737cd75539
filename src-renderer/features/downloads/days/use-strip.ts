import type { DownloadBatch, DownloadDay } from '#shared/contract/downloads.ts';
import {
  dayAfter,
  dayBounds,
  daysUpTo,
  daysWithinReach,
  formatUtcDay,
} from '#shared/domain/download-days.ts';
import { useWidth } from '#renderer/ui/use-width.ts';
import { parseMoment } from '../batch/batch-text.ts';
import type { DownloadsAddress, GoDownloads } from '../address.ts';
import { standingLabels, type CellStanding } from './day-text.ts';
import { useDays, type DayReading } from './use-days.ts';

export interface Strip extends StripDays {
  readonly measure: (element: HTMLElement | null) => void;
  readonly today: string;
  /** Null while stuck files are shown instead of a day. */
  readonly chosen: string | null;
  /** The readings in the order of the days. */
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
  /** The chosen day was requested, so its neighbours may be read now. */
  readonly isChosenRead: boolean;
}

export function useStrip({ address, go, today, chosen, isChosenRead }: StripParts): Strip {
  const [measure, width] = useWidth();
  const place = { today, until: address.until, chosen, fits: countDaysThatFit(width ?? 0) };
  const shown = listStripDays(place);
  const readings = useDays(shown.days, { today, chosen, isWanted: isChosenRead && width !== null });

  return {
    ...shown,
    measure,
    today,
    chosen: address.standing === null ? chosen : null,
    readings,
    choose: (day) => go({ date: day === today ? null : day, ...nothingOpen }),
    move: (weeks) => go({ until: moveStrip(place, weeks) }, 'replace'),
    step: (days) => {
      const next = moveDay(place, days);
      if (next !== undefined) go({ ...next, ...nothingOpen });
    },
    goToday: () => go({ date: null, until: null, ...nothingOpen }),
  };
}

/** These parts of the address belong to one day. */
const nothingOpen = { batch: null, file: null, status: null, standing: null } as const;

interface StripPlace {
  /** The newest day, which is the pipeline's today. */
  readonly today: string;
  /** The last day of the strip after it was moved; null to keep the chosen day visible. */
  readonly until: string | null;
  readonly chosen: string;
  /** The number of days that fit. */
  readonly fits: number;
}

interface StripDays {
  /** The days, oldest first. */
  readonly days: readonly string[];
  readonly mayGoBack: boolean;
  readonly mayGoOn: boolean;
}

export const fewestDays = 14;
export const mostDays = 42;
/** The width of a day with its gap in pixels. A pointer target must have at least 24. */
const leastRoom = 27;

export function countDaysThatFit(width: number): number {
  return Math.min(mostDays, Math.max(fewestDays, Math.floor(width / leastRoom)));
}

/** Returns the days in the strip, between the oldest one kept and today. */
export function listStripDays(place: StripPlace): StripDays {
  const { today, fits } = place;
  const { oldest } = daysWithinReach(today);
  const last = clampLastDay(place, place.until ?? chooseLastDay(place));
  const days = daysUpTo(last, fits);
  return { days, mayGoBack: (days[0] ?? oldest) > oldest, mayGoOn: last < today };
}

/** Returns the last day of the strip after moving it by a week; null if that is today. */
export function moveStrip(place: StripPlace, weeks: 1 | -1): string | null {
  const last = clampLastDay(place, place.until ?? chooseLastDay(place));
  return toAddressDay(clampLastDay(place, dayAfter(last, weeks * 7)), place.today);
}

interface ChosenDay {
  readonly date: string | null;
  readonly until: string | null;
}

/**
 * Returns the day before or after the chosen one with the strip moved to show it; undefined if there is none.
 */
export function moveDay(place: StripPlace, by: 1 | -1): ChosenDay | undefined {
  const { oldest, newest } = daysWithinReach(place.today);
  const next = dayAfter(place.chosen, by);
  if (next < oldest || next > newest) return undefined;
  const { days } = listStripDays(place);
  const isInSight = days.includes(next);
  const last = days.at(-1) ?? place.today;
  return {
    date: toAddressDay(next, place.today),
    until: toAddressDay(isInSight ? last : clampLastDay(place, moveTowards(next, place, by)), place.today),
  };
}

/**
 * Chooses the end of the strip for a day from a link: today if both are visible then, or else some days after
 * it.
 */
function chooseLastDay({ today, chosen, fits }: StripPlace): string {
  return chosen > dayAfter(today, -fits) ? today : dayAfter(chosen, 3);
}

/** Returns the last day of a strip that shows this day and six more in the direction of the step. */
function moveTowards(day: string, { fits }: StripPlace, by: 1 | -1): string {
  return by === 1 ? dayAfter(day, 6) : dayAfter(day, fits - 7);
}

function clampLastDay({ today, fits }: StripPlace, last: string): string {
  const first = dayAfter(daysWithinReach(today).oldest, fits - 1);
  if (last > today) return today;
  return last < first ? first : last;
}

function toAddressDay(day: string, today: string): string | null {
  return day === today ? null : day;
}

interface StripFigures {
  /** Days that were read and have at least one completed batch. */
  readonly complete: number;
  readonly ended: number;
  /** "06:05", "00:10 +1 d": the median time at which the daily batch completed; null if none has. */
  readonly medianFinish: string | null;
  /** Batches that were started by hand. */
  readonly runsAgain: number;
  /** The number of days in each standing, the most urgent first. */
  readonly standings: readonly (readonly [CellStanding, number])[];
}

/** Sums up the visible days that were read. */
export function summarizeStrip(
  days: readonly { readonly standing: CellStanding; readonly read: DownloadDay | undefined }[],
): StripFigures {
  const batches = days.flatMap(({ read }) => read?.batches ?? []);
  const counts = new Map<CellStanding, number>();
  for (const { standing } of days) counts.set(standing, (counts.get(standing) ?? 0) + 1);
  const ended = days.filter(({ standing }) => endings.has(standing));
  return {
    complete: counts.get('complete') ?? 0,
    ended: ended.length,
    medianFinish: computeMedianFinish(batches),
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

function computeMedianFinish(batches: readonly DownloadBatch[]): string | null {
  const finished = batches
    .filter(({ status, triggeredBy }) => status === 'completed' && triggeredBy === null)
    .map(({ updatedAt, startedAt }) => ({ at: parseMoment(updatedAt), began: parseMoment(startedAt) }))
    // Times are measured from the midnight before the start, so that a batch that ends after the next
    // midnight is the latest and not the earliest.
    .flatMap(({ at, began }) =>
      at === null || began === null ? [] : at - dayBounds(formatUtcDay(began)).from,
    )
    .toSorted((a, b) => a - b);
  const median = finished[Math.floor((finished.length - 1) / 2)];
  if (median === undefined) return null;
  const minutes = Math.floor(median / 60_000);
  const [hour, day] = [Math.floor(minutes / 60) % 24, Math.floor(minutes / 1_440)];
  const time = `${String(hour).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
  return day === 0 ? time : `${time} +${String(day)} d`;
}
