import type { SpentOn } from '#shared/contract/costs.ts';
import { sumOfSpend } from '#shared/pricing/request-costs.ts';
import { moneyText } from '#shared/pricing/decimal.ts';
import { priceBooks } from '#shared/pricing/price-books.ts';

/** "$0.0002", "<$0.0001"; "at least $0.01" where a part has no price, and "unknown" where none has one. */
export function spentText(rows: readonly SpentOn[]): string {
  const { usd, unpriced } = sumOfSpend(rows, priceBooks[0]);
  const text = moneyText(usd, { tiny: 'sign' });
  if (unpriced.length === 0) return text;
  return usd === '0' ? 'unknown' : `at least ${text}`;
}
