import { grouped } from '#shared/domain/grouped-number.ts';
import { Button } from '#renderer/ui/button/button.tsx';
import { RelativeTime } from '#renderer/ui/relative-time/relative-time.tsx';
import { EmptyState } from '#renderer/ui/states/empty-state.tsx';
import { momentOf } from './due.ts';
import type { ReviewQueue } from './review-queue.ts';

interface QueueEmptyProps {
  readonly queue: ReviewQueue;
  readonly isFiltered: boolean;
  readonly now: number;
  readonly onClear: () => void;
}

/** Why there is no row: nothing waits, nothing of the kind was found so far, or at all. */
export function QueueEmpty({ queue, isFiltered, now, onClear }: QueueEmptyProps) {
  const { said, hasMore, isReading, readMore, readAgain } = queue;
  const read = grouped(said?.read ?? 0);
  const clear = (
    <Button size="sm" variant="ghost" onClick={onClear}>
      Clear the filters
    </Button>
  );
  if (hasMore) {
    return (
      <EmptyState
        title={
          isFiltered
            ? `None of the ${read} read so far is of this kind`
            : `Nothing of the ${read} read is left`
        }
        actions={
          <>
            <Button size="sm" loading={isReading} onClick={readMore}>
              Read on
            </Button>
            {isFiltered ? clear : null}
          </>
        }
      />
    );
  }
  if (isFiltered) {
    return <EmptyState title={`None of the ${read} that were read is of this kind`} actions={clear} />;
  }
  const again = (
    <Button size="sm" icon="refresh" loading={isReading} onClick={readAgain}>
      Read again
    </Button>
  );
  if (said !== undefined && said.notAsked.length > 0) {
    return (
      <EmptyState title="Nothing waits where it could be read" actions={again}>
        <p>What could not be read stands above; whether anything waits there is not known.</p>
      </EmptyState>
    );
  }
  const at = momentOf(queue.readAt);
  return (
    <EmptyState title="Nothing waits for review" actions={again}>
      <p>
        Every document the readers were unsure of has been decided
        {at === null ? null : (
          <>
            ; read <RelativeTime at={at} now={Math.max(now, at)} />
          </>
        )}
        .
      </p>
    </EmptyState>
  );
}
