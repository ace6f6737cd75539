import type { OpenDocument } from '#shared/contract/triage/documents.ts';
import type { Failure } from '#shared/contract/result.ts';
import { Button } from '#renderer/ui/button/button.tsx';
import { Note } from '#renderer/ui/note/note.tsx';
import { StaleNote } from '#renderer/ui/states/stale-note.tsx';

interface DocumentNotesProps {
  readonly document: OpenDocument;
  /** Why it could not be read again. */
  readonly failure: Failure | undefined;
  readonly hasMovedOn: boolean;
  readonly reading: boolean;
  readonly onReadAgain: () => void;
}

/** What must be known before anything below is believed. */
export function DocumentNotes(props: DocumentNotesProps) {
  const { document, failure, hasMovedOn, reading, onReadAgain } = props;
  const again = (
    <Button size="sm" variant="ghost" loading={reading} onClick={onReadAgain}>
      Read again
    </Button>
  );
  return (
    <>
      {failure === undefined ? null : (
        <StaleNote flat reason={failure.message} showing="What was read before is shown." action={again} />
      )}
      {failure === undefined && hasMovedOn ? (
        <Note flat live action={again}>
          It has changed since it was read: its status is of now, its fields and checks are not.
        </Note>
      ) : null}
      {document.expired ? (
        <Note flat tone="warn">
          It is past its time to live and awaits deletion. No action is offered.
        </Note>
      ) : null}
      {document.claimedBy === null ? null : (
        <Note flat>
          Claimed by {document.claimedBy}
          {document.claimExpiresAt === null ? '' : ` until ${document.claimExpiresAt.slice(11, 19)} UTC`}.
        </Note>
      )}
      {document.problems.length === 0 ? null : (
        <Note flat tone="warn">
          <b>
            {document.problems.length === 1
              ? 'One attribute is not as expected.'
              : `${String(document.problems.length)} attributes are not as expected.`}
          </b>{' '}
          {document.problems.join('; ')}.
        </Note>
      )}
    </>
  );
}
