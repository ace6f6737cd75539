import { Kbd } from '#renderer/ui/kbd.tsx';
import { isSingleKey, useSingleKeys } from '#renderer/ui/keys.ts';
import { keyGroups } from '#renderer/ui/page-keys.ts';
import type { Command } from '../commands/command.ts';
import { messages } from '../messages.ts';
import styles from './shortcut-list.module.css';

/** Lists the shortcuts from the same commands that the palette and the shortcut engine use. */
export function ShortcutList({ commands }: { readonly commands: readonly Command[] }) {
  const singleKeys = useSingleKeys();
  return (
    <div className={styles.groups}>
      {singleKeys ? null : <p className={styles.off}>{messages.shortcuts.keysOff}</p>}
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

interface ShortcutGroup {
  readonly title: string;
  readonly entries: readonly { readonly title: string; readonly keys: readonly string[] }[];
}

/** Groups the active shortcuts by section, followed by the keys of single pages, lists and dialogs. */
export function shortcutGroups(commands: readonly Command[], singleKeys: boolean): readonly ShortcutGroup[] {
  const sections = new Map<string, { title: string; keys: string[] }[]>();
  for (const { section, title, shortcut } of commands) {
    if (shortcut === undefined || (!singleKeys && isSingleKey(shortcut))) continue;
    sections.set(section, [...(sections.get(section) ?? []), { title, keys: [shortcut] }]);
  }
  const heard = keyGroups.map(({ title, entries }) => ({
    title,
    entries: entries.filter(({ keys }) => singleKeys || !keys.some(isSingleKey)),
  }));
  return [...[...sections].map(([title, entries]) => ({ title, entries })), ...heard];
}
