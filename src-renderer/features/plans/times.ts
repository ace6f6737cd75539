import type { ExpiryRingProps } from '#renderer/ui/progress.tsx';
import type { Plan } from '#shared/contract/plans.ts';

/** "09:42", "1:04:07": the time left of a countdown. */
export function formatClock(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1_000));
  const rest = `${padToTwo(Math.floor(seconds / 60) % 60)}:${padToTwo(seconds % 60)}`;
  return seconds < 3_600 ? rest : `${String(Math.floor(seconds / 3_600))}:${rest}`;
}

/** "10.8 s", "3 min 48 s", "2 h 10 min": the duration of something that has ended. */
export function formatTimeTaken(ms: number): string {
  return ms < 59_950 ? `${(ms / 1_000).toFixed(1)} s` : formatTwoUnits(Math.round(ms / 1_000));
}

/** "48 s", "3 min 48 s": the duration of something that is running. */
export function formatRunningTime(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000));
  return seconds < 60 ? `${String(seconds)} s` : formatTwoUnits(seconds);
}

/** "about 30 s", "about 6 min": rounded as an estimate deserves. */
export function formatAbout(seconds: number): string {
  if (seconds < 55) return `about ${String(Math.max(5, Math.ceil(seconds / 5) * 5))} s`;
  if (seconds < 3_600) return `about ${String(Math.round(seconds / 60))} min`;
  return `about ${formatTwoUnits(Math.round(seconds / 600) * 600)}`;
}

/** "14:24:06 UTC" for an ISO timestamp; empty if it is invalid. */
export function formatUtcTime(at: string): string {
  const time = Date.parse(at);
  return Number.isNaN(time) ? '' : `${new Date(time).toISOString().slice(11, 19)} UTC`;
}

function formatTwoUnits(seconds: number): string {
  const [big, bigUnit, small, smallUnit] =
    seconds < 3_600
      ? ([Math.floor(seconds / 60), 'min', seconds % 60, 's'] as const)
      : ([Math.floor(seconds / 3_600), 'h', Math.floor((seconds % 3_600) / 60), 'min'] as const);
  return small === 0
    ? `${String(big)} ${bigUnit}`
    : `${String(big)} ${bigUnit} ${String(small)} ${smallUnit}`;
}

function padToTwo(number: number): string {
  return String(number).padStart(2, '0');
}

export interface PlanClock extends ExpiryRingProps {
  readonly expired: boolean;
}

/** Returns how long a plan can still be started. It expires because the data read for it becomes old. */
export function readPlanClock(
  { madeAt, expiresAt }: Pick<Plan, 'madeAt' | 'expiresAt'>,
  now: number,
): PlanClock {
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
