import type { ReactNode } from 'react';
import { SkeletonRows } from '#renderer/ui/skeleton/skeleton.tsx';
import { EmptyState } from '#renderer/ui/states/empty-state.tsx';
import { PartFailure } from './part-failure.tsx';
import { OtherItems } from './list-end.tsx';
import type { Pages } from './use-pages.ts';

interface ListStateProps {
  readonly pages: Pages<unknown>;
  /** "projects" */
  readonly what: string;
  /** What is said where there are none. */
  readonly empty: string;
  readonly children: ReactNode;
}

/** What a list can be instead of its rows. */
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
