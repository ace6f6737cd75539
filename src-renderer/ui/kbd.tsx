import { Fragment, memo } from 'react';
import { VisuallyHidden } from './visually-hidden.tsx';
import styles from './inline.module.css';
import { isApplePlatform, isSingleKey, keyCaps, spokenKeys, useSingleKeys } from './keys.ts';

interface KbdProps {
  /** The keys are written as "Mod+K", "Shift+X", "G T" or "Escape"; see keys.ts. */
  readonly keys: string;
  /** Inside a button, aria-keyshortcuts already announces the shortcut. */
  readonly decorative?: boolean | undefined;
  readonly apple?: boolean | undefined;
}

/**
 * Draws nothing for a single key while single keys are off. Colours come from --kbd-line, --kbd-ground and
 * --kbd-ink if the background is not the canvas.
 */
export const Kbd = memo(function Kbd({ keys, decorative = false, apple = isApplePlatform() }: KbdProps) {
  const singleKeys = useSingleKeys();
  if (!singleKeys && isSingleKey(keys)) return null;
  return (
    <span className={styles.keys} aria-hidden={decorative || undefined}>
      {decorative ? null : <VisuallyHidden>{spokenKeys(keys, apple)}</VisuallyHidden>}
      {keyCaps(keys, apple).map((press, index) => (
        <Fragment key={press.join('+') + String(index)}>
          {index > 0 ? <span className={styles.then} /> : null}
          {press.map((cap) => (
            <kbd key={cap} className={styles.cap} aria-hidden>
              {cap}
            </kbd>
          ))}
        </Fragment>
      ))}
    </span>
  );
});
