import { compareDecimals, decimal, rounded } from './decimal.ts';

/** The digits of "~$0.001" or "≈ $0.071/day", with the zeros that are printed. */
export function printedFigure(printed: string | undefined): string | null {
  const match = /\d[\d,]*(\.\d+)?/.exec(printed ?? '');
  return match === null ? null : match[0].replaceAll(',', '');
}

/**
 * One rule for every printed row: our exact figure, rounded to the places that are printed with a half going
 * up, is what is printed. So 0.00625 is "$0.006", 0.0125 is "$0.013" and 0.00075 is "~$0.001".
 */
export function differsFromPrinted(usd: string, figure: string): boolean {
  const printed = decimal(figure);
  return compareDecimals(rounded(decimal(usd), printed.places), printed) !== 0;
}
