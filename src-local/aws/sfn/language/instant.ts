/** A moment; the digits behind the second kept as text, for they may be finer than a number holds. */
export interface Instant {
  readonly seconds: number;
  readonly fraction: string;
}

const form = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,9}))?(?:Z|([+-])(\d{2}):(\d{2}))$/;

/** RFC 3339 with a capital T and a capital Z, as the States Language wants it; undefined for anything else. */
export function instantOf(text: string): Instant | undefined {
  const found = form.exec(text);
  if (!found) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = found.slice(1, 7).map(Number);
  const time = Date.UTC(year, month - 1, day, hour, minute, second);
  const isReal =
    month >= 1 && month <= 12 && day >= 1 && new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day;
  if (!isReal || hour > 23 || minute > 59 || second > 59) return undefined;
  const [offsetHours, offsetMinutes] = [Number(found[9] ?? 0), Number(found[10] ?? 0)];
  if (offsetHours > 23 || offsetMinutes > 59) return undefined;
  const offset = (found[8] === '-' ? -1 : 1) * (offsetHours * 3_600 + offsetMinutes * 60);
  return { seconds: time / 1_000 - offset, fraction: (found[7] ?? '').replace(/0+$/, '') };
}

export function compareInstants(one: Instant, other: Instant): number {
  if (one.seconds !== other.seconds) return one.seconds - other.seconds;
  return one.fraction === other.fraction ? 0 : one.fraction < other.fraction ? -1 : 1;
}
