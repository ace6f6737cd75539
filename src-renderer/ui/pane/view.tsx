import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import styles from './pane.module.css';

export interface ViewProps {
  readonly head?: ReactNode;
  readonly foot?: ReactNode;
  readonly body?: 'scrolls' | 'fixed' | undefined;
  readonly children: ReactNode;
}

/** A screen: its head, what it shows, and below that the receipt for having shown it. */
export function View({ head, foot, body = 'fixed', children }: ViewProps) {
  return (
    <div className={styles.view}>
      <div className={styles.viewTop}>{head}</div>
      <div className={classNames(styles.viewBody, body === 'fixed' && styles.fixed)}>{children}</div>
      <div className={styles.viewFoot}>{foot}</div>
    </div>
  );
}

export interface ViewHeadProps {
  readonly title: ReactNode;
  readonly sub?: ReactNode;
  readonly actions?: ReactNode;
}

export function ViewHead({ title, sub, actions }: ViewHeadProps) {
  return (
    <header className={styles.viewHead}>
      <h1 className={styles.viewTitle}>{title}</h1>
      {sub === undefined ? null : <span className={styles.sub}>{sub}</span>}
      {actions === undefined ? null : <div className={styles.actions}>{actions}</div>}
    </header>
  );
}
