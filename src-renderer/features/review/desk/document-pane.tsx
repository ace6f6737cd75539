import { memo, useSyncExternalStore } from 'react';
import type { RefObject } from 'react';
import type { ReviewMode } from '#shared/domain/review/draft-rules.ts';
import type { Accuracy } from '#shared/contract/review/accuracy.ts';
import { Kbd } from '#renderer/ui/kbd/kbd.tsx';
import { Note } from '#renderer/ui/note/note.tsx';
import { SkeletonRows } from '#renderer/ui/skeleton/skeleton.tsx';
import { DeskNotes } from '../decide/desk-notes.tsx';
import { LostRace } from '../decide/lost-race.tsx';
import { FieldsPane } from '../fields/fields-pane.tsx';
import type { FieldsPaneProps } from '../fields/fields-pane.tsx';
import { CommentField } from './comment-field.tsx';
import { toldWords } from './desk-words.ts';
import { DocumentHead } from './document-head.tsx';
import type { FlowState, ReviewFlow } from './flow/flow-state.ts';
import { NotRead } from './not-read.tsx';
import styles from './review-desk.module.css';

export interface DocumentPaneProps {
  readonly mode: ReviewMode;
  readonly flow: ReviewFlow;
  readonly state: FlowState;
  readonly accuracy: Accuracy | undefined;
  readonly comment: RefObject<HTMLInputElement | null>;
  /** Asked for by its key; one that says something is there anyway. */
  readonly hasComment: boolean;
  readonly onLeaveComment: () => void;
}

/** What was read of the document, and what a person makes of it. */
export const DocumentPane = memo(function DocumentPane(props: DocumentPaneProps) {
  const { mode, flow, state, accuracy, comment, hasComment, onLeaveComment } = props;
  const { open, whyNot, unclear } = state;
  if (open === undefined) return null;
  const { document, claim, race } = open;
  if (document === undefined) {
    return open.failure === undefined ? (
      <SkeletonRows rows={9} label={`Reading ${open.fileName ?? 'the document'}`} />
    ) : (
      <NotRead
        failure={open.failure}
        isSent={unclear !== null}
        onRetry={flow.readAgain}
        onNext={flow.takeNext}
      />
    );
  }
  return (
    <section className={styles.fields} aria-label="Fields">
      <DocumentHead document={document} edits={open.edits} mode={mode} claim={claim} />
      <DeskNotes
        document={document}
        held={claim.kind === 'held' ? claim : null}
        unclear={unclear === null ? null : { ...unclear, onAskAgain: flow.askAgain }}
        onTakeNext={flow.takeNext}
        onTryClaim={flow.tryClaim}
      />
      <OwnNotes {...{ mode, flow, state }} />
      {race === null && (hasComment || open.comment !== '') ? (
        <CommentField
          field={comment}
          comment={open.comment}
          isLocked={whyNot !== null}
          onComment={flow.comment}
          onLeave={onLeaveComment}
        />
      ) : null}
      <div className={styles.rest}>
        {race === null ? (
          <FocusedFields
            flow={flow}
            document={document}
            mode={mode}
            edits={open.edits}
            onEdit={flow.edit}
            onFocus={flow.focus}
            onNext={flow.focusNext}
            accuracy={accuracy}
            whyNot={whyNot}
          />
        ) : (
          <LostRace
            mine={race.mine}
            edits={open.edits}
            theirs={race.theirs}
            onKeep={flow.keepMine}
            onLeave={flow.leaveRace}
          />
        )}
      </div>
    </section>
  );
});

/** What the desk itself has to say: why it is here again, what is not kept, what nobody has looked at. */
function OwnNotes({ mode, state }: Pick<DocumentPaneProps, 'mode' | 'flow' | 'state'>) {
  const { open, draftFailure } = state;
  if (open === undefined) return null;
  const { notice, told, claim, race } = open;
  return (
    <>
      {notice === null || race !== null ? null : (
        <Note tone="warn" flat live>
          {notice}
        </Note>
      )}
      {claim.kind === 'unsure' ? (
        <Note tone="warn" flat live>
          It is not certain that it is yours: {claim.message} The next key asks again; you can go on.
        </Note>
      ) : null}
      {draftFailure === undefined ? null : (
        <Note tone="warn" flat live>
          What you type is kept in this window only: {draftFailure.message}
        </Note>
      )}
      {told === 0 ? null : (
        <Note tone="warn" flat live action={<Kbd keys="Mod+Enter" />}>
          {toldWords(told, mode)}
        </Note>
      )}
    </>
  );
}

interface FocusedFieldsProps extends Omit<FieldsPaneProps, 'focused'> {
  readonly flow: ReviewFlow;
}

/** From field to field, nothing else of the desk is drawn again. */
function FocusedFields({ flow, ...fields }: FocusedFieldsProps) {
  const focused = useSyncExternalStore(flow.subscribe, flow.focused);
  return <StillFields {...fields} focused={focused} />;
}

/** Claims, holds and drafts come and go while somebody reads: the fields are drawn for their own sake only. */
const StillFields = memo(FieldsPane);
