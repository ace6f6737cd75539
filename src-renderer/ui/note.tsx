import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';
import styles from './note.module.css';

interface NoteProps {
  readonly tone?: 'info' | 'warn' | 'bad' | undefined;
  /** A flat note runs from edge to edge under a head, with a hairline instead of corners. */
  readonly flat?: boolean | undefined;
  /** A live note is read out if it appears after the page was drawn. */
  readonly live?: boolean | undefined;
  readonly action?: ReactNode;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

export function Note({ tone = 'info', flat = false, live = false, action, className, children }: NoteProps) {
  return (
    <div
      className={classNames(styles.note, tone !== 'info' && styles[tone], flat && styles.flat, className)}
      role={live ? (tone === 'bad' ? 'alert' : 'status') : undefined}
    >
      <Icon name={tone === 'info' ? 'info' : 'warning'} size={14} />
      <div className={styles.text}>{children}</div>
      {action === undefined ? null : <div className={styles.action}>{action}</div>}
    </div>
  );
}
