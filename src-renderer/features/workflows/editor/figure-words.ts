/** "77", "8.8", "under 0.1": no more digits than an estimate has. */
export function amountText(value: number): string {
  const size = Math.abs(value);
  if (size >= 99.95) return Math.round(value).toLocaleString('en');
  if (size >= 0.05) return value.toFixed(1).replace(/\.0$/, '');
  return size < 1e-9 ? '0' : 'under 0.1';
}

/** "+26" or "−3.7"; null where there is no difference that the figure would show. */
export function signedText(difference: number): string | null {
  const size = Math.abs(difference);
  if (size < 0.05) return size < 1e-9 ? null : `${sign(difference)}under 0.1`;
  return `${sign(difference)}${amountText(size)}`;
}

/** "up 50 %", "down 30 %"; null of nothing to begin with. */
export function changeText(before: number, after: number): string | null {
  if (before <= 0 || before === after) return null;
  const percent = Math.round((Math.abs(after - before) / before) * 100);
  const size = percent === 0 ? 'under 1' : percent > 999 ? 'over 999' : String(percent);
  return `${after > before ? 'up' : 'down'} ${size}\u00A0%`;
}

/** "24 to 102": less exact where it is wide. */
export function spanText(low: number, high: number): string {
  const text = (value: number): string => amountText(high >= 20 ? Math.round(value) : value);
  return `${text(low)} to ${text(high)}`;
}

/** "37.3 %" */
export function percentText(part: number, whole: number): string {
  if (whole > 0 && (part === 0 || part === whole)) return part === 0 ? '0\u00A0%' : '100\u00A0%';
  return whole === 0 ? 'no documents' : `${((part / whole) * 100).toFixed(1)}\u00A0%`;
}

export function countedText(count: number, one: string, many: string): string {
  return `${count.toLocaleString('en')}\u00A0${count === 1 ? one : many}`;
}

export function sign(difference: number): '+' | '−' {
  return difference < 0 ? '−' : '+';
}
