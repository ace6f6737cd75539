import { useReceiptTitles } from '#renderer/contract/use-receipt-titles.ts';
import { IndexName } from '#renderer/ui/index-name.tsx';
import plain from '#renderer/ui/plain-table.module.css';
import { countWords, rruWords } from '#renderer/ui/receipt-footer.tsx';
import type { SpendSum } from '#shared/pricing/request-costs.ts';
import {
  endColumn,
  figureColumn,
  MoneyTable,
  NoShare,
  shareColumn,
  type MoneyColumn,
} from '../money-table.tsx';
import { spendMoney, spendPlaces, spentText, type ScreenLine, type SpendLine } from './console-sums.ts';

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
      columns={[...patternColumns, costColumn(places), shareColumn(lines, cost.usd)]}
      sum={
        <>
          <td className={plain.end}>{countWords(sumOver(lines, ({ calls }) => calls))}</td>
          <td className={plain.end}>{countWords(sumOver(lines, ({ items }) => items))}</td>
          <td className={plain.end}>{countWords(sumOver(lines, ({ rru }) => rru))}</td>
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
  figureColumn('Calls', ({ calls }) => countWords(calls)),
  figureColumn('Items', ({ items }) => countWords(items)),
  figureColumn('RRU', ({ rru }) => (rru === 0 ? '' : countWords(rru))),
];

export function ServiceSpendTable({ lines }: { readonly lines: readonly SpendLine[] }) {
  return (
    <MoneyTable
      label="Spent by service"
      lines={lines}
      keyOf={({ key }) => key}
      name={{ title: 'Service', text: ({ pattern }) => pattern }}
      columns={[figureColumn('Asked', askedText), costColumn(findPlaces(lines))]}
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
      columns={screenColumns(spendPlaces(lines.map(({ cost }) => cost.usd)))}
    />
  );
}

function screenColumns(places: number): readonly MoneyColumn<ScreenLine>[] {
  return [
    figureColumn('Calls', ({ calls }) => countWords(calls)),
    figureColumn('RRU', ({ rru }) => countWords(rru)),
    endColumn('Cost', ({ cost }) => <SumCell cost={cost} places={places} />),
  ];
}

function costColumn(places: number): MoneyColumn<SpendLine> {
  return endColumn('Cost', ({ usd, why }) => <SpentCell usd={usd} why={why} places={places} />);
}

function findPlaces(lines: readonly SpendLine[]): number {
  return spendPlaces(lines.map(({ usd }) => usd));
}

/** By what the service charges for. */
function askedText({ pattern, calls, rru, items }: SpendLine): string {
  if (pattern === 'DynamoDB') return rruWords(rru);
  if (pattern === 'CloudWatch: GetMetricData') return `${countWords(items)} metrics`;
  return calls === 1 ? '1 call' : `${countWords(calls)} calls`;
}

function sumOver(lines: readonly SpendLine[], countOf: (line: SpendLine) => number): number {
  return lines.reduce((sum, line) => sum + countOf(line), 0);
}

interface SpentCellProps {
  readonly usd: string | null;
  /** Why there is no price. */
  readonly why: string | null;
  /** Of the column. */
  readonly places: number;
}

/** Dollars, with all their digits for the pointer; what has no price is unpriced and never nothing. */
function SpentCell({ usd, why, places }: SpentCellProps) {
  return (
    <td className={plain.end} title={usd === null ? (why ?? '') : `$${usd}`}>
      {usd === null ? (
        <span className={plain.quiet}>unpriced</span>
      ) : Number(usd) === 0 ? (
        <span className={plain.quiet}>free</span>
      ) : (
        spendMoney(usd, places)
      )}
    </td>
  );
}

function SumCell({ cost, places }: { readonly cost: SpendSum; readonly places: number }) {
  return (
    <td className={plain.end} title={`$${cost.usd}`}>
      {spentText(cost, places)}
    </td>
  );
}
