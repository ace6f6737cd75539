import { Chart } from '#renderer/ui/chart/chart.tsx';
import { Figure, FigureStrip } from '#renderer/ui/figure.tsx';
import { Note } from '#renderer/ui/note.tsx';
import { EmptyState } from '#renderer/ui/states.tsx';
import { ViewPart } from '#renderer/ui/view-frame.tsx';
import type { Spend } from '#shared/contract/costs.ts';
import { grouped } from '#shared/domain/formatting.ts';
import type { PriceBook } from '#shared/pricing/price-book.ts';
import { formatDay, formatTileMoney } from '../book/price-messages.ts';
import styles from '../costs.module.css';
import {
  describeAsked,
  periodOf,
  sumPeriod,
  listDailySpend,
  formatSpent,
  describeUnpriced,
  type PeriodSpend,
  type SpendPeriod,
  formatSpendMoney,
  countSpendPlaces,
  type ScreenLine,
  type SpendLine,
} from './console-sums.ts';
import { messages } from '../messages.ts';
import { useReceiptTitles } from '#renderer/contract/use-receipt-titles.ts';
import { IndexName } from '#renderer/ui/key-role.tsx';
import plain from '#renderer/ui/plain-table.module.css';
import { formatCount, formatRru } from '#renderer/ui/receipt-footer.tsx';
import type { SpendSum } from '#shared/pricing/request-costs.ts';
import {
  makeEndColumn,
  makeFigureColumn,
  MoneyTable,
  NoShare,
  makeShareColumn,
  type MoneyColumn,
} from '../money-table.tsx';

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
        <EmptyState title={`No service calls ${periodOf[period].replace('of ', '')}`}>
          {messages.console.noCallsNext}
        </EmptyState>
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

interface PatternSpendTableProps {
  readonly lines: readonly SpendLine[];
  readonly cost: SpendSum;
}

function PatternSpendTable({ lines, cost }: PatternSpendTableProps) {
  const title = useReceiptTitles();
  const places = findPlaces(lines);
  return (
    <MoneyTable
      label="Spent by access pattern"
      lines={lines}
      keyOf={({ key }) => key}
      name={{ title: 'Question', text: ({ pattern }) => title(pattern) }}
      columns={[...patternColumns, makeCostColumn(places), makeShareColumn(lines, cost.usd)]}
      sum={
        <>
          <td className={plain.end}>{formatCount(sumOver(lines, ({ calls }) => calls))}</td>
          <td className={plain.end}>{formatCount(sumOver(lines, ({ items }) => items))}</td>
          <td className={plain.end}>{formatCount(sumOver(lines, ({ rru }) => rru))}</td>
          <SumCell cost={cost} places={places} />
          <NoShare />
        </>
      }
    />
  );
}

const patternColumns: readonly MoneyColumn<SpendLine>[] = [
  {
    title: 'Index',
    cell: ({ index }) => (
      <td className={plain.mono}>{index === null || index === '' ? '' : <IndexName index={index} />}</td>
    ),
  },
  makeFigureColumn('Calls', ({ calls }) => formatCount(calls)),
  makeFigureColumn('Items', ({ items }) => formatCount(items)),
  makeFigureColumn('RRU', ({ rru }) => (rru === 0 ? '' : formatCount(rru))),
];

function ServiceSpendTable({ lines }: { readonly lines: readonly SpendLine[] }) {
  return (
    <MoneyTable
      label="Spent by service"
      lines={lines}
      keyOf={({ key }) => key}
      name={{ title: 'Service', text: ({ pattern }) => pattern }}
      columns={[makeFigureColumn('Asked', describeCalls), makeCostColumn(findPlaces(lines))]}
    />
  );
}

function ScreenSpendTable({ lines }: { readonly lines: readonly ScreenLine[] }) {
  return (
    <MoneyTable
      label="Spent by screen"
      lines={lines}
      keyOf={({ screen }) => screen}
      name={{ title: 'Screen', text: ({ screen }) => screen }}
      columns={makeScreenColumns(countSpendPlaces(lines.map(({ cost }) => cost.usd)))}
    />
  );
}

function makeScreenColumns(places: number): readonly MoneyColumn<ScreenLine>[] {
  return [
    makeFigureColumn('Calls', ({ calls }) => formatCount(calls)),
    makeFigureColumn('RRU', ({ rru }) => formatCount(rru)),
    makeEndColumn('Cost', ({ cost }) => <SumCell cost={cost} places={places} />),
  ];
}

function makeCostColumn(places: number): MoneyColumn<SpendLine> {
  return makeEndColumn('Cost', ({ usd, why }) => <SpentCell usd={usd} why={why} places={places} />);
}

function findPlaces(lines: readonly SpendLine[]): number {
  return countSpendPlaces(lines.map(({ usd }) => usd));
}

/** Describes calls in the unit that the service charges for. */
function describeCalls({ pattern, calls, rru, items }: SpendLine): string {
  if (pattern === 'DynamoDB') return formatRru(rru);
  if (pattern === 'CloudWatch: GetMetricData') return `${formatCount(items)} metrics`;
  return calls === 1 ? '1 call' : `${formatCount(calls)} calls`;
}

function sumOver(lines: readonly SpendLine[], countOf: (line: SpendLine) => number): number {
  return lines.reduce((sum, line) => sum + countOf(line), 0);
}

interface SpentCellProps {
  readonly usd: string | null;
  /** Says why there is no price. */
  readonly why: string | null;
  /** Decimal places of the whole column. */
  readonly places: number;
}

/** Shows dollars, with all digits in the tooltip. A line without a price reads "unpriced", never zero. */
function SpentCell({ usd, why, places }: SpentCellProps) {
  return (
    <td className={plain.end} title={usd === null ? (why ?? '') : `$${usd}`}>
      {usd === null ? (
        <span className={plain.quiet}>unpriced</span>
      ) : Number(usd) === 0 ? (
        <span className={plain.quiet}>free</span>
      ) : (
        formatSpendMoney(usd, places)
      )}
    </td>
  );
}

function SumCell({ cost, places }: { readonly cost: SpendSum; readonly places: number }) {
  return (
    <td className={plain.end} title={`$${cost.usd}`}>
      {formatSpent(cost, places)}
    </td>
  );
}
