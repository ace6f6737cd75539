import type { ReactNode } from 'react';
import { Button } from '#renderer/ui/button.tsx';
import { pageKeys } from '#renderer/ui/page-keys.ts';
import { SkeletonRows } from '#renderer/ui/skeleton.tsx';
import { EmptyState, StaleNote } from '#renderer/ui/states.tsx';
import type { Failure } from '#shared/contract/result.ts';
import styles from '../lists/lists.module.css';
import { PartFailure } from './part-failure.tsx';
import { describeOtherItems, type Pages } from './use-pages.ts';
import { messages } from '../messages.ts';

interface ListStateProps {
  readonly pages: Pages<unknown>;
  /** "projects" */
  readonly what: string;
  /** The message for an empty list. */
  readonly empty: string;
  /** Says what would fill it. */
  readonly emptyNext: string;
  readonly children: ReactNode;
}

/** Shown instead of rows while a list is being read, has failed or is empty. */
export function ListState({ pages, what, empty, emptyNext, children }: ListStateProps) {
  if (!pages.isRead && pages.failure !== undefined) {
    return (
      <PartFailure
        failure={pages.failure}
        title={messages.lists.notRead(what)}
        notDone={messages.lists.nothingShown}
        onRetry={pages.readAgain}
        retrying={pages.reading}
      />
    );
  }
  if (!pages.isRead) return <SkeletonRows rows={5} label={`Reading the ${what}`} />;
  if (pages.rows.length === 0 && pages.complete) {
    return (
      <EmptyState title={empty}>
        <p>{emptyNext}</p>
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

/** Says below the last row whether it is the last, or what another page would cost. */
export function ListEnd({ pages, note }: ListEndProps) {
  const { complete, reading, receipts, throttled, readOn } = pages;
  const last = receipts.at(-1)?.rru;
  const price = last === undefined ? '' : `, about ${String(last)} RRU`;
  return (
    <div className={styles.end}>
      {throttled === 0 ? null : <p>{messages.lists.throttled(throttled)}</p>}
      <OtherItems pages={pages} />
      {complete ? (
        <p>{note}</p>
      ) : (
        <Button size="sm" variant="ghost" shortcut={pageKeys.lists.more} loading={reading} onClick={readOn}>
          {`Next page${price}`}
        </Button>
      )}
    </div>
  );
}

/** Items of another kind are not rows, so they are mentioned once below the list. */
export function OtherItems({ pages: { others } }: { readonly pages: Pick<Pages<unknown>, 'others'> }) {
  return others.length === 0 ? null : <p className={styles.others}>{describeOtherItems(others)}</p>;
}

interface ListStaleProps {
  readonly failure: Failure;
  readonly onRetry: () => void;
}

/** The old rows stay, with a note that they are old. */
export function ListStale({ failure, onRetry }: ListStaleProps) {
  return (
    <StaleNote
      flat
      reason={failure.message}
      showing={messages.lists.stale}
      action={
        <Button size="sm" variant="ghost" onClick={onRetry}>
          Try again
        </Button>
      }
    />
  );
}
