import { useWatch } from '#renderer/contract/use-operation.ts';
import { Figure, FigureStrip } from '#renderer/ui/figure.tsx';
import { grouped } from '#shared/domain/formatting.ts';
import { sumOfSpend } from '#shared/pricing/request-costs.ts';
import { moneyText } from '#shared/pricing/decimal.ts';
import type { PriceBook } from '#shared/pricing/price-book.ts';
import {
  describeAi,
  describeEach,
  describeEstimated,
  explainPace,
  describePace,
  percent,
  calculateShare,
} from './spend-messages.ts';
import { sumAiParts, isAtLeast, forecastMonth, type Spending } from './spending.ts';
import { messages } from '../messages.ts';

interface FiguresStripProps {
  /** Undefined while nothing is known. */
  readonly spending: Spending | undefined;
  readonly book: PriceBook;
  /** False where batches may be missing, so that sums are shown with "at least". */
  readonly isWhole: boolean;
  readonly onConsole: () => void;
}

export function FiguresStrip({ spending, book, isWhole, onConsole }: FiguresStripProps) {
  if (spending === undefined) {
    return (
      <FigureStrip label={messages.spend.whatWasSpent}>
        {labels.map((label) => (
          <Figure key={label} label={label} value={undefined} sub="reading" />
        ))}
      </FigureStrip>
    );
  }
  const { all, days } = spending;
  const least = isAtLeast(all) || !isWhole ? ', at least' : '';
  const pace = forecastMonth(days);
  return (
    <FigureStrip label={messages.spend.whatWasSpent}>
      <Figure
        label={`AI spend${least}`}
        value={moneyText(all.ai)}
        unit={percent(calculateShare(all.ai, all.total), 1)}
        sub={
          <span title={describeAi(all)}>
            {describeEstimated(sumAiParts(all.estimated), all.ai) ?? describeAi(all)}
          </span>
        }
      />
      <Figure
        label={`Infrastructure${least}`}
        value={moneyText(all.parts.infrastructure ?? '0')}
        unit={percent(calculateShare(all.parts.infrastructure, all.total), 1)}
        sub={
          <span title={messages.spend.services}>
            {describeEstimated(all.estimated.infrastructure, all.parts.infrastructure) ??
              messages.spend.notAi}
          </span>
        }
      />
      <Figure
        label={`Per document${isAtLeast(all) ? ', at least' : ''}`}
        value={all.each === null ? 'unknown' : moneyText(all.each)}
        sub={describeEach(all)}
      />
      <Figure
        label={messages.spend.monthAtPace}
        value={pace === null ? 'unknown' : moneyText(pace.usd)}
        sub={<span title={explainPace(pace)}>{describePace(pace)}</span>}
      />
      <ConsoleFigure book={book} onOpen={onConsole} />
    </FigureStrip>
  );
}

const labels = [
  'AI spend',
  'Infrastructure',
  messages.spend.perDocument,
  messages.spend.monthAtPace,
  messages.spend.consoleThisMonth,
] as const;

interface ConsoleFigureProps {
  readonly book: PriceBook;
  readonly onOpen: () => void;
}

/** Shows this month's cost of the console itself, and opens the view with the details. */
function ConsoleFigure({ book, onOpen }: ConsoleFigureProps) {
  const { value } = useWatch('spend.watch', {});
  const label = messages.spend.consoleThisMonth;
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
