import { useId, type ReactNode } from 'react';
import { Button } from '#renderer/ui/button.tsx';
import { PaneHead } from '#renderer/ui/pane.tsx';
import { exactLocal, exactUtc, formatTimeSpan } from '#renderer/ui/relative-time.tsx';
import { SkeletonRows } from '#renderer/ui/skeleton.tsx';
import type { Failure } from '#shared/contract/result.ts';
import type { Part } from '../seen.ts';
import styles from './parts.module.css';
import { messages } from '../messages.ts';

interface TodayPartProps {
  readonly title: string;
  readonly hint?: ReactNode;
  readonly actions?: ReactNode;
  /** The part takes the focus when a number of the page leads here. */
  readonly anchor?: string | undefined;
  readonly children: ReactNode;
}

/** A part is as high as its content, because the page scrolls as a whole. */
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

interface PartStateProps<T> {
  readonly part: Pick<Part<T>, 'value' | 'failure' | 'isReading' | 'readAgain'>;
  /** "The queues were not read" */
  readonly notRead: string;
  /** "Reading how queues stand" */
  readonly reading: string;
  readonly rows?: number | undefined;
  readonly children: (value: T) => ReactNode;
}

/** Shows the content of one part of Today, or why it is missing. The other parts do not depend on it. */
export function PartState<T>({ part, notRead, reading, rows = 3, children }: PartStateProps<T>) {
  const { value, failure, isReading, readAgain } = part;
  if (value === undefined && failure === undefined) return <SkeletonRows rows={rows} label={reading} />;
  return (
    <>
      {failure === undefined ? null : (
        <Trouble
          title={value === undefined ? notRead : messages.page.notRefreshed}
          failure={failure}
          isReading={isReading}
          readAgain={readAgain}
        />
      )}
      {value === undefined ? null : children(value)}
    </>
  );
}

interface TroubleProps {
  readonly title: string;
  readonly failure: Failure;
  readonly isReading: boolean;
  readonly readAgain: () => void;
}

function Trouble({ title, failure: { code, message, reference }, isReading, readAgain }: TroubleProps) {
  return (
    // The console announces a lost process once, so the parts do not announce it again.
    <div className={styles.trouble} role={code === 'host-unreachable' ? undefined : 'alert'}>
      <p>
        <b>{title}.</b> {message}
        {reference === '' ? null : (
          <>
            {' '}
            Reference <code>{reference}</code>
          </>
        )}
      </p>
      <Button size="sm" icon="retry" loading={isReading} onClick={readAgain}>
        Try again
      </Button>
    </div>
  );
}

/** Says why this person cannot see a part. This is not an error. */
export function NotForYou({ children }: { readonly children: ReactNode }) {
  return <p className={styles.said}>{children}</p>;
}

/** Shows a sentence instead of a list, or below it. */
export function PartNote({ children }: { readonly children: ReactNode }) {
  return <p className={styles.said}>{children}</p>;
}

/** Shows which data of an otherwise complete part could not be read. */
export function Problems({ of }: { readonly of: readonly string[] }) {
  if (of.length === 0) return null;
  return (
    <ul className={styles.problems}>
      {of.map((problem) => (
        <li key={problem}>{problem}</li>
      ))}
    </ul>
  );
}

/** "6 h 7 min", below a heading that says since when; the exact time is the tooltip. */
export function Age({ at, now }: { readonly at: number; readonly now: number }) {
  return (
    <time dateTime={new Date(at).toISOString()} title={`${exactUtc(at)}\n${exactLocal(at)}`}>
      {formatTimeSpan(Math.max(0, now - at))}
    </time>
  );
}
