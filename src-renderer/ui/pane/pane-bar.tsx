import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import styles from './pane-bar.module.css';

interface PaneBarProps {
  /** As low as what stands inside a page, and not beside its title. */
  readonly low?: boolean | undefined;
  /** A hairline under it. */
  readonly line?: boolean | undefined;
  /** It ends with a bare icon, which has room around itself. */
  readonly snug?: boolean | undefined;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** Above what a pane shows: what it is called, how it stands, and what can be done with it. */
export function PaneBar({ low = false, line = true, snug = false, actions, children }: PaneBarProps) {
  return (
    <header className={classNames(styles.bar, low && styles.low, line && styles.line, snug && styles.snug)}>
      {children}
      {actions === undefined ? null : <div className={styles.actions}>{actions}</div>}
    </header>
  );
}

interface PaneBarTitleProps extends Omit<ComponentProps<'h2'>, 'className'> {
  /** Of the page itself, of a pane in it, or an id. */
  readonly of?: 'page' | 'pane' | 'id' | undefined;
}

export function PaneBarTitle({ of = 'pane', children, ...rest }: PaneBarTitleProps) {
  const Heading = of === 'page' ? 'h1' : 'h2';
  return (
    <Heading {...rest} className={classNames(styles.title, styles[of])}>
      {children}
    </Heading>
  );
}
