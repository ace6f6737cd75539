import plain from '#renderer/ui/plain-table/plain-table.module.css';
import { countWords, rruWords } from '#renderer/ui/receipt-footer/receipt-words.ts';
import type { SpendLine } from './spend-sums.ts';
import { spendPlaces } from './spend-words.ts';
import { SpentCell } from './spent-cell.tsx';

export function ServiceSpendTable({ lines }: { readonly lines: readonly SpendLine[] }) {
  const places = spendPlaces(lines.map(({ usd }) => usd));
  return (
    <table className={plain.table} aria-label="Spent by service">
      <thead>
        <tr>
          <th scope="col">Service</th>
          <th scope="col" className={plain.end}>
            Asked
          </th>
          <th scope="col" className={plain.end}>
            Cost
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ key, pattern, calls, rru, items, usd, why }) => (
          <tr key={key}>
            <th scope="row">{pattern}</th>
            <td className={plain.end}>{askedOf(pattern, calls, rru, items)}</td>
            <SpentCell usd={usd} why={why} places={places} />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** By what the service charges for. */
function askedOf(pattern: string, calls: number, rru: number, items: number): string {
  if (pattern === 'DynamoDB') return rruWords(rru);
  if (pattern === 'CloudWatch: GetMetricData') return `${countWords(items)} metrics`;
  return calls === 1 ? '1 call' : `${countWords(calls)} calls`;
}
