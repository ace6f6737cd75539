import type { ReactNode } from 'react';
import { Button } from '#renderer/ui/button.tsx';
import type { ChartPoint, ChartSeries } from '#renderer/ui/chart/chart-data.ts';
import { Chart } from '#renderer/ui/chart/chart.tsx';
import { Note } from '#renderer/ui/note.tsx';
import { Pane } from '#renderer/ui/pane.tsx';
import { PartBars } from '#renderer/ui/part-bars.tsx';
import { makeScrollReachable } from '#renderer/ui/make-scroll-reachable.ts';
import { SkeletonRows } from '#renderer/ui/skeleton.tsx';
import { EmptyState } from '#renderer/ui/states.tsx';
import { grouped } from '#shared/domain/formatting.ts';
import { costParts } from '#shared/pricing/document-cost.ts';
import { moneyText } from '#shared/pricing/decimal.ts';
import type { PriceBook } from '#shared/pricing/price-book.ts';
import { formatLongDay, formatShortDay } from './days.ts';
import styles from './spend.module.css';
import {
  partTitles,
  percent,
  calculateShare,
  describeAi,
  describeEach,
  describeEstimated,
  explainPace,
  describePace,
} from './spend-messages.ts';
import type { SpendViewProps } from './spend-view.tsx';
import {
  sumAiParts,
  noUsd,
  scaleParts,
  type DaySpend,
  type Spend,
  type Spending,
  isAtLeast,
  forecastMonth,
} from './spending.ts';
import { StagePane } from './stage-pane.tsx';
import { WhoSpent } from './who-spent.tsx';
import { messages } from '../messages.ts';
import { useWatch } from '#renderer/contract/use-operation.ts';
import { Figure, FigureStrip } from '#renderer/ui/figure.tsx';
import { sumOfSpend } from '#shared/pricing/request-costs.ts';

interface SpendLayoutProps extends Pick<SpendViewProps, 'address' | 'go'> {
  /** Undefined while nothing is known. */
  readonly spending: Spending | undefined;
  readonly book: PriceBook;
  /** False where something may be missing, so that sums are shown with "at least". */
  readonly isWhole: boolean;
  readonly isListing: boolean;
  readonly trouble: string | null;
  readonly onReadAgain: () => void;
  readonly onDay: (day: string) => void;
  /** The name of the tenant in the address. */
  readonly tenantName: string;
  readonly list: ReactNode;
  /** The gaps and assumptions of the figures, one sentence each. */
  readonly notes: readonly string[];
  /** The last headline figure, instead of what the console itself has spent. */
  readonly figure?: ReactNode;
  readonly empty: { readonly title: string; readonly text: string };
}

/** Lays out what was spent, whether it was metered for this page or summed by the pipeline. */
export function SpendLayout(props: SpendLayoutProps) {
  const { address, go, spending, book, isWhole, isListing, trouble, onReadAgain } = props;
  const { onDay, tenantName, list, notes, figure, empty } = props;
  return (
    <div className={styles.spend}>
      {trouble === null ? null : (
        <Note
          tone="warn"
          flat
          live
          action={
            <Button size="sm" icon="retry" onClick={onReadAgain}>
              {messages.spend.tryAgain}
            </Button>
          }
        >
          {trouble}
        </Note>
      )}
      <FiguresStrip
        spending={spending}
        book={book}
        isWhole={isWhole}
        last={figure}
        onConsole={() => go({ view: 'console' })}
      />
      {spending === undefined ? (
        <SkeletonRows rows={8} label={messages.spend.listing} />
      ) : spending.all.batches === 0 && !isListing ? (
        <EmptyState title={empty.title}>
          <p>{empty.text}</p>
        </EmptyState>
      ) : (
        <>
          <div className={styles.charts}>
            <DayChart days={spending.days} onDay={onDay} />
            <WhoSpent spending={spending} tenantName={tenantName} address={address} go={go} />
            <OneDocument spend={spending.all} />
          </div>
          <div className={styles.lower}>
            <div className={styles.list}>{list}</div>
            <StagePane all={spending.all} book={book} notes={notes} />
          </div>
        </>
      )}
    </div>
  );
}

