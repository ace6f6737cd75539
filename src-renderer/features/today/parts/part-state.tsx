import type { ReactNode } from 'react';
import type { Failure } from '#shared/contract/result.ts';
import { Button } from '#renderer/ui/button/button.tsx';
import { SkeletonRows } from '#renderer/ui/skeleton/skeleton.tsx';
import type { Part } from '../reading/use-part.ts';
import styles from './part-state.module.css';

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
