import type { Spend } from '#shared/contract/spend.ts';
import type { PriceBook } from '#shared/pricing/price-book.ts';
import { Chart } from '#renderer/ui/chart/chart.tsx';
import { ViewPart } from '#renderer/ui/view-frame/view-frame.tsx';
import { dayText } from '../book/price-words.ts';
import { tileMoney } from '../book/tile-money.ts';
import { spendByDay } from './spend-by-day.ts';

export interface SpendDaysProps {
  readonly days: Spend['days'];
  readonly today: string;
  readonly book: PriceBook;
}

/** Whether looking has become dearer; nothing to compare until there are two days. */
export function SpendDays({ days, today, book }: SpendDaysProps) {
  const byDay = spendByDay(days, today, book);
  if (byDay.length < 2) return null;
  return (
    <ViewPart title="By day" hint="35 days are kept on this machine" padded>
      <Chart
        label="Spent by this console a day"
        kind="stacked-bars"
        series={series}
        points={byDay.map(({ day, tables, others }) => ({
          label: String(Number(day.slice(8))),
          title: dayText(day),
          values: { tables: Number(tables), others: Number(others) },
          partial: day === today,
        }))}
        format={(usd) => tileMoney(String(usd))}
      />
    </ViewPart>
  );
}

const series = [
  { id: 'tables', title: 'DynamoDB', tone: 'data-1' },
  { id: 'others', title: 'other services', tone: 'data-4' },
] as const;
