import { Button } from '#renderer/ui/button/button.tsx';
import { Icon } from '#renderer/ui/icon/icon.tsx';
import { useNow } from '#renderer/ui/relative-time/use-now.ts';
import { timeLeft } from '../session/time-left.ts';
import { useSession } from '../session/use-session.ts';
import { useConsole } from './console-context.ts';
import styles from './environment-band.module.css';

/** At the end of the band: opens production for a while, or closes it. One button, so that the focus stays. */
export function WritingControl() {
  const { connection, writing } = useSession();
  const { context } = useConsole();
  if (!connection.unlockable) return 'connections.json keeps it read-only';
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

/** Only what counts down is drawn every second. */
export function WritableFor({ until, isRoleKnown }: WritableForProps) {
  const now = useNow();
  return (
    <span className={styles.access}>
      <Icon name="clock" size={12} />
      {isRoleKnown ? 'writable for' : 'role unknown, unlocked for'}{' '}
      <b className={styles.left}>{timeLeft(until, now)}</b>
    </span>
  );
}
