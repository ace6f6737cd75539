import { sumOfSpend } from '#shared/pricing/console-spend.ts';
import { grouped } from '#shared/domain/grouped-number.ts';
import { moneyText } from '#shared/pricing/money-text.ts';
import type { PriceBook } from '#shared/pricing/price-book.ts';
import { useWatch } from '#renderer/contract/use-watch.ts';
import { Figure } from '#renderer/ui/figure/figure.tsx';

export interface ConsoleFigureProps {
  readonly book: PriceBook;
  readonly onOpen: () => void;
}

/** What the console itself has cost this month; it opens the view that says by what. */
export function ConsoleFigure({ book, onOpen }: ConsoleFigureProps) {
  const { value } = useWatch('spend.watch', {});
  const label = 'This console this month';
  if (value === undefined) return <Figure label={label} value={undefined} sub="reading" onOpen={onOpen} />;
  const { rows, isWhole } = value.month;
  const { usd, unpriced } = sumOfSpend(rows, book);
  const calls = rows.reduce((sum, row) => sum + row.calls, 0);
  const isLeast = unpriced.length > 0 || !isWhole;
  return (
    <Figure
      label={isLeast ? `${label}, at least` : label}
      value={moneyText(usd, { tiny: 'sign' })}
      sub={calls === 1 ? 'by 1 call from this machine' : `by ${grouped(calls)} calls from this machine`}
      onOpen={onOpen}
    />
  );
}
