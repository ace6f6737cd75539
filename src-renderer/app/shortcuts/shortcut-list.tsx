import { Kbd } from '#renderer/ui/kbd.tsx';
import { isSingleKey, useSingleKeys } from '#renderer/ui/keys.ts';
import type { Command } from '../commands/command.ts';
import styles from './shortcut-list.module.css';

/** Lists the shortcuts from the same commands that the palette and the shortcut engine use. */
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
  const heard = pageGroups.map(({ title, entries }) => ({
    title,
    entries: entries.filter(({ keys }) => singleKeys || !keys.some(isSingleKey)),
  }));
  return [...[...sections].map(([title, entries]) => ({ title, entries })), ...heard, everywhere];
}

/** These keys belong to single pages, which listen for them themselves. */
const pageGroups: readonly ShortcutGroup[] = [
  {
    title: 'Explorer',
    entries: [
      { title: 'Ask the question', keys: ['Mod+Enter'] },
      { title: 'Go to the questions', keys: ['Q'] },
      { title: 'Go to the form', keys: ['F'] },
      { title: 'Read the next page', keys: ['M'] },
      { title: 'Open or close the item', keys: [']'] },
    ],
  },
  {
    title: 'Triage',
    entries: [
      { title: 'Plan a reprocess of the group, selection or document', keys: ['P'] },
      { title: 'Back to where this was opened from', keys: ['Escape'] },
      { title: 'Brake the job that is shown', keys: ['Space'] },
    ],
  },
  {
    title: 'Review',
    entries: [
      { title: 'Start reviewing, or open the document', keys: ['Enter'] },
      { title: 'Next flagged field, previous flagged field', keys: ['J', 'K'] },
      { title: 'Next field of any kind, previous field', keys: ['Shift+J', 'Shift+K'] },
      { title: 'Accept the field and go on to the next', keys: ['Enter'] },
      { title: 'Type the value', keys: ['E'] },
      { title: 'Take the first reading, the second reading', keys: ['1', '2'] },
      { title: 'The field is unreadable', keys: ['X'] },
      { title: 'Write a comment', keys: ['C'] },
      { title: 'Approve, and on to the next document', keys: ['Mod+Enter'] },
      { title: 'Reject with a reason', keys: ['R'] },
      { title: 'Postpone for an hour', keys: ['P'] },
      { title: 'Hand over to a colleague', keys: ['H'] },
      { title: 'Undo, until it is final', keys: ['U'] },
      { title: "Zoom to the field's box", keys: ['Z'] },
      { title: 'Previous page, next page', keys: ['[', ']'] },
      { title: 'Larger, smaller, whole page', keys: ['+', '-', '0'] },
      { title: 'Turn the page', keys: ['.'] },
      { title: 'Go to the line items', keys: ['G'] },
      { title: 'Back to the list', keys: ['Escape'] },
    ],
  },
  {
    title: 'Dead letters',
    entries: [
      { title: 'Next queue, previous queue', keys: ['Q', 'Shift+Q'] },
      { title: 'Sample more of the queue: this counts as a receive', keys: ['N'] },
      { title: 'Plan a redrive of the selection or group', keys: ['P'] },
      { title: 'Have SQS redrive the whole queue', keys: ['B'] },
      { title: 'Edit and redrive the selected message', keys: ['F'] },
      { title: 'Hold what was sampled for longer', keys: ['H'] },
      { title: 'Give back what was sampled', keys: ['U'] },
      { title: 'Open the document of the message', keys: ['O'] },
      { title: 'Open the execution that worked on it', keys: ['V'] },
      { title: 'Back: message, group, selection', keys: ['Escape'] },
    ],
  },
  {
    title: 'Downloads',
    entries: [
      { title: 'Day before, day after', keys: ['ArrowLeft', 'ArrowRight'] },
      { title: 'A week back, a week on', keys: ['Shift+ArrowLeft', 'Shift+ArrowRight'] },
      { title: 'Today', keys: ['Home'] },
      { title: 'Read the chosen day again', keys: ['R'] },
      { title: 'Next batch, previous batch', keys: ['Q', 'Shift+Q'] },
      { title: 'Plan a requeue of the selection, the file or all that need it', keys: ['P'] },
      { title: 'Plan to run the day again', keys: ['N'] },
      { title: 'Plan to close the batch', keys: ['F'] },
      { title: 'Back: file, status, batch', keys: ['Escape'] },
    ],
  },
  {
    title: 'Workflows',
    entries: [
      { title: 'Save the thresholds', keys: ['Mod+Enter'] },
      { title: 'Move the threshold by 0.01', keys: ['ArrowLeft', 'ArrowRight'] },
      { title: 'Move the threshold by 0.05', keys: ['Shift+ArrowLeft', 'Shift+ArrowRight'] },
      { title: 'Discard the draft', keys: ['U'] },
      { title: 'Go to the history', keys: ['H'] },
      { title: 'Back to the list', keys: ['Escape'] },
    ],
  },
  {
    title: 'Monitor',
    entries: [
      { title: 'Check alarms and queues now', keys: ['U'] },
      { title: 'Longer range, shorter range', keys: ['+', '-'] },
      { title: 'Next alarm, previous alarm', keys: ['J', 'K'] },
      { title: 'Open the page that the open alarm is about', keys: ['O'] },
      { title: 'Move the time shown in the charts', keys: ['ArrowLeft', 'ArrowRight'] },
      { title: 'Back to all alarms', keys: ['Escape'] },
    ],
  },
  {
    title: 'Settings: connections',
    entries: [
      { title: 'Open the shown connection', keys: ['O'] },
      { title: 'Check the shown connection', keys: ['U'] },
    ],
  },
  {
    title: 'Lists',
    entries: [
      { title: 'Next row, previous row', keys: ['J', 'K'] },
      { title: 'Select the row', keys: ['X'] },
      { title: 'Select from the last selected to here', keys: ['Shift+X'] },
      { title: 'Filter what is loaded', keys: ['/'] },
    ],
  },
];

const everywhere: ShortcutGroup = {
  title: 'Everywhere',
  entries: [
    { title: 'Next control, previous control', keys: ['Tab', 'Shift+Tab'] },
    { title: 'Move in a list, menu or tabs', keys: ['ArrowUp', 'ArrowDown'] },
    { title: 'Open or run', keys: ['Enter'] },
    { title: 'Close the top layer', keys: ['Escape'] },
    { title: 'Go to the messages at the bottom', keys: ['F6'] },
  ],
};
