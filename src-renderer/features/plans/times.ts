import type { ExpiryRingProps } from '#renderer/ui/progress.tsx';
import type { Plan } from '#shared/contract/plans.ts';

/** "09:42", "1:04:07": what is left on a clock. */
export function formatClock(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1_000));
  const rest = `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  return seconds < 3_600 ? rest : `${String(Math.floor(seconds / 3_600))}:${rest}`;
}

/** "10.8 s", "3 min 48 s", "2 h 10 min": how long something took. */
export function formatTimeTaken(ms: number): string {
  return ms < 59_950 ? `${(ms / 1_000).toFixed(1)} s` : twoUnits(Math.round(ms / 1_000));
}

/** "48 s", "3 min 48 s": how long something runs by now. */
export function formatRunningTime(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000));
  return seconds < 60 ? `${String(seconds)} s` : twoUnits(seconds);
}

/** "about 30 s", "about 6 min": an estimate says no more than it knows. */
export function formatAbout(seconds: number): string {
  if (seconds < 55) return `about ${String(Math.max(5, Math.ceil(seconds / 5) * 5))} s`;
  if (seconds < 3_600) return `about ${String(Math.round(seconds / 60))} min`;
  return `about ${twoUnits(Math.round(seconds / 600) * 600)}`;
}

/** "14:24:06 UTC" of an instant as it is kept; empty where it is none. */
export function utcTime(at: string): string {
  const time = Date.parse(at);
  return Number.isNaN(time) ? '' : `${new Date(time).toISOString().slice(11, 19)} UTC`;
}

function twoUnits(seconds: number): string {
  const [big, bigUnit, small, smallUnit] =
    seconds < 3_600
      ? ([Math.floor(seconds / 60), 'min', seconds % 60, 's'] as const)
      : ([Math.floor(seconds / 3_600), 'h', Math.floor((seconds % 3_600) / 60), 'min'] as const);
  return small === 0
    ? `${String(big)} ${bigUnit}`
    : `${String(big)} ${bigUnit} ${String(small)} ${smallUnit}`;
}

function two(number: number): string {
  return String(number).padStart(2, '0');
}

export interface PlanClock extends ExpiryRingProps {
  readonly expired: boolean;
}

/** How long a plan may still be started: what was read for it becomes old. */
export function planClock({ madeAt, expiresAt }: Pick<Plan, 'madeAt' | 'expiresAt'>, now: number): PlanClock {
  const [from, until] = [Date.parse(madeAt), Date.parse(expiresAt)];
  const leftMs = Math.max(0, until - now);
  const left = until <= from ? 0 : leftMs / (until - from);
  return {
    left,
    words: formatClock(leftMs),
    tone: leftMs === 0 || left < 0.1 ? 'urgent' : left < 0.3 ? 'soon' : 'accent',
    expired: leftMs === 0,
  };
}
