import plain from '#renderer/ui/plain-table/plain-table.module.css';
import { spendMoney } from './spend-words.ts';

export interface SpentCellProps {
  readonly usd: string | null;
  /** Why there is no price. */
  readonly why: string | null;
  /** Of the column. */
  readonly places: number;
}

/** Dollars, with all their digits for the pointer; what has no price is unpriced and never nothing. */
export function SpentCell({ usd, why, places }: SpentCellProps) {
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
