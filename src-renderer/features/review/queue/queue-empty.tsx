import { grouped } from '#shared/domain/grouped-number.ts';
import { Button } from '#renderer/ui/button/button.tsx';
import { EmptyState } from '#renderer/ui/states/empty-state.tsx';
import type { ReviewQueue } from './review-queue.ts';

interface QueueEmptyProps {
  readonly queue: ReviewQueue;
  readonly isFiltered: boolean;
  readonly onClear: () => void;
}

/** Why there is no row: nothing waits, nothing of the kind was found so far, or at all. */
export function QueueEmpty({ queue, isFiltered, onClear }: QueueEmptyProps) {
  const { said, hasMore, isReading, readMore, readAgain } = queue;
  const read = grouped(said?.read ?? 0);
  const clear = (
    <Button size="sm" onClick={onClear}>
      Clear the filters
    </Button>
  );
  if (hasMore) {
    return (
      <EmptyState
        title={
          isFiltered
            ? `None of the ${read} read so far fits the filters`
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
  const isPartial = said !== undefined && said.notAsked.length > 0;
  if (isFiltered) {
    const which = isPartial ? 'Nothing that was read' : 'Nothing that waits';
    return <EmptyState title={`${which} fits the filters`} actions={clear} />;
  }
  const again = (
    <Button size="sm" icon="refresh" loading={isReading} onClick={readAgain}>
      Read again
    </Button>
  );
  if (isPartial) {
    return (
      <EmptyState title="Nothing waits where it could be read" actions={again}>
        <p>What could not be read stands above; whether anything waits there is not known.</p>
      </EmptyState>
    );
  }
  return (
    <EmptyState title="Nothing waits for review" actions={again}>
      <p>Every document the readers were unsure of has been decided.</p>
    </EmptyState>
  );
}
