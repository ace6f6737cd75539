import { grouped } from '#shared/domain/grouped-number.ts';
import { shortDay } from './sums/days.ts';
import type { Forecast } from './sums/forecast.ts';
import { percent, shareOf } from './sums/share-words.ts';
import type { Spend } from './sums/spend-of.ts';

/** "Textract 64 %, gap-fill 20 %": of all that was spent, the two that are most of it. */
export function aiWords({ parts, total, documents }: Spend): string {
  const shares = [
    ['Textract', parts.textract],
    ['gap-fill', parts.gapFill],
    ['verify', parts.verify],
  ] as const;
  const words = shares
    .flatMap(([name, usd]) => {
      const share = shareOf(usd, total);
      return share === null ? [] : [{ name, share }];
    })
    .toSorted((a, b) => b.share - a.share)
    .slice(0, 2)
    .map(({ name, share }) => `${name} ${percent(share)}`);
  if (words.length > 0) return words.join(', ');
  return documents === 0 ? 'no documents' : 'nothing that has a price';
}

/** "49 % of it estimated"; undefined where all of it was metered. */
export function estimatedWords(estimated: string | null, whole: string | null): string | undefined {
  const share = shareOf(estimated, whole ?? '0');
  return share === null || share === 0 ? undefined : `${percent(share)} of it estimated`;
}

export function eachWords({ usage, unread }: Spend): string {
  if (usage.processed > 0) return `mean of ${grouped(usage.processed)} metered`;
  return unread > 0 ? 'none metered yet' : 'no documents were worked on';
}

/** "last 7 whole days, times 30" */
export function paceWords(forecast: Forecast | null): string {
  if (forecast === null) return 'needs a whole day: choose 7 days';
  const { wholeDays, daysOfMonth } = forecast;
  return `${wholeDays === 1 ? 'the last whole day' : `mean of ${String(wholeDays)} whole days`} × ${String(daysOfMonth)}`;
}

export function paceTitle(forecast: Forecast | null): string {
  if (forecast === null) return 'A part of a day says nothing about a month.';
  const { from, to, wholeDays, month, daysOfMonth } = forecast;
  const days = wholeDays === 1 ? shortDay(to) : `${shortDay(from)} to ${shortDay(to)}`;
  return `What ${days} cost, a day on average, times the ${String(daysOfMonth)} days of ${month}. Nothing says that it will go on so.`;
}
