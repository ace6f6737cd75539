import type { SpendSum } from '#shared/pricing/console-spend.ts';
import { useReceiptTitles } from '#renderer/contract/use-receipt-titles.ts';
import { IndexName } from '#renderer/ui/index-name/index-name.tsx';
import plain from '#renderer/ui/plain-table/plain-table.module.css';
import { countWords } from '#renderer/ui/receipt-footer/receipt-words.ts';
import { ShareBar } from '../share/share-bar.tsx';
import share from '../share/share-bar.module.css';
import type { SpendLine } from './spend-sums.ts';
import { SpentCell } from './spent-cell.tsx';
import { spendPlaces, spentText } from './spend-words.ts';

export interface PatternSpendTableProps {
  readonly lines: readonly SpendLine[];
  readonly cost: SpendSum;
}

export function PatternSpendTable({ lines, cost }: PatternSpendTableProps) {
  const title = useReceiptTitles();
  const places = spendPlaces(lines.map(({ usd }) => usd));
  const largest = Math.max(0, ...lines.map(({ usd }) => Number(usd ?? 0)));
  return (
    <table className={plain.table} aria-label="Spent by access pattern">
      <thead>
        <tr>
          <th scope="col">Question</th>
          <th scope="col">Index</th>
          <th scope="col" className={plain.end}>
            Calls
          </th>
          <th scope="col" className={plain.end}>
            Items
          </th>
          <th scope="col" className={plain.end}>
            RRU
          </th>
          <th scope="col" className={plain.end}>
            Cost
          </th>
          <th scope="col" className={share.share}>
            Share
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.key}>
            <th scope="row">{title(line.pattern)}</th>
            <td className={plain.mono}>
              {line.index === null || line.index === '' ? '' : <IndexName index={line.index} />}
            </td>
            <td className={plain.end}>{countWords(line.calls)}</td>
            <td className={plain.end}>{countWords(line.items)}</td>
            <td className={plain.end}>{line.rru === 0 ? '' : countWords(line.rru)}</td>
            <SpentCell usd={line.usd} why={line.why} places={places} />
            <ShareBar usd={line.usd} largest={largest} total={Number(cost.usd)} />
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={2}>
            Together
          </th>
          <td className={plain.end}>{countWords(sumOf(lines, ({ calls }) => calls))}</td>
          <td className={plain.end}>{countWords(sumOf(lines, ({ items }) => items))}</td>
          <td className={plain.end}>{countWords(sumOf(lines, ({ rru }) => rru))}</td>
          <td className={plain.end} title={`$${cost.usd}`}>
            {spentText(cost, places)}
          </td>
          <td className={share.share} aria-hidden />
        </tr>
      </tfoot>
    </table>
  );
}

function sumOf(lines: readonly SpendLine[], of: (line: SpendLine) => number): number {
  return lines.reduce((sum, line) => sum + of(line), 0);
}
