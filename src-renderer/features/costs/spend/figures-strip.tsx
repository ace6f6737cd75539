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
  paceTitle,
  describePace,
  percent,
  shareOf,
} from './spend-messages.ts';
import { aiOf, isAtLeast, monthAtThisPace, type Spending } from './spending.ts';

interface FiguresStripProps {
  /** Undefined while nothing is known. */
  readonly spending: Spending | undefined;
  readonly book: PriceBook;
  /** False where batches may be missing: sums are then at least so much. */
  readonly isWhole: boolean;
  readonly onConsole: () => void;
}

export function FiguresStrip({ spending, book, isWhole, onConsole }: FiguresStripProps) {
  if (spending === undefined) {
    return (
      <FigureStrip label="What was spent">
        {labels.map((label) => (
          <Figure key={label} label={label} value={undefined} sub="reading" />
        ))}
      </FigureStrip>
    );
  }
  const { all, days } = spending;
  const least = isAtLeast(all) || !isWhole ? ', at least' : '';
  const pace = monthAtThisPace(days);
  return (
    <FigureStrip label="What was spent">
      <Figure
        label={`AI spend${least}`}
        value={moneyText(all.ai)}
        unit={percent(shareOf(all.ai, all.total), 1)}
        sub={
          <span title={describeAi(all)}>
            {describeEstimated(aiOf(all.estimated), all.ai) ?? describeAi(all)}
          </span>
        }
      />
      <Figure
        label={`Infrastructure${least}`}
        value={moneyText(all.parts.infrastructure ?? '0')}
        unit={percent(shareOf(all.parts.infrastructure, all.total), 1)}
        sub={
          <span title="DynamoDB, Lambda, Step Functions, SQS and S3">
            {describeEstimated(all.estimated.infrastructure, all.parts.infrastructure) ??
              'all that is not AI'}
          </span>
        }
      />
      <Figure
        label={`Per document${isAtLeast(all) ? ', at least' : ''}`}
        value={all.each === null ? 'unknown' : moneyText(all.each)}
        sub={describeEach(all)}
      />
      <Figure
        label="Month at this pace, forecast"
        value={pace === null ? 'unknown' : moneyText(pace.usd)}
        sub={<span title={paceTitle(pace)}>{describePace(pace)}</span>}
      />
      <ConsoleFigure book={book} onOpen={onConsole} />
    </FigureStrip>
  );
}

const labels = [
  'AI spend',
  'Infrastructure',
  'Per document',
  'Month at this pace, forecast',
  'This console this month',
] as const;

interface ConsoleFigureProps {
  readonly book: PriceBook;
  readonly onOpen: () => void;
}

/** What the console itself has cost this month; it opens the view that says by what. */
function ConsoleFigure({ book, onOpen }: ConsoleFigureProps) {
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
