import { Button } from '#renderer/ui/button/button.tsx';
import { Note } from '#renderer/ui/note/note.tsx';
import { StaleNote } from '#renderer/ui/states/stale-note.tsx';
import type { ReviewQueue } from './review-queue.ts';

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
