import { useId, type ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { makeScrollReachable } from './make-scroll-reachable.ts';
import pane from './pane.module.css';
import { PaneTitle } from './pane.tsx';
import inline from './inline.module.css';
import styles from './view-frame.module.css';

interface ViewFrameProps {
  readonly title: string;
  readonly sub?: ReactNode;
  readonly actions?: ReactNode;
  /** The view is one of several under a page's head, so its own head is as low as a pane's. */
  readonly low?: boolean | undefined;
  readonly children: ReactNode;
}

/** Frames a view whose head stays while the content below it scrolls. */
export function ViewFrame({ title, sub, actions, low = false, children }: ViewFrameProps) {
  const titleId = useId();
  return (
    <section className={styles.view} aria-labelledby={titleId}>
      <header className={classNames(styles.head, low && styles.low)}>
        <h2 id={titleId} className={styles.title}>
          {title}
        </h2>
        {sub === undefined ? null : <span className={inline.hint}>{sub}</span>}
        {actions === undefined ? null : <div className={pane.actions}>{actions}</div>}
      </header>
      <div ref={makeScrollReachable} className={styles.body}>
        {children}
      </div>
    </section>
  );
}

interface ViewPartProps {
  readonly title: ReactNode;
  readonly hint?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
  /** Content that runs from edge to edge, such as a table, brings its own padding and leaves this out. */
  readonly padded?: boolean | undefined;
}

/** Shows a part of a view under its own heading. */
export function ViewPart({ title, hint, actions, padded = false, children }: ViewPartProps) {
  const titleId = useId();
  return (
    <section className={styles.part} aria-labelledby={titleId}>
      <div className={styles.partHead}>
        <PaneTitle title={title} titleId={titleId} level={3} hint={hint} />
        {actions === undefined ? null : <div className={pane.actions}>{actions}</div>}
      </div>
      <div className={classNames(padded && styles.padded)}>{children}</div>
    </section>
  );
}
