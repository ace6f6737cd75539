import { csvFile } from '#shared/domain/exported-file.ts';
import type { PriceBook } from '#shared/pricing/price-book.ts';
import type { PlanEstimate } from './estimate-of.ts';
import { forWords, partTitles } from './plan-words.ts';
import type { TypedPlan } from './read-plan.ts';

export function estimateCsv(plan: TypedPlan, estimate: PlanEstimate, book: PriceBook): string {
  const { parts, total, seconds, reviews } = estimate;
  return csvFile(
    ['Part', 'For', 'USD', 'Documents', 'Seconds', 'Reviews', 'Price book'],
    [
      ...parts.map(({ part, usd }) => [
        partTitles[part],
        forWords(part, plan, estimate),
        usd ?? 'unpriced',
        String(plan.documents),
        '',
        '',
        book.name,
      ]),
      [
        'Together',
        '',
        total,
        String(plan.documents),
        String(seconds),
        reviews === null ? 'unknown' : String(reviews),
        book.name,
      ],
    ],
  );
}
