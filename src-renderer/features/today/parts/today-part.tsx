import { useId } from 'react';
import type { ReactNode } from 'react';
import { PaneHead } from '#renderer/ui/pane/pane.tsx';
import styles from './today-part.module.css';

interface TodayPartProps {
  readonly title: string;
  readonly hint?: ReactNode;
  readonly actions?: ReactNode;
  /** Takes the focus where a number of the page leads here. */
  readonly anchor?: string | undefined;
  readonly children: ReactNode;
}

/** As high as what it shows: the page scrolls as one. */
export function TodayPart({ title, hint, actions, anchor, children }: TodayPartProps) {
  const titleId = useId();
  return (
    <section
      id={anchor}
      tabIndex={anchor === undefined ? undefined : -1}
      className={styles.part}
      aria-labelledby={titleId}
    >
      <PaneHead title={title} titleId={titleId} hint={hint} actions={actions} />
      {children}
    </section>
  );
}
