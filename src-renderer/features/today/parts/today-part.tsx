import { useId, type ReactNode } from 'react';
import { Button } from '#renderer/ui/button.tsx';
import { PaneHead } from '#renderer/ui/pane.tsx';
import { exactLocal, exactUtc, spanWords } from '#renderer/ui/relative-time.tsx';
import { SkeletonRows } from '#renderer/ui/skeleton.tsx';
import type { Failure } from '#shared/contract/result.ts';
import type { Part } from '../seen.ts';
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

interface PartStateProps<T> {
  readonly part: Pick<Part<T>, 'value' | 'failure' | 'isReading' | 'readAgain'>;
  /** "The queues were not read" */
  readonly notRead: string;
  /** "Reading how queues stand" */
  readonly reading: string;
  readonly rows?: number | undefined;
  readonly children: (value: T) => ReactNode;
}

/** One part of Today: what it shows, or why not. The others go on without it. */
export function PartState<T>({ part, notRead, reading, rows = 3, children }: PartStateProps<T>) {
  const { value, failure, isReading, readAgain } = part;
  if (value === undefined && failure === undefined) return <SkeletonRows rows={rows} label={reading} />;
  return (
    <>
      {failure === undefined ? null : (
        <Trouble
          title={value === undefined ? notRead : 'Not read again; what was read before is shown'}
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
    // Of its lost process the console tells once, and not every part of the page again.
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

/** Why a part is not there for this person; nothing has gone wrong. */
export function NotForYou({ children }: { readonly children: ReactNode }) {
  return <p className={styles.said}>{children}</p>;
}

/** What a part has to say where there is nothing to list, or below what it lists. */
export function Said({ children }: { readonly children: ReactNode }) {
  return <p className={styles.said}>{children}</p>;
}

/** What could not be read of a part that is otherwise there. */
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

/** "6 h 7 min", under a head that says since when; exact on hover. */
export function Age({ at, now }: { readonly at: number; readonly now: number }) {
  return (
    <time dateTime={new Date(at).toISOString()} title={`${exactUtc(at)}\n${exactLocal(at)}`}>
      {spanWords(Math.max(0, now - at))}
    </time>
  );
}
