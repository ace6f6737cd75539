import { useId, type ReactNode } from 'react';
import { classNames } from '#renderer/ui/class-names.ts';
import { Icon } from '#renderer/ui/icon/icon.tsx';
import styles from './disclosure.module.css';

export interface DisclosureProps {
  readonly title: ReactNode;
  readonly hint?: ReactNode;
  /** Stays in sight at the end of the line. */
  readonly end?: ReactNode;
  readonly open: boolean;
  readonly onOpen: (open: boolean) => void;
  readonly children: ReactNode;
}

/** A line that opens what is under it. */
export function Disclosure({ title, hint, end, open, onOpen, children }: DisclosureProps) {
  const id = useId();
  return (
    <div className={styles.disclosure}>
      <button
        type="button"
        className={styles.line}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => onOpen(!open)}
      >
        <span className={classNames(styles.arrow, open && styles.open)}>
          <Icon name="right" size={12} />
        </span>
        <span className={styles.title}>{title}</span>
        {hint === undefined ? null : <span className={styles.hint}>{hint}</span>}
        {end === undefined ? null : <span className={styles.end}>{end}</span>}
      </button>
      {open ? <div id={id}>{children}</div> : null}
    </div>
  );
}
