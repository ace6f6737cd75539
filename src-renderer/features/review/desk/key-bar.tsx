import { memo } from 'react';
import { Button } from '#renderer/ui/button/button.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import { Kbd } from '#renderer/ui/kbd/kbd.tsx';
import { useSingleKeys } from '#renderer/ui/kbd/single-keys.ts';
import styles from './key-bar.module.css';

export interface KeyBarProps {
  readonly primary: string;
  readonly onDecide: () => void;
  /** Why nothing can be decided. */
  readonly whyNot: string | null;
  /** Those that a pointer can press too; undefined: not now. */
  readonly acts: readonly KeyAct[];
}

export interface KeyAct {
  readonly keys: string;
  readonly label: string;
  readonly run: (() => void) | undefined;
  readonly isWide?: boolean;
}

/** The keys of the desk, where they are used until nobody has to look any more. */
export const KeyBar = memo(function KeyBar({ primary, onDecide, whyNot, acts }: KeyBarProps) {
  const singleKeys = useSingleKeys();
  return (
    <footer className={styles.bar} aria-label="Keys of the desk">
      {singleKeys ? (
        <>
          <Hint keys={['J', 'K']} label="field" />
          {whyNot === null ? (
            <>
              <Hint keys={['Enter']} label="accept" />
              <Hint keys={['1', '2']} label="pick reading" />
              <Hint keys={['E']} label="edit" />
              <Hint keys={['X']} label="unreadable" />
            </>
          ) : null}
        </>
      ) : null}
      {acts.map(({ keys, label, run, isWide }) => (
        <button
          key={keys}
          type="button"
          className={classNames(styles.act, isWide && styles.wide)}
          aria-disabled={run === undefined || undefined}
          aria-keyshortcuts={singleKeys ? keys : undefined}
          onClick={run}
        >
          <Kbd keys={keys} decorative />
          {label}
        </button>
      ))}
      {singleKeys ? <Hint keys={['[', ']']} label="page" isWide /> : null}
      <span className={styles.primary}>
        <Button variant="primary" shortcut="Mod+Enter" disabled={whyNot ?? false} onClick={onDecide}>
          {primary}
        </Button>
      </span>
    </footer>
  );
});

interface HintProps {
  readonly keys: readonly string[];
  readonly label: string;
  readonly isWide?: boolean;
}

function Hint({ keys, label, isWide = false }: HintProps) {
  return (
    <span className={classNames(styles.hint, isWide && styles.wide)}>
      <span className={styles.caps}>
        {keys.map((key) => (
          <Kbd key={key} keys={key} />
        ))}
      </span>
      {label}
    </span>
  );
}
