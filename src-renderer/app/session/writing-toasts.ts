import type { Session } from '#shared/contract/session.ts';
import { localClock } from '#renderer/ui/relative-time/relative-words.ts';
import type { ToastOptions } from '#renderer/ui/toast/use-toast.ts';
import { timeLeft } from './time-left.ts';

/** How long before the end it is told. */
export const soonMs = 120_000;

export function unlockedToast({
  connection,
  writing,
}: Pick<Session, 'connection' | 'writing'>): ToastOptions {
  const until = writing === null ? '' : ` until ${localClock(writing.until)}`;
  return { id: toastId, message: `${connection.name} can be written to${until}` };
}

export function endsSoonToast(name: string, until: string, now: number, extend: () => void): ToastOptions {
  return {
    id: toastId,
    tone: 'review',
    message: `${name} locks itself in ${timeLeft(until, now)}`,
    detail: 'Jobs that were started go on.',
    timeoutMs: 30_000,
    action: { label: 'Extend', onAction: extend },
  };
}

export function endedToast(name: string, until: string, now: number): ToastOptions {
  const isOver = now >= Date.parse(until) - clocksDiffer;
  return {
    id: toastId,
    message: `${name} is read-only again`,
    detail: `${isOver ? 'The time for writing is over' : 'It was locked'}. Jobs that were started go on, and can be braked and ended.`,
    timeoutMs: 12_000,
  };
}

/** One takes the place of the other: what was about to happen has happened. */
const toastId = 'writing';
const clocksDiffer = 2_000;
