import { environmentIcons } from '#renderer/ui/chip/environment-icons.ts';
import { Icon } from '#renderer/ui/icon/icon.tsx';
import { environmentWords } from '../session/environment-words.ts';
import { useSession } from '../session/use-session.ts';
import styles from './environment-band.module.css';
import { WritingNotices } from './writing-notices.tsx';
import { WritableFor, WritingControl } from './writing-part.tsx';

/** Which world this is, always in sight: by colour, word and icon, never by one alone. */
export function EnvironmentBand() {
  const { connection, version, who, writing } = useSession();
  const { environment } = connection;
  const words = environmentWords(connection, who);
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
