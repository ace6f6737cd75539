/** Of `--operations`: no number would compare nothing and call that agreement. */
export function operationsOf(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new Error(`--operations expects a whole number from 1, got "${text}".`);
}
