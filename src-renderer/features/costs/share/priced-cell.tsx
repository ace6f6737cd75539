import { moneyText, type MoneyStyle } from '#shared/pricing/money-text.ts';
import plain from '#renderer/ui/plain-table/plain-table.module.css';

export interface PricedCellProps {
  readonly usd: string | null;
  readonly style: MoneyStyle;
}

/** Dollars, with all their digits for the pointer; what the book does not price is unpriced and never nothing. */
export function PricedCell({ usd, style }: PricedCellProps) {
  return (
    <td className={plain.end} title={usd === null ? 'This book has no price for it' : `$${usd}`}>
      {usd === null ? <span className={plain.quiet}>unpriced</span> : moneyText(usd, style)}
    </td>
  );
}
