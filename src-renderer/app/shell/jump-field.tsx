import { Icon } from '#renderer/ui/icon/icon.tsx';
import { Kbd } from '#renderer/ui/kbd/kbd.tsx';
import { ariaKeys, isApplePlatform } from '#renderer/ui/kbd/key-names.ts';
import styles from './top-bar.module.css';
import { useNamedCommand } from './use-console.ts';

/** Looks like a field and opens the palette, which is the field. */
export function JumpField() {
  const { command, run } = useNamedCommand('palette');
  const shortcut = command.shortcut ?? '';
  return (
    <button
      type="button"
      className={styles.jump}
      aria-haspopup="dialog"
      aria-keyshortcuts={ariaKeys(shortcut, isApplePlatform())}
      onClick={run}
    >
      <Icon name="search" size={14} />
      <span className={styles.jumpText}>Jump to a page, a command or any id…</span>
      <Kbd keys={shortcut} decorative />
    </button>
  );
}
