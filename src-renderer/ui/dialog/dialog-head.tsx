import { Dialog as Base } from '@base-ui/react/dialog';
import type { ReactNode } from 'react';
import { IconButton } from '../icon-button/icon-button.tsx';
import styles from './dialog.module.css';

interface DialogHeadProps {
  readonly title: string;
  /** Chips right after the title. */
  readonly beside?: ReactNode;
  readonly aside?: ReactNode;
}

/** Of dialogs and drawers alike: the title, what stands beside it, and the way out. */
export function DialogHead({ title, beside, aside }: DialogHeadProps) {
  return (
    <header className={styles.head}>
      <Base.Title className={styles.title} title={title}>
        {title}
      </Base.Title>
      {beside}
      <div className={styles.headEnd}>
        {aside}
        <Base.Close render={<IconButton icon="close" label="Close" size="sm" tooltipSide="bottom" />} />
      </div>
    </header>
  );
}
