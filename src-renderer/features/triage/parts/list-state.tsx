import type { ReactNode } from 'react';
import { Button } from '#renderer/ui/button.tsx';
import { SkeletonRows } from '#renderer/ui/skeleton.tsx';
import { EmptyState, StaleNote } from '#renderer/ui/states.tsx';
import type { Failure } from '#shared/contract/result.ts';
import styles from './list-state.module.css';
import { PartFailure } from './part-failure.tsx';
import { describeOtherItems, type Pages } from './use-pages.ts';

interface ListStateProps {
  readonly pages: Pages<unknown>;
  /** "projects" */
  readonly what: string;
  /** The message for an empty list. */
  readonly empty: string;
  readonly children: ReactNode;
}

/** The states a list can have instead of rows: being read, failed or empty. */
export function ListState({ pages, what, empty, children }: ListStateProps) {
  if (!pages.isRead && pages.failure !== undefined) {
    return (
      <PartFailure
        failure={pages.failure}
        title={`The ${what} were not read`}
        notDone="Nothing of this list is shown."
        onRetry={pages.readAgain}
        retrying={pages.reading}
      />
    );
  }
  if (!pages.isRead) return <SkeletonRows rows={5} label={`Reading the ${what}`} />;
  if (pages.rows.length === 0 && pages.complete) {
    return (
      <EmptyState title={empty}>
        <OtherItems pages={pages} />
      </EmptyState>
    );
  }
  return children;
}

interface ListEndProps {
  readonly pages: Pages<unknown>;
  readonly note: string;
}

/** Below the last row: whether it is the last, and what another page would cost. */
export function ListEnd({ pages, note }: ListEndProps) {
  const { complete, reading, receipts, throttled, readOn } = pages;
  const last = receipts.at(-1)?.rru;
  const price = last === undefined ? '' : `, about ${String(last)} RRU`;
  return (
    <div className={styles.end}>
      {throttled === 0 ? null : (
        <p>
          DynamoDB said “slower” {throttled === 1 ? 'once' : `${String(throttled)} times`} before it answered.
        </p>
      )}
      <OtherItems pages={pages} />
      {complete ? (
        <p>{note}</p>
      ) : (
        <Button size="sm" variant="ghost" shortcut="M" loading={reading} onClick={readOn}>
          {`Next page${price}`}
        </Button>
      )}
    </div>
  );
}

/** An item that is no row of the list is still there, and told once. */
export function OtherItems({ pages: { others } }: { readonly pages: Pick<Pages<unknown>, 'others'> }) {
  return others.length === 0 ? null : <p className={styles.others}>{describeOtherItems(others)}</p>;
}

interface ListStaleProps {
  readonly failure: Failure;
  readonly onRetry: () => void;
}

/** Rows that were read before stay, with a note that they are old. */
export function ListStale({ failure, onRetry }: ListStaleProps) {
  return (
    <StaleNote
      flat
      reason={failure.message}
      showing="What was read before is shown."
      action={
        <Button size="sm" variant="ghost" onClick={onRetry}>
          Try again
        </Button>
      }
    />
  );
}
