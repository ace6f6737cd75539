/** Of two exact amounts; null of nothing. */
export function shareOf(part: string | null, whole: string): number | null {
  const all = Number(whole);
  return part === null || all <= 0 ? null : Number(part) / all;
}

/** "97.9 %", "64 %". */
export function percent(share: number | null, places: 0 | 1 = 0): string {
  if (share === null) return '';
  const text = (share * 100).toFixed(places);
  if (share > 0 && Number(text) === 0) return `<${places === 0 ? '1' : '0.1'} %`;
  return `${text} %`;
}
