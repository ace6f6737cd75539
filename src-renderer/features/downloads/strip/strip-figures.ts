import type { DownloadBatch, DownloadDay } from '#shared/contract/downloads/downloads.ts';
import { dayBounds, utcDayOf } from '#shared/domain/downloads/days.ts';
import { momentOf } from '../batch/batch-words.ts';
import type { CellStanding } from './day-words.ts';
import { standingWords } from './day-words.ts';

export interface StripFigures {
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

const order = Object.keys(standingWords) as CellStanding[];

function medianFinish(batches: readonly DownloadBatch[]): string | null {
  const finished = batches
    .filter(({ status, triggeredBy }) => status === 'completed' && triggeredBy === null)
    .map(({ updatedAt, startedAt }) => ({ at: momentOf(updatedAt), began: momentOf(startedAt) }))
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
