import { useId, type ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import styles from './pane.module.css';

export interface PaneProps {
  /** Names the region where no PaneHead does. */
  readonly label?: string | undefined;
  readonly head?: PaneHeadProps | undefined;
  /** The body scrolls; a table or a split inside it brings its own scrolling and wants "fixed". */
  readonly body?: 'scrolls' | 'fixed' | undefined;
  readonly padded?: boolean | undefined;
  readonly children: ReactNode;
}

export function Pane({ label, head, body = 'scrolls', padded = false, children }: PaneProps) {
  const titleId = useId();
  return (
    <section
      className={styles.pane}
      aria-label={head === undefined ? label : undefined}
      aria-labelledby={head === undefined ? undefined : titleId}
    >
      {head === undefined ? null : <PaneHead {...head} titleId={titleId} />}
      <div className={classNames(styles.body, body === 'fixed' && styles.fixed, padded && styles.padded)}>
        {children}
      </div>
    </section>
  );
}

export interface PaneHeadProps {
  readonly title: ReactNode;
  readonly titleId?: string | undefined;
  readonly level?: 2 | 3 | 4 | undefined;
  readonly hint?: ReactNode;
  readonly actions?: ReactNode;
  /** A hairline under it, where what follows has none of its own. */
  readonly line?: boolean | undefined;
}

export function PaneHead({ title, titleId, level, hint, actions, line = false }: PaneHeadProps) {
  return (
    <div className={classNames(styles.paneHead, line && styles.line)}>
      <PaneTitle title={title} titleId={titleId} level={level} hint={hint} />
      {actions === undefined ? null : <div className={styles.actions}>{actions}</div>}
    </div>
  );
}

export type PaneTitleProps = Pick<PaneHeadProps, 'title' | 'titleId' | 'level' | 'hint'>;

/** The words alone, for a bar that belongs to something else, such as a table's. */
export function PaneTitle({ title, titleId, level = 2, hint }: PaneTitleProps) {
  const Heading = `h${level}` as const;
  return (
    <>
      <Heading id={titleId} className={styles.paneTitle}>
        {title}
      </Heading>
      {hint === undefined ? null : <span className={styles.hint}>{hint}</span>}
    </>
  );
}
