import { Dialog, DialogBody } from '#renderer/ui/dialog/dialog.tsx';
import type { Command } from '../commands/command.ts';
import { ShortcutList } from './shortcut-list.tsx';

interface ShortcutSheetProps {
  readonly open: boolean;
  readonly commands: readonly Command[];
  readonly onClose: () => void;
}

export function ShortcutSheet({ open, commands, onClose }: ShortcutSheetProps) {
  return (
    <Dialog open={open} onClose={onClose} title="Keyboard shortcuts" size="lg">
      <DialogBody>
        <ShortcutList commands={commands} />
      </DialogBody>
    </Dialog>
  );
}
