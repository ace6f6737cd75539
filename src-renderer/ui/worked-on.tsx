import { Icon } from './icon.tsx';
import { exactLocal } from './relative-time.tsx';
import { VisuallyHidden } from './visually-hidden.tsx';
import styles from './worked-on.module.css';

interface WorkedOnMarkProps {
  /** The name of the person, or null if it is the person who looks. */
  readonly name: string | null;
  readonly since: string | null;
}

/** Says in a list who works on a batch. */
export function WorkedOnMark({ name, since }: WorkedOnMarkProps) {
  const at = Date.parse(since ?? '');
  const who = name ?? texts.you;
  const says = name === null ? texts.youWork : texts.works(name);
  return (
    <span
      className={styles.mark}
      data-mine={name === null || undefined}
      title={Number.isNaN(at) ? says : `${says} ${texts.since(exactLocal(at))}`}
    >
      <Icon name="person" size={12} />
      <span className={styles.name}>{who}</span>
      <VisuallyHidden>{name === null ? texts.work : texts.worksOnIt}</VisuallyHidden>
    </span>
  );
}

const texts = {
  you: 'You',
  youWork: 'You work on it',
  works: (name: string): string => `${name} works on it`,
  since: (time: string): string => `since ${time}`,
  work: ' work on it',
  worksOnIt: ' works on it',
};
