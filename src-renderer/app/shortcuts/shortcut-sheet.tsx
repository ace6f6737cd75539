import { useRef } from 'react';
import { Dialog, DialogBody } from '#renderer/ui/dialog.tsx';
import { Kbd } from '#renderer/ui/kbd.tsx';
import type { Command } from '../commands/command.ts';
import shortcutListStyles from './shortcut-list.module.css';
import { ShortcutList } from './shortcut-list.tsx';
import styles from './shortcut-sheet.module.css';

interface ShortcutSheetProps {
  readonly open: boolean;
  readonly commands: readonly Command[];
  readonly onClose: () => void;
}

export function ShortcutSheet({ open, commands, onClose }: ShortcutSheetProps) {
  const list = useRef<HTMLDivElement>(null);
  /** The list takes the focus so that the arrow keys scroll it, but it stays at its beginning. */
  function focusList(): false {
    list.current?.focus({ preventScroll: true });
    return false;
  }

  return (
    <Dialog open={open} onClose={onClose} title="Keyboard shortcuts" size="lg" initialFocus={focusList}>
      <DialogBody>
        <div ref={list} tabIndex={-1} className={shortcutListStyles.sheet}>
          <ShortcutList commands={commands} />
        </div>
      </DialogBody>
    </Dialog>
  );
}

interface PendingKeysProps {
  readonly pending: readonly string[];
  readonly commands: readonly Command[];
}

/** Shows after the first key of a sequence that it was heard and which keys may follow. */
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
