import { toldFailure } from '#renderer/contract/failure-text.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Note } from '#renderer/ui/note.tsx';
import { EmptyState, StaleNote, ToldState } from '#renderer/ui/states.tsx';
import type { Failure } from '#shared/contract/result.ts';
import { grouped } from '#shared/domain/formatting.ts';
import type { ReviewQueue } from './use-review-queue.ts';

interface QueueNotesProps {
  readonly queue: Pick<ReviewQueue, 'rows' | 'said' | 'failure' | 'readAgain' | 'isReading'>;
  readonly whyReadOnly: string | null;
}

/** What stands above the list: what cannot be done here, what was not asked, and what is old. */
export function QueueNotes({ queue, whyReadOnly }: QueueNotesProps) {
  const { rows, said, failure, readAgain, isReading } = queue;
  const notAsked = said?.notAsked ?? [];
  return (
    <>
      {whyReadOnly === null ? null : (
        <Note flat>
          <b>Documents can be looked at; none can be claimed or decided.</b> {whyReadOnly}
        </Note>
      )}
      {failure === undefined || rows.length === 0 ? null : (
        <StaleNote
          flat
          reason={failure.message}
          showing="What was read before is shown. Drafts are kept on this machine."
          action={
            <Button size="sm" variant="ghost" loading={isReading} onClick={readAgain}>
              Read again
            </Button>
          }
        />
      )}
      {notAsked.map(({ tenantId, why }) => (
        <Note
          key={tenantId}
          flat
          live
          tone="warn"
          action={
            <Button size="sm" variant="ghost" loading={isReading} onClick={readAgain}>
              Try again
            </Button>
          }
        >
          {tenantId === everyTenant ? (
            why
          ) : (
            <>
              <b>{nameOf(tenantId, rows)}:</b> {why}
            </>
          )}
        </Note>
      ))}
    </>
  );
}

/** By name where a row has told it. */
function nameOf(tenantId: string, rows: ReviewQueue['rows']): string {
  return rows.find((row) => row.tenantId === tenantId)?.tenantName ?? tenantId;
}

/** So main says where it does not know which tenants there are. */
const everyTenant = '*';

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

interface QueueFailureProps {
  readonly failure: Failure;
  /** "The queue was not read" */
  readonly title: string;
  readonly onRetry: () => void;
  readonly isRetrying: boolean;
}

/** Why there is no list, and that no work was lost. */
export function QueueFailure({ failure, title, onRetry, isRetrying }: QueueFailureProps) {
  return (
    <ToldState
      told={toldFailure(failure, { title, outOfScope: 'Choose another tenant in the top bar.' })}
      notDone="No document is shown. Nothing was claimed or decided; drafts are kept on this machine."
      onRetry={onRetry}
      retrying={isRetrying}
    />
  );
}
