import type { ReactNode } from 'react';
import styles from './state-card.module.css';

export interface StateCardProps {
  readonly art: ReactNode;
  readonly title: ReactNode;
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
  readonly role?: 'alert' | 'status' | undefined;
}

/** The one layout of everything a view can be instead of its content. */
export function StateCard({ art, title, children, actions, role }: StateCardProps) {
  return (
    <div className={styles.card} role={role}>
      {art}
      <p className={styles.title}>
        <b>{title}</b>
      </p>
      {children === undefined ? null : <div className={styles.text}>{children}</div>}
      {actions === undefined ? null : <div className={styles.actions}>{actions}</div>}
    </div>
  );
}
