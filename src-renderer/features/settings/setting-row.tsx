import type { ReactNode } from 'react';
import styles from './settings.module.css';

interface SettingRowProps {
  readonly title: string;
  readonly note: string;
  /** The control, which has its own label. */
  readonly children: ReactNode;
}

export function SettingRow({ title, note, children }: SettingRowProps) {
  return (
    <div className={styles.row}>
      <div>
        <div className={styles.title}>{title}</div>
        <div className={styles.note}>{note}</div>
      </div>
      {children}
    </div>
  );
}
