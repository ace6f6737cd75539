import { moneyText } from '#shared/pricing/money-text.ts';

/** A sum alone; of what is less than a tenth of a cent with its first two digits. */
export function tileMoney(usd: string): string {
  const value = Number(usd);
  if (value === 0 || value >= 0.001) return moneyText(usd);
  return moneyText(usd, { places: Math.min(12, 1 - Math.floor(Math.log10(value))), tiny: 'digits' });
}
