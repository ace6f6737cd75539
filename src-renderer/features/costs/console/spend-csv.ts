import type { Spend } from '#shared/contract/spend.ts';
import { csvFile } from '#shared/domain/exported-file.ts';
import { spendCost } from '#shared/pricing/console-spend.ts';
import type { PriceBook } from '#shared/pricing/price-book.ts';
import type { PeriodSpend, SpendPeriod } from './spend-sums.ts';
import { periodWords } from './spend-words.ts';

/** Row by row as it was counted, with exact dollars. */
export function spendCsv(period: SpendPeriod, { rows }: Pick<PeriodSpend, 'rows'>, book: PriceBook): string {
  return csvFile(
    ['Period', 'Screen', 'Pattern', 'Index', 'Calls', 'Items', 'RRU', 'USD', 'Not priced', 'Price book'],
    rows.map((row) => {
      const { usd, why } = spendCost(row, book);
      return [
        periodWords[period],
        screenOf(row),
        row.pattern,
        row.index ?? '',
        String(row.calls),
        String(row.items),
        String(row.rru),
        usd ?? '',
        why ?? '',
        book.name,
      ];
    }),
  );
}

function screenOf(row: PeriodSpend['rows'][number] | Spend['rows'][number]): string {
  return 'screen' in row ? row.screen : '';
}
