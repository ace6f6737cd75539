import { Chart } from '#renderer/ui/chart/chart.tsx';
import { Figure, FigureStrip } from '#renderer/ui/figure.tsx';
import { Note } from '#renderer/ui/note.tsx';
import { EmptyState } from '#renderer/ui/states.tsx';
import { ViewPart } from '#renderer/ui/view-frame.tsx';
import type { Spend } from '#shared/contract/costs.ts';
import { grouped } from '#shared/domain/formatting.ts';
import type { PriceBook } from '#shared/pricing/price-book.ts';
import { formatDay, formatTileMoney } from '../book/price-messages.ts';
import styles from './console-parts.module.css';
import {
  describeAsked,
  periodOf,
  sumPeriod,
  listDailySpend,
  formatSpent,
  describeUnpriced,
  type PeriodSpend,
  type SpendPeriod,
} from './console-sums.ts';
import { PatternSpendTable, ScreenSpendTable, ServiceSpendTable } from './console-tables.tsx';
import { messages } from '../messages.ts';

export interface SpendPartsProps {
  readonly spend: Spend;
  readonly shown: PeriodSpend;
  readonly period: SpendPeriod;
  readonly today: string;
  readonly book: PriceBook;
  /** Undefined while it is not known yet. */
  readonly refused: number | undefined;
  readonly onOpenRefused: () => void;
}

export function SpendParts(props: SpendPartsProps) {
  const { spend, shown, period, today, book, refused, onOpenRefused } = props;
  const missing = describeUnpriced(shown.cost);
  return (
    <>
      <SpendFigures spend={spend} today={today} book={book} refused={refused} onOpenRefused={onOpenRefused} />
      {missing === '' ? null : (
        <Note flat tone="warn">
          {missing}
        </Note>
      )}
      {period === 'month' && !spend.month.isWhole ? (
        <Note flat tone="warn">
          {messages.console.notWhole}
        </Note>
      ) : null}
      {shown.rows.length === 0 ? (
        <EmptyState title={`No service calls ${periodOf[period].replace('of ', '')}`} />
      ) : (
        <div className={styles.columns}>
          <ViewPart
            title={messages.console.byPattern}
            hint={period === 'today' ? messages.console.onlyServices : messages.console.dearestFirst}
          >
            <PatternSpendTable lines={shown.byPattern} cost={shown.cost} />
          </ViewPart>
          <div className={styles.side}>
            <ViewPart title={messages.console.byService}>
              <ServiceSpendTable lines={shown.byService} />
            </ViewPart>
            {shown.byScreen === null ? null : (
              <ViewPart title={messages.console.byScreen}>
                <ScreenSpendTable lines={shown.byScreen} />
              </ViewPart>
            )}
          </div>
        </div>
      )}
      <SpendDays days={spend.days} today={today} book={book} />
    </>
  );
}

interface SpendFiguresProps {
  readonly spend: Spend;
  readonly today: string;
  readonly book: PriceBook;
  readonly refused: number | undefined;
  readonly onOpenRefused: () => void;
}

function SpendFigures({ spend, today, book, refused, onOpenRefused }: SpendFiguresProps) {
  const of = (period: SpendPeriod) => sumPeriod(spend, period, today, book);
  const session = of('session');
  const day = of('today');
  const month = of('month');
  const hasMissedADay = !spend.month.isWhole && month.cost.unpriced.length === 0;
  return (
    <FigureStrip label={messages.console.spent}>
      <Figure
        label="This session"
        value={formatSpent(session.cost)}
        sub={describeAsked(session.calls, session.rru)}
      />
      <Figure
        label={messages.console.today}
        value={formatSpent(day.cost)}
        sub={describeAsked(day.calls, day.rru)}
      />
      <Figure
        label={`Since ${formatDay(spend.month.from)}`}
        value={`${hasMissedADay ? 'at least ' : ''}${formatSpent(month.cost)}`}
        sub={describeAsked(month.calls, month.rru)}
      />
      <Figure label="Scans" value="0" sub={messages.console.noScans} />
      <Figure
        label={messages.console.refused}
        value={refused === undefined ? undefined : grouped(refused)}
        sub={messages.console.refusedList}
        onOpen={onOpenRefused}
      />
    </FigureStrip>
  );
}

interface SpendDaysProps {
  readonly days: Spend['days'];
  readonly today: string;
  readonly book: PriceBook;
}

/** Shows whether the console's own reads have become more expensive; it needs at least two days to compare. */
function SpendDays({ days, today, book }: SpendDaysProps) {
  const byDay = listDailySpend(days, today, book);
  if (byDay.length < 2) return null;
  return (
    <ViewPart title={messages.console.byDay} hint={messages.console.kept} padded>
      <Chart
        label={messages.console.perDay}
        kind="stacked-bars"
        series={series}
        points={byDay.map(({ day, tables, others }) => ({
          label: String(Number(day.slice(8))),
          title: formatDay(day),
          values: { tables: Number(tables), others: Number(others) },
          partial: day === today,
        }))}
        format={(usd) => formatTileMoney(String(usd))}
      />
    </ViewPart>
  );
}

const series = [
  { id: 'tables', title: 'DynamoDB', tone: 'data-1' },
  { id: 'others', title: 'other services', tone: 'data-4' },
] as const;
