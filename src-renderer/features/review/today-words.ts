import type { Desk } from '#shared/contract/review/decisions.ts';
import { grouped } from '#shared/domain/grouped-number.ts';
import { spanWords } from '#renderer/ui/relative-time/relative-words.ts';

type Today = Desk['today'];

/** What was taken back was not decided. */
export function decidedToday({ approved, rejected, undone }: Today): number {
  return Math.max(0, approved + rejected - undone);
}

/** "Today 14 decided, 2 checked, median 7.4 s, n = 14". Empty before the first. */
export function todayWords(today: Today): string {
  const { checked, handedOver, medianSeconds, of } = today;
  const decided = decidedToday(today);
  const parts = [
    decided > 0 && `${grouped(decided)} decided`,
    checked > 0 && `${grouped(checked)} checked`,
    handedOver > 0 && `${grouped(handedOver)} handed over`,
    medianSeconds !== null && `median ${secondsWords(medianSeconds)}, n\u00A0=\u00A0${grouped(of)}`,
  ].filter((part) => part !== false);
  return parts.length === 0 ? '' : `Today ${parts.join(', ')}`;
}

/** "7.4 s"; a longer one needs no tenth. */
export function secondsWords(seconds: number): string {
  return seconds < 10 ? `${seconds.toFixed(1)}\u00A0s` : spanWords(seconds * 1_000);
}
