import { useEffect, useEffectEvent, useRef } from 'react';
import { Button } from '#renderer/ui/button.tsx';
import { environmentIcons } from '#renderer/ui/chip.tsx';
import { Icon } from '#renderer/ui/icon.tsx';
import { useNow } from '#renderer/ui/relative-time.tsx';
import { useToast } from '#renderer/ui/toast.tsx';
import type { ConnectionSummary, Session } from '#shared/contract/session.ts';
import type { Writing } from '#shared/contract/sign-in.ts';
import { useSession } from '../session/use-session.ts';
import { endedToast, endsSoonToast, soonMs, timeLeft } from '../session/writing-time.ts';
import { useConsole } from './console-context.ts';
import { messages } from '../messages.ts';
import styles from './environment-band.module.css';

/** Shows the environment at all times by colour, word and icon, never by one alone. */
export function EnvironmentBand() {
  const { connection, version, who, writing } = useSession();
  const { environment } = connection;
  const words = describeEnvironment(connection, who);
  return (
    <section className={styles.band} aria-label="Environment">
      <WritingNotices key={connection.id} />
      <div className={styles.name}>
        <Icon name={writing === null ? environmentIcons[environment] : 'unlock'} size={12} />
        <b>{words.name}</b>
        {writing === null ? (
          <span className={styles.access}>{words.access}</span>
        ) : (
          <WritableFor until={writing.until} isRoleKnown={who !== null} />
        )}
      </div>
      <div className={styles.end}>{environment === 'production' ? <WritingControl /> : version}</div>
    </section>
  );
}

interface EnvironmentWords {
  readonly name: string;
  readonly access: string;
}

/**
 * Returns the band's text. Unlocked production shows the remaining time instead. Without a role nothing can
 * be changed, whatever the connection allows.
 */
export function describeEnvironment(
  { environment, kind, readOnly }: Pick<ConnectionSummary, 'environment' | 'kind' | 'readOnly'>,
  who: Pick<NonNullable<Session['who']>, 'role'> | null,
): EnvironmentWords {
  if (kind === 'sandbox') return { name: 'Local sandbox', access: messages.band.sandbox };
  if (readOnly) return { name: environment, access: messages.band.readOnly };
  return { name: environment, access: who === null ? 'role unknown' : 'writable' };
}

/** Shows a toast on every page shortly before production locks itself, and when it has. */
function WritingNotices() {
  const { connection, writing } = useSession();
  const { context } = useConsole();
  const toast = useToast();
  const before = useRef(writing);
  const until = writing?.until;

  const tellSoon = useEffectEvent((ends: string) =>
    toast.show(endsSoonToast(connection.name, ends, Date.now(), context.askToUnlock)),
  );
  useEffect(() => {
    if (until === undefined) return undefined;
    const timer = setTimeout(() => tellSoon(until), Math.max(0, Date.parse(until) - Date.now() - soonMs));
    return () => clearTimeout(timer);
  }, [until]);

  const tellEnd = useEffectEvent((was: Writing) =>
    toast.show(endedToast(connection.name, was.until, Date.now())),
  );
  useEffect(() => {
    if (before.current !== null && writing === null) tellEnd(before.current);
    before.current = writing;
  }, [writing]);
  return null;
}

/** Unlocks production for a while, or locks it. It stays one button, so that the focus stays. */
function WritingControl() {
  const { connection, writing } = useSession();
  const { context } = useConsole();
  if (!connection.unlockable) return messages.band.byFile;
  return (
    <>
      {writing === null ? null : (
        <span className={styles.reason} title={writing.reason}>
          {writing.reason}
        </span>
      )}
      <Button
        size="sm"
        variant="ghost"
        className={styles.control}
        icon={writing === null ? 'unlock' : 'lock'}
        onClick={writing === null ? context.askToUnlock : context.lock}
      >
        {writing === null ? 'Unlock' : 'Lock'}
        <span className={styles.more}>{writing === null ? ' for writing' : ' now'}</span>
      </Button>
    </>
  );
}

interface WritableForProps {
  readonly until: string;
  readonly isRoleKnown: boolean;
}

/** This is a separate component because only the countdown has to be drawn every second. */
function WritableFor({ until, isRoleKnown }: WritableForProps) {
  const now = useNow();
  return (
    <span className={styles.access}>
      <Icon name="clock" size={12} />
      {isRoleKnown ? 'writable for' : 'role unknown, unlocked for'}{' '}
      <b className={styles.left}>{timeLeft(until, now)}</b>
    </span>
  );
}
