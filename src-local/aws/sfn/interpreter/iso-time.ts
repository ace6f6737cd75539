export function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

/** Milliseconds of a time with its offset; undefined for anything else, a local time among it. */
export function timeOf(text: string): number | undefined {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(text)) return undefined;
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : time;
}
