import type { ReactNode } from 'react';
import { CopyButton } from '#renderer/ui/copy-button/copy-button.tsx';
import { Icon } from '#renderer/ui/icon/icon.tsx';
import styles from './planning-dialog.module.css';

export interface HashLineProps {
  readonly hash: string;
  readonly children: ReactNode;
  readonly end?: ReactNode;
}

/** What is frozen, by its hash: the same in the plan, in the running job and in its receipts. */
export function HashLine({ hash, children, end }: HashLineProps) {
  return (
    <div className={styles.line}>
      <Icon name="lock" size={12} />
      <span>{children}</span>
      <span className={styles.lineEnd}>
        {end}
        <span>plan</span>
        <code className={styles.hash} title={`SHA-256 ${hash}`}>
          sha256:{hash.slice(0, 8)}…{hash.slice(-4)}
        </code>
        <CopyButton text={hash} label="Copy the hash of the plan" />
      </span>
    </div>
  );
}
