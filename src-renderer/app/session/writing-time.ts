import { localClock } from '#renderer/ui/relative-time.tsx';
import type { ToastOptions } from '#renderer/ui/toast.tsx';
import type { InputOf } from '#shared/contract/contract.ts';
import type { Session } from '#shared/contract/session.ts';
import { writingReason } from '#shared/contract/sign-in.ts';

export type Unlocking = Omit<InputOf<'connections.unlock'>, 'connectionId'>;

/** Under each field what is wrong with it; nothing where it can be sent. */
interface UnlockErrors {
  readonly reason?: string;
  readonly typed?: string;
}

export function unlockErrors(
  { reason, typed }: Pick<Unlocking, 'reason' | 'typed'>,
  name: string,
): UnlockErrors {
  return {
    ...(!writingReason.safeParse(reason).success && {
      reason:
        reason.trim().length < 3
          ? 'Say why, in 3 characters or more: a ticket will do.'
          : 'At most 500 characters.',
    }),
    ...(typed !== name && { typed: mistyped(typed, name) }),
  };
}

/** What the field under which it is wrong must say: the name, as it is written. */
function mistyped(typed: string, name: string): string {
  return typed.trim() === ''
    ? `Type ${name}.`
    : `This says “${typed}”. Type ${name}, exactly as it is written.`;
}

export interface Asked {
  readonly open: boolean;
  /** For more of a time that goes on. */
  readonly isMore: boolean;
}

/**
 * What the dialog asks for: as it stood when it was opened, so that it does not change its words while it goes away after
 * what it was opened for; and no longer for more of a time that is over.
 */
export function askedNow(before: Asked, open: boolean, isUnlocked: boolean): Asked {
  const isMore = isUnlocked && (before.isMore || (open && !before.open));
  return open === before.open && isMore === before.isMore ? before : { open, isMore };
}

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

/** How long production stays open: by the minute, in the last one by the second. */
export function timeLeft(until: string, now: number): string {
  const seconds = Math.max(0, Math.ceil((Date.parse(until) - now) / 1_000));
  return seconds <= 60 ? `${String(seconds)} s` : `${String(Math.ceil(seconds / 60))} min`;
}
