import { Tooltip } from '../tooltip/tooltip.tsx';
import { VisuallyHidden } from '../visually-hidden/visually-hidden.tsx';
import { exactLocal, exactUtc, relativeWords } from './relative-words.ts';
import styles from './relative-time.module.css';

export interface RelativeTimeProps {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Passed in, so that a whole list agrees on the time and a test can choose it. */
  readonly now: number;
  /** In a long list only the row takes the focus; the exact time is then for the pointer alone. */
  readonly focusable?: boolean | undefined;
}

/** Relative to read, exact in UTC and on the local clock on hover or focus. */
export function RelativeTime({ at, now, focusable = true }: RelativeTimeProps) {
  const utc = exactUtc(at);
  if (!focusable) {
    // A tooltip a row is a component tree a row; in a list the platform's own will do.
    return (
      <time className={styles.time} dateTime={new Date(at).toISOString()} title={`${utc}\n${exactLocal(at)}`}>
        {relativeWords(at, now)}
      </time>
    );
  }
  return (
    <Tooltip
      content={
        <span className={styles.exact}>
          <span>{utc}</span>
          <span>{exactLocal(at)}</span>
        </span>
      }
    >
      <time
        className={styles.time}
        dateTime={new Date(at).toISOString()}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what shows on hover must show on focus
        tabIndex={0}
      >
        {relativeWords(at, now)}
        <VisuallyHidden>, {utc}</VisuallyHidden>
      </time>
    </Tooltip>
  );
}