interface DayChartProps {
  readonly days: readonly DaySpend[];
  readonly onDay: (day: string) => void;
}

function DayChart({ days, onDay }: DayChartProps) {
  const points = days.map(toChartPoint);
  const shown = series.filter(({ id }) => id !== 'estimated' || days.some(({ spend }) => spend.unread > 0));
  return (
    <Pane
      head={{
        title: messages.spend.eachDay,
      }}
      body="fixed"
      padded
    >
      <Chart
        label={messages.spend.perDay}
        kind="stacked-bars"
        series={shown}
        points={points}
        format={money}
        axisFormat={formatAxisMoney}
        height={128}
        onOpen={(point) => {
          const at = points.indexOf(point);
          if (days[at] !== undefined) onDay(days[at].day);
        }}
      />
    </Pane>
  );
}

const series: readonly ChartSeries[] = [
  { id: 'ai', title: 'AI', tone: 'data-1' },
  { id: 'infrastructure', title: 'Infrastructure', tone: 'data-5' },
  { id: 'estimated', title: 'Estimated', tone: 'data-1', estimated: true },
];

function toChartPoint({ day, isPartial, spend }: DaySpend): ChartPoint {
  return {
    label: formatShortDay(day),
    title: formatLongDay(day),
    partial: isPartial,
    values: {
      ai: Number(sumAiParts(spend.metered)),
      infrastructure: Number(spend.metered.infrastructure ?? 0),
      estimated: Number(spend.estimatedTotal),
    },
  };
}

function money(usd: number): string {
  return usd === 0 ? '$0' : moneyText(usd.toFixed(12), { tiny: 'sign' });
}

/** Formats "$80" and "$0.25": a round number needs no cents. */
function formatAxisMoney(usd: number): string {
  return money(usd).replace(/\.0+$/, '');
}

/** Shows the mean of the metered documents by stage. */
function OneDocument({ spend }: { readonly spend: Spend }) {
  const { usage, metered, each } = spend;
  const parts = usage.processed === 0 ? noUsd : scaleParts(metered, 1, usage.processed);
  return (
    <Pane
      head={{
        title: messages.spend.oneDocument,
        actions: <b className={styles.total}>{each === null ? 'unknown' : moneyText(each)}</b>,
      }}
      body="fixed"
    >
      <div ref={makeScrollReachable} className={styles.scrolls}>
        <PartBars
          parts={costParts.map((part) => {
            const usd = parts[part];
            return {
              part,
              title: partTitles[part],
              size: usd === null ? null : Number(usd),
              money: usd === null ? '—' : moneyText(usd, { places: 4, tiny: 'sign' }),
            };
          })}
        />
        <p className={styles.note}>{describeMean(spend)}</p>
      </div>
    </Pane>
  );
}

/** "Mean of the 1,990 metered, 1.4 pages each. AI is 98 % of it." */
function describeMean({ usage, metered, meteredTotal }: Spend): string {
  const { processed, textract } = usage;
  if (processed === 0) return messages.spend.noneMetered;
  const read = textract.documents - textract.unknown;
  const pages = read === 0 ? '' : `, ${(textract.pages / read).toFixed(1)} pages each`;
  const ai = percent(calculateShare(sumAiParts(metered), meteredTotal));
  return `Mean of the ${grouped(processed)} metered${pages}. ${ai === '' ? '' : `AI is ${ai} of it.`}`;
}

interface FiguresStripProps {
  /** Undefined while nothing is known. */
  readonly spending: Spending | undefined;
  readonly book: PriceBook;
  /** False where batches may be missing, so that sums are shown with "at least". */
  readonly isWhole: boolean;
  readonly last: ReactNode;
  readonly onConsole: () => void;
}

function FiguresStrip({ spending, book, isWhole, last, onConsole }: FiguresStripProps) {
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
  const pace = forecastMonth(spending);
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
        sub={<span title={explainPace(pace, days.length)}>{describePace(pace, days.length)}</span>}
      />
      {last ?? <ConsoleFigure book={book} onOpen={onConsole} />}
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
