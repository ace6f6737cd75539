import type { InputOf } from '#shared/contract/contract.ts';
import { writingReason } from '#shared/contract/sign-in.ts';

export type Unlocking = Omit<InputOf<'connections.unlock'>, 'connectionId'>;

/** Under each field what is wrong with it; nothing where it can be sent. */
export interface UnlockErrors {
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
