import { Kbd } from '#renderer/ui/kbd/kbd.tsx';
import type { Command } from '../commands/command.ts';
import styles from './shortcut-list.module.css';
import { shortcutGroups } from './shortcut-groups.ts';

/** The keys of the console, from the same list that the palette and the engine use. */
export function ShortcutList({ commands }: { readonly commands: readonly Command[] }) {
  return (
    <div className={styles.groups}>
      {shortcutGroups(commands).map(({ title, entries }) => (
        <section key={title} className={styles.group} aria-label={title}>
          <h3>{title}</h3>
          <dl>
            {entries.map((entry) => (
              <div key={entry.title} className={styles.entry}>
                <dt>{entry.title}</dt>
                <dd>
                  {entry.keys.map((keys) => (
                    <Kbd key={keys} keys={keys} />
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  );
}
