import { useReceiptTitles } from '#renderer/contract/use-receipt-titles.ts';
import { IndexName } from '#renderer/ui/index-name.tsx';
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
import {
  formatSpendMoney,
  countSpendPlaces,
  formatSpent,
  type ScreenLine,
  type SpendLine,
} from './console-sums.ts';

interface PatternSpendTableProps {
  readonly lines: readonly SpendLine[];
  readonly cost: SpendSum;
}

export function PatternSpendTable({ lines, cost }: PatternSpendTableProps) {
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

export function ServiceSpendTable({ lines }: { readonly lines: readonly SpendLine[] }) {
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

export function ScreenSpendTable({ lines }: { readonly lines: readonly ScreenLine[] }) {
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
