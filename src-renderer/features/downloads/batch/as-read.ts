/**
 * The moment up to which an answer says how something stands. What goes on is judged by it, and not by the time since:
 * a list is not read again by itself, and what stood still then may have come long ago.
 */
export function asRead(asOf: string | number | null | undefined, now: number): number {
  const at = typeof asOf === 'number' ? asOf : Date.parse(asOf ?? '');
  return Number.isNaN(at) ? now : Math.min(at, now);
}
