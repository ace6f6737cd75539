import type { Spend } from '#shared/contract/spend.ts';
import { grouped } from '#shared/domain/grouped-number.ts';
import type { PriceBook } from '#shared/pricing/price-book.ts';
import { Figure, FigureStrip } from '#renderer/ui/figure/figure.tsx';
import { dayText } from '../book/price-words.ts';
import { periodSpend } from './spend-sums.ts';
import type { SpendPeriod } from './spend-sums.ts';
import { askedWords, spentText } from './spend-words.ts';

export interface SpendFiguresProps {
  readonly spend: Spend;
  readonly today: string;
  readonly book: PriceBook;
  readonly refused: number | undefined;
  readonly onOpenRefused: () => void;
}

export function SpendFigures({ spend, today, book, refused, onOpenRefused }: SpendFiguresProps) {
  const of = (period: SpendPeriod) => periodSpend(spend, period, today, book);
  const session = of('session');
  const day = of('today');
  const month = of('month');
  const hasMissedADay = !spend.month.isWhole && month.cost.unpriced.length === 0;
  return (
    <FigureStrip label="What this console has spent">
      <Figure
        label="This session"
        value={spentText(session.cost)}
        sub={askedWords(session.calls, session.rru)}
      />
      <Figure label="Today, by UTC" value={spentText(day.cost)} sub={askedWords(day.calls, day.rru)} />
      <Figure
        label={`Since ${dayText(spend.month.from)}`}
        value={`${hasMissedADay ? 'at least ' : ''}${spentText(month.cost)}`}
        sub={askedWords(month.calls, month.rru)}
      />
      <Figure label="Scans" value="0" sub="the console has no word for one" />
      <Figure
        label="Questions refused"
        value={refused === undefined ? undefined : grouped(refused)}
        sub="see the Explorer for the list"
        onOpen={onOpenRefused}
      />
    </FigureStrip>
  );
}
