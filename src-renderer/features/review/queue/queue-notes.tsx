import { describeAsked, describeMissing } from '#renderer/contract/attention-age.ts';
import { toFailureText } from '#renderer/contract/failure-text.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Note } from '#renderer/ui/note.tsx';
import { EmptyState, StaleNote, FailureState } from '#renderer/ui/states.tsx';
import type { AnsweredFrom } from '#shared/contract/fleet.ts';
import type { Failure } from '#shared/contract/result.ts';
import { grouped } from '#shared/domain/formatting.ts';
import { messages } from '../messages.ts';
import type { ReviewQueue } from './use-review-queue.ts';

interface QueueNotesProps {
  readonly queue: Pick<ReviewQueue, 'rows' | 'said' | 'failure' | 'readAgain' | 'isReading'>;
  readonly whyReadOnly: string | null;
}

/** Shows notices above the list: read-only access, tenants that were not read, and a stale list. */
export function QueueNotes({ queue, whyReadOnly }: QueueNotesProps) {
  const { rows, said, failure, readAgain, isReading } = queue;
  const notAsked = said?.notAsked ?? [];
  const kept = said === undefined ? null : describeAnsweredFrom(said.answeredFrom);
  return (
    <>
      {whyReadOnly === null ? null : (
        <Note flat>
          <b>{messages.queue.viewOnly}</b> {whyReadOnly}
        </Note>
      )}
      {failure === undefined || rows.length === 0 ? null : (
        <StaleNote
          flat
          reason={failure.message}
          showing={messages.queue.stale}
          action={
            <Button size="sm" variant="ghost" loading={isReading} onClick={readAgain}>
              {messages.common.readAgain}
            </Button>
          }
        />
      )}
      {kept === null ? null : (
        <Note flat tone={said?.answeredFrom.from === 'attention' ? 'warn' : 'info'}>
          <b>{kept[0]}</b> {kept[1]}
        </Note>
      )}
      {notAsked.map(({ tenantId, why }) => (
        <Note
          key={tenantId}
          flat
          live
          tone="warn"
          action={
            <Button size="sm" variant="ghost" loading={isReading} onClick={readAgain}>
              {messages.common.retry}
            </Button>
          }
        >
          {tenantId === everyTenant ? (
            why
          ) : (
            <>
              <b>{findTenantName(tenantId, rows)}:</b> {why}
            </>
          )}
        </Note>
      ))}
    </>
  );
}

/** Says which documents of all tenants are missing, or how many tenants were asked where no list of all is kept. */
function describeAnsweredFrom(answer: AnsweredFrom): readonly [string, string] | null {
  return answer.from === 'attention' ? describeMissing(answer) : describeAsked(answer);
}

/** Returns the name if a row contains it. */
function findTenantName(tenantId: string, rows: ReviewQueue['rows']): string {
  return rows.find((row) => row.tenantId === tenantId)?.tenantName ?? tenantId;
}

/** The main process uses this id when it does not know which tenants there are. */
const everyTenant = '*';

interface QueueEmptyProps {
  readonly queue: ReviewQueue;
  readonly isFiltered: boolean;
  readonly onClear: () => void;
}

/** Explains why there is no row: nothing waits, or no match was found so far or at all. */
export function QueueEmpty({ queue, isFiltered, onClear }: QueueEmptyProps) {
  const { said, hasMore, isReading, readMore, readAgain } = queue;
  const read = grouped(said?.read ?? 0);
  const clear = (
    <Button size="sm" onClick={onClear}>
      {messages.queue.clearFilters}
    </Button>
  );
  if (hasMore) {
    return (
      <EmptyState
        title={isFiltered ? messages.queue.noMatchYet(read) : messages.queue.noneLeftYet(read)}
        actions={
          <>
            <Button size="sm" loading={isReading} onClick={readMore}>
              {messages.common.loadMore}
            </Button>
            {isFiltered ? clear : null}
          </>
        }
      />
    );
  }
  const isPartial = said !== undefined && (said.notAsked.length > 0 || isMissing(said.answeredFrom));
  if (isFiltered) {
    const title = isPartial ? messages.queue.noReadMatch : messages.queue.noMatch;
    const without = said?.withoutAmount ?? 0;
    return (
      <EmptyState title={title} actions={clear}>
        {without === 0 ? null : <p>{messages.queue.withoutAmount(without)}</p>}
      </EmptyState>
    );
  }
  const again = (
    <Button size="sm" icon="refresh" loading={isReading} onClick={readAgain}>
      {messages.common.readAgain}
    </Button>
  );
  if (isPartial) {
    return (
      <EmptyState title={messages.queue.nothingInPart} actions={again}>
        <p>{messages.queue.nothingInPartNext}</p>
      </EmptyState>
    );
  }
  const isOfAll = said?.answeredFrom.from === 'attention';
  return (
    <EmptyState title={isOfAll ? messages.queue.nothingAnywhere : messages.queue.nothing} actions={again}>
      <p>{messages.queue.nothingNext}</p>
    </EmptyState>
  );
}

/** True if documents may wait in batches that no list of all tenants has. */
function isMissing(answer: AnsweredFrom): boolean {
  return answer.from === 'attention' && describeMissing(answer) !== null;
}

interface QueueFailureProps {
  readonly failure: Failure;
  /** For example "The queue was not read". */
  readonly title: string;
  readonly onRetry: () => void;
  readonly isRetrying: boolean;
}

/** Explains why there is no list, and that no work was lost. */
export function QueueFailure({ failure, title, onRetry, isRetrying }: QueueFailureProps) {
  return (
    <FailureState
      told={toFailureText(failure, { title, outOfScope: messages.queue.otherTenant })}
      notDone={messages.queue.nothingDone}
      onRetry={onRetry}
      retrying={isRetrying}
    />
  );
}
