import { Kbd } from '#renderer/ui/kbd.tsx';
import { isSingleKey, useSingleKeys } from '#renderer/ui/keys.ts';
import { keyGroups } from '#renderer/ui/page-keys.ts';
import type { Command } from '../commands/command.ts';
import { findPage } from '../pages.ts';
import { messages } from '../messages.ts';
import styles from './shortcut-list.module.css';

interface ShortcutListProps {
  readonly commands: readonly Command[];
  /** The address of the page that is shown, whose keys come first. */
  readonly pathname?: string;
  readonly search?: string;
}

/** Lists the shortcuts from the same commands that the palette and the shortcut engine use. */
export function ShortcutList({ commands, pathname, search = '' }: ShortcutListProps) {
  const singleKeys = useSingleKeys();
  const groups = searchShortcuts(shortcutGroups(commands, singleKeys, pathname), search);
  return (
    <div className={styles.groups}>
      {singleKeys ? null : <p className={styles.off}>{messages.shortcuts.keysOff}</p>}
      {groups.length > 0 ? null : <p className={styles.off}>{messages.shortcuts.none(search.trim())}</p>}
      {groups.map(({ title, entries }) => (
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
export function shortcutGroups(
  commands: readonly Command[],
  singleKeys: boolean,
  pathname?: string,
): readonly ShortcutGroup[] {
  const sections = new Map<string, { title: string; keys: string[] }[]>();
  for (const { section, title, shortcut } of commands) {
    if (shortcut === undefined || (!singleKeys && isSingleKey(shortcut))) continue;
    sections.set(section, [...(sections.get(section) ?? []), { title, keys: [shortcut] }]);
  }
  const heard = keyGroups.map(({ title, entries }) => ({
    title,
    entries: entries.filter(({ keys }) => singleKeys || !keys.some(isSingleKey)),
  }));
  const isOfPage = pageTest(pathname);
  return [
    ...heard
      .filter(({ title }) => isOfPage(title))
      .map(({ title, entries }) => ({ title: messages.shortcuts.onThisPage(title), entries })),
    ...[...sections].map(([title, entries]) => ({ title, entries })),
    ...heard.filter(({ title }) => !isOfPage(title)),
  ];
}

/** A group is of a page if it has the page's title, or is of a part of it, as in "Settings: connections". */
function pageTest(pathname: string | undefined): (group: string) => boolean {
  if (pathname === undefined) return () => false;
  const title = pathname.toLowerCase().startsWith('/welcome') ? 'Welcome' : findPage(pathname)?.title;
  return (group) => title !== undefined && (group === title || group.startsWith(`${title}: `));
}

/** Keeps the lines that have every word, in what they do, in their group's title or as a key. */
export function searchShortcuts(groups: readonly ShortcutGroup[], text: string): readonly ShortcutGroup[] {
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return groups;
  return groups.flatMap(({ title, entries }) => {
    const found = entries.filter((entry) => {
      const said = `${title} ${entry.title}`.toLowerCase();
      const keys = new Set(
        entry.keys.flatMap((key) => [key.toLowerCase(), ...key.toLowerCase().split(/[+ ]/)]),
      );
      return words.every((word) => keys.has(word) || (word.length > 1 && said.includes(word)));
    });
    return found.length === 0 ? [] : [{ title, entries: found }];
  });
}
