import { Kbd } from '#renderer/ui/kbd/kbd.tsx';
import type { Command } from '../commands/command.ts';
import styles from './pending-keys.module.css';

interface PendingKeysProps {
  readonly pending: readonly string[];
  readonly commands: readonly Command[];
}

/** After the first key of a sequence: that it was heard, and what may come next. */
export function PendingKeys({ pending, commands }: PendingKeysProps) {
  if (pending.length === 0) return null;
  const begun = `${pending.join(' ')} `;
  const next = commands.filter((command) => command.shortcut?.startsWith(begun));
  return (
    <output className={styles.hint}>
      <span className={styles.begun}>
        <Kbd keys={pending.join(' ')} /> then
      </span>
      <ul className={styles.next}>
        {next.map((command) => (
          <li key={command.id}>
            <Kbd keys={command.shortcut?.slice(begun.length) ?? ''} /> {command.title}
          </li>
        ))}
      </ul>
    </output>
  );
}
