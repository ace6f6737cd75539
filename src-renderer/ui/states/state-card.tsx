import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import styles from './state-card.module.css';

export interface StateCardProps {
  readonly art: ReactNode;
  readonly title: ReactNode;
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
  /** Left-aligned at the top, for cards that read as an answer rather than as an empty room. */
  readonly start?: boolean | undefined;
  readonly role?: 'alert' | 'status' | undefined;
}

/** The one layout of everything a view can be instead of its content. */
export function StateCard({ art, title, children, actions, start = false, role }: StateCardProps) {
  return (
    <div className={classNames(styles.card, start && styles.start)} role={role}>
      {art}
      <p className={styles.title}>
        <b>{title}</b>
      </p>
      {children === undefined ? null : <div className={styles.text}>{children}</div>}
      {actions === undefined ? null : <div className={styles.actions}>{actions}</div>}
    </div>
  );
}
