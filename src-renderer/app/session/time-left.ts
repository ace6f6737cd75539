/** How long production stays open: by the minute, in the last one by the second. */
export function timeLeft(until: string, now: number): string {
  const seconds = Math.max(0, Math.ceil((Date.parse(until) - now) / 1_000));
  return seconds <= 60 ? `${String(seconds)} s` : `${String(Math.ceil(seconds / 60))} min`;
}
