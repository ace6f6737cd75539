import { Kbd } from '#renderer/ui/kbd/kbd.tsx';
import { useSingleKeys } from '#renderer/ui/kbd/single-keys.ts';
import type { Command } from '../commands/command.ts';
import styles from './shortcut-list.module.css';
import { shortcutGroups } from './shortcut-groups.ts';

/** The keys of the console, from the same list that the palette and the engine use. */
export function ShortcutList({ commands }: { readonly commands: readonly Command[] }) {
  const singleKeys = useSingleKeys();
  return (
    <div className={styles.groups}>
      {singleKeys ? null : <p className={styles.off}>Single-key shortcuts are off and not listed.</p>}
      {shortcutGroups(commands, singleKeys).map(({ title, entries }) => (
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
