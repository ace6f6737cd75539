import type { StandingKind } from '#shared/contract/downloads/downloads.ts';

export const standingTitles: Readonly<Record<StandingKind, string>> = {
  stuck: 'Stuck downloading',
  'never-picked-up': 'Never picked up',
};

/** "30 min", "2 h", "7 d" */
export function minutesWords(minutes: number): string {
  if (minutes >= 1_440 && minutes % 1_440 === 0) return `${String(minutes / 1_440)} d`;
  return minutes >= 60 && minutes % 60 === 0 ? `${String(minutes / 60)} h` : `${String(minutes)} min`;
}

export function emptyWords(kind: StandingKind, minutes: number): string {
  return kind === 'stuck'
    ? `No file has been downloading for over ${minutesWords(minutes)}`
    : `No file has waited for over ${minutesWords(minutes)}`;
}

/** What an empty list says nothing about. */
export function notAskedWords(kind: StandingKind): string {
  return kind === 'stuck'
    ? 'Files that have been downloading for less, and those that wait, were not asked for.'
    : 'Files that have waited for less, and those that are downloading, were not asked for.';
}

/** Those that are offered, and the one of the address where it is another. */
export function minutesOffered(chosen: number): readonly number[] {
  return [...new Set([...usual, chosen])].toSorted((a, b) => a - b);
}

const usual = [5, 15, 30, 60, 180, 720, 1_440, 10_080];
