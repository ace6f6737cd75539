/** "12.4 %", "97 %"; what is a little is never nothing, and what is almost all is never all. */
export function percentOf(share: number): string {
  const percent = share * 100;
  if (percent > 0 && percent < 0.1) return 'less than 0.1 %';
  if (percent < 100 && percent > 99.9) return 'more than 99.9 %';
  const isPlain = Number.isInteger(percent) || (percent >= 20 && percent < 99.5);
  return `${percent.toFixed(isPlain ? 0 : 1)} %`;
}
