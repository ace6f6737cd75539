/**
 * Parses `--operations` and refuses anything but a positive number, because a run of no operations would count as
 * agreement.
 */
export function parseOperationCount(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new Error(`--operations expects a whole number from 1, got "${text}".`);
}
