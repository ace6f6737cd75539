import plain from '#renderer/ui/plain-table/plain-table.module.css';
import { countWords } from '#renderer/ui/receipt-footer/receipt-words.ts';
import type { ScreenLine } from './spend-sums.ts';
import { spendPlaces, spentText } from './spend-words.ts';

export function ScreenSpendTable({ lines }: { readonly lines: readonly ScreenLine[] }) {
  const places = spendPlaces(lines.map(({ cost }) => cost.usd));
  return (
    <table className={plain.table} aria-label="Spent by screen">
      <thead>
        <tr>
          <th scope="col">Screen</th>
          <th scope="col" className={plain.end}>
            Calls
          </th>
          <th scope="col" className={plain.end}>
            RRU
          </th>
          <th scope="col" className={plain.end}>
            Cost
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ screen, calls, rru, cost }) => (
          <tr key={screen}>
            <th scope="row">{screen}</th>
            <td className={plain.end}>{countWords(calls)}</td>
            <td className={plain.end}>{countWords(rru)}</td>
            <td className={plain.end} title={`$${cost.usd}`}>
              {spentText(cost, places)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
