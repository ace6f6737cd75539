import { localClock } from '#renderer/ui/relative-time.tsx';
import type { ToastOptions } from '#renderer/ui/toast.tsx';
import type { InputOf } from '#shared/contract/contract.ts';
import type { Session } from '#shared/contract/session.ts';
import { writingReasonLength } from '#shared/domain/sign-in-limits.ts';
import { messages } from '../messages.ts';

export type Unlocking = Omit<InputOf<'connections.unlock'>, 'connectionId'>;

/** Each field has the message about its own problem; no messages means that the form can be sent. */
interface UnlockErrors {
  readonly reason?: string;
  readonly typed?: string;
}

export function unlockErrors(
  { reason, typed }: Pick<Unlocking, 'reason' | 'typed'>,
  name: string,
): UnlockErrors {
  const { length } = reason.trim();
  const { least, most } = writingReasonLength;
  return {
    ...((length < least || length > most) && {
      reason: length < least ? messages.writing.reasonTooShort : 'At most 500 characters.',
    }),
    ...(typed !== name && { typed: mistyped(typed, name) }),
  };
}

/** Asks for the exact name, and repeats what was typed instead. */
function mistyped(typed: string, name: string): string {
  return typed.trim() === '' ? `Type ${name}.` : messages.writing.otherName(typed, name);
}

export interface Asked {
  readonly open: boolean;
  /** This is true if the dialog extends a time that is still running. */
  readonly isMore: boolean;
}

/**
 * Keeps the dialog's wording as it was when it opened, so that it does not change while it fades out, but
 * never offers to extend a time that is over.
 */
export function askedNow(before: Asked, open: boolean, isUnlocked: boolean): Asked {
  const isMore = isUnlocked && (before.isMore || (open && !before.open));
  return open === before.open && isMore === before.isMore ? before : { open, isMore };
}

/** The warning appears this long before the end. */
export const soonMs = 120_000;

export function unlockedToast({
  connection,
  writing,
}: Pick<Session, 'connection' | 'writing'>): ToastOptions {
  const until = writing === null ? '' : ` until ${localClock(writing.until)}`;
  return { id: toastId, message: messages.writing.started(connection.name, until) };
}

export function endsSoonToast(name: string, until: string, now: number, extend: () => void): ToastOptions {
  return {
    id: toastId,
    tone: 'review',
    message: messages.writing.endsSoon(name, timeLeft(until, now)),
    detail: messages.writing.jobsContinue,
    timeoutMs: 30_000,
    action: { label: 'Extend', onAction: extend },
  };
}

export function endedToast(name: string, until: string, now: number): ToastOptions {
  const isOver = now >= Date.parse(until) - clocksDiffer;
  return {
    id: toastId,
    message: `${name} is read-only again`,
    detail: messages.writing.ended(isOver ? messages.writing.timeOver : messages.writing.locked),
    timeoutMs: 12_000,
  };
}

/** Both toasts share one id, so that the news that production is locked replaces the warning before it. */
const toastId = 'writing';
const clocksDiffer = 2_000;

/** Returns how long production stays unlocked, in minutes, and in seconds during the last minute. */
export function timeLeft(until: string, now: number): string {
  const seconds = Math.max(0, Math.ceil((Date.parse(until) - now) / 1_000));
  return seconds <= 60 ? `${String(seconds)} s` : `${String(Math.ceil(seconds / 60))} min`;
}
