import { groupedDigits } from '#shared/domain/grouped-number.ts';

/** Exact digits as people read them, "1,500,000.25"; what is written with a power of ten stays so. */
export function exactText(digits: string): string {
  return /^-?\d+(\.\d+)?$/.test(digits) ? groupedDigits(digits.replace('-', '−')) : digits;
}
