import { useRef } from 'react';
import { Dialog, DialogBody } from '#renderer/ui/dialog/dialog.tsx';
import type { Command } from '../commands/command.ts';
import { ShortcutList } from './shortcut-list.tsx';
import styles from './shortcut-list.module.css';

interface ShortcutSheetProps {
  readonly open: boolean;
  readonly commands: readonly Command[];
  readonly onClose: () => void;
}

export function ShortcutSheet({ open, commands, onClose }: ShortcutSheetProps) {
  const list = useRef<HTMLDivElement>(null);
  /** Focused, so that the arrow keys scroll the sheet, but from its beginning. */
  function focusList(): false {
    list.current?.focus({ preventScroll: true });
    return false;
  }

  return (
    <Dialog open={open} onClose={onClose} title="Keyboard shortcuts" size="lg" initialFocus={focusList}>
      <DialogBody>
        <div ref={list} tabIndex={-1} className={styles.sheet}>
          <ShortcutList commands={commands} />
        </div>
      </DialogBody>
    </Dialog>
  );
}
