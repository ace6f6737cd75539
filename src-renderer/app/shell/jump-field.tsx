import { Icon } from '#renderer/ui/icon/icon.tsx';
import { Kbd } from '#renderer/ui/kbd/kbd.tsx';
import { useAriaKeys } from '#renderer/ui/kbd/single-keys.ts';
import styles from './top-bar.module.css';
import { useNamedCommand } from './console-context.ts';

/** Looks like a field and opens the palette, which is the field. */
export function JumpField() {
  const { command, run } = useNamedCommand('palette');
  const ariaKeys = useAriaKeys(command.shortcut);
  return (
    <button
      type="button"
      className={styles.jump}
      aria-haspopup="dialog"
      aria-keyshortcuts={ariaKeys}
      onClick={run}
    >
      <Icon name="search" size={14} />
      <span className={styles.jumpText}>Jump to a page, a command or any id…</span>
      {command.shortcut === undefined ? null : <Kbd keys={command.shortcut} decorative />}
    </button>
  );
}
