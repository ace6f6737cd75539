import { environmentIcons } from '#renderer/ui/chip/environment-icons.ts';
import { Icon } from '#renderer/ui/icon/icon.tsx';
import { environmentWords } from '../session/environment-words.ts';
import { useSession } from '../session/use-session.ts';
import styles from './environment-band.module.css';

/** Which world this is, always in sight: by colour, word and icon, never by one alone. */
export function EnvironmentBand() {
  const { connection, version } = useSession();
  const words = environmentWords(connection);
  return (
    <section className={styles.band} aria-label="Environment">
      <div className={styles.name}>
        <Icon name={environmentIcons[connection.environment]} size={12} />
        <b>{words.name}</b>
        <span className={styles.access}>{words.access}</span>
      </div>
      <div className={styles.end}>
        {connection.environment === 'production' ? 'Unlocking for writing is not built yet' : version}
      </div>
    </section>
  );
}
