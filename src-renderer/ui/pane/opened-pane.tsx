import type { ReactNode } from 'react';
import { CopyButton } from '../copy-button/copy-button.tsx';
import { IconButton } from '../icon-button/icon-button.tsx';
import { Kbd } from '../kbd/kbd.tsx';
import styles from './opened-pane.module.css';
import { PaneBar } from './pane-bar.tsx';

export interface OpenedPaneProps {
  /** "Message" */
  readonly label: string;
  /** What it is called, as a person would paste it. */
  readonly title: string;
  readonly copyText: string;
  /** "Copy the message id" */
  readonly copyLabel: string;
  /** "Close the message" */
  readonly closeLabel: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** One of a list looked at closely beside it; J and K go on to the next, and who shows it listens for them. */
export function OpenedPane(props: OpenedPaneProps) {
  const { label, title, copyText, copyLabel, closeLabel, onClose, children } = props;
  return (
    <section className={styles.pane} aria-label={label}>
      <PaneBar snug>
        <h2 className={styles.title} title={title}>
          {title}
        </h2>
        <div className={styles.actions}>
          <span className={styles.moves}>
            <Kbd keys="J" />
            <Kbd keys="K" />
          </span>
          <CopyButton text={copyText} label={copyLabel} />
          <IconButton icon="close" size="sm" label={closeLabel} shortcut="Escape" onClick={onClose} />
        </div>
      </PaneBar>
      {children}
    </section>
  );
}
