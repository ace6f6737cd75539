import { useId, type ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';
import styles from './disclosure.module.css';

interface DisclosureProps {
  readonly title: ReactNode;
  readonly hint?: ReactNode;
  /** This stays visible at the end of the line. */
  readonly end?: ReactNode;
  readonly open: boolean;
  readonly onOpen: (open: boolean) => void;
  /** The line heads a part of the page, as a pane's head does. */
  readonly level?: 2 | undefined;
  /** Draws a hairline above the line. */
  readonly line?: boolean | undefined;
  readonly children: ReactNode;
}

/** Shows a line that opens the content below it. */
export function Disclosure(props: DisclosureProps) {
  const { title, hint, end, open, onOpen, level, line = true, children } = props;
  const id = useId();
  const button = (
    <button
      type="button"
      className={styles.button}
      aria-expanded={open}
      aria-controls={open ? id : undefined}
      onClick={() => onOpen(!open)}
    >
      <span className={classNames(styles.arrow, open && styles.open)}>
        <Icon name="right" size={level === undefined ? 12 : 14} />
      </span>
      <span className={styles.title}>{title}</span>
      {hint === undefined ? null : <span className={styles.hint}>{hint}</span>}
      {end === undefined ? null : <span className={styles.end}>{end}</span>}
    </button>
  );
  return (
    <div className={classNames(line && styles.line)}>
      {level === undefined ? button : <h2 className={styles.heading}>{button}</h2>}
      {open ? <div id={id}>{children}</div> : null}
    </div>
  );
}
