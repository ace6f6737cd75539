import { useMemo } from 'react';
import { sumOfSpend } from '#shared/pricing/console-spend.ts';
import { useKept } from '#renderer/contract/use-kept.ts';
import { Segmented } from '#renderer/ui/segmented/segmented.tsx';
import { ViewFrame } from '#renderer/ui/view-frame/view-frame.tsx';
import { BookPricesButton } from '../book/book-prices-button.tsx';
import { usePriceBook } from '../book/use-price-book.ts';
import { CsvButton } from '../csv/csv-button.tsx';
import { SpendParts } from './spend-parts.tsx';
import type { SpendPartsProps } from './spend-parts.tsx';
import { spendCsv } from './spend-csv.ts';
import { periodSpend, spendPeriods } from './spend-sums.ts';
import type { SpendPeriod } from './spend-sums.ts';
import { periodOf, periodWords } from './spend-words.ts';

export type ConsoleSpendProps = Pick<SpendPartsProps, 'spend' | 'today' | 'refused' | 'onOpenRefused'>;

export function ConsoleSpend(props: ConsoleSpendProps) {
  const { spend, today } = props;
  const { book } = usePriceBook();
  const [period, keep] = useKept<SpendPeriod>(periodKey, 'session');
  const shown = useMemo(() => periodSpend(spend, period, today, book), [spend, period, today, book]);
  return (
    <ViewFrame
      low
      title="This console"
      sub="as the services counted it, priced by list"
      actions={
        <>
          <Segmented
            label="Period"
            size="sm"
            value={period}
            onChange={(next) => keep(() => next)}
            options={spendPeriods.map((value) => ({ value, label: periodWords[value] }))}
          />
          <CsvButton
            name={`sluice-this-console-${period}`}
            csv={() => spendCsv(period, shown, book)}
            disabled={shown.rows.length === 0}
          />
          <BookPricesButton figureOf={(by) => sumOfSpend(shown.rows, by).usd} figureName={periodOf[period]} />
        </>
      }
    >
      <SpendParts {...props} shown={shown} period={period} book={book} />
    </ViewFrame>
  );
}

const periodKey = ['costs.console'];
