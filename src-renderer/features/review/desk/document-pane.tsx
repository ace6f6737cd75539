import { memo, useSyncExternalStore, type RefObject } from 'react';
import { Button } from '#renderer/ui/button.tsx';
import { Chip } from '#renderer/ui/chip.tsx';
import { TextField } from '#renderer/ui/field.tsx';
import { Kbd } from '#renderer/ui/kbd.tsx';
import { Note } from '#renderer/ui/note.tsx';
import { ExpiryRing } from '#renderer/ui/progress.tsx';
import { useNow } from '#renderer/ui/relative-time.tsx';
import { SkeletonRows } from '#renderer/ui/skeleton.tsx';
import { ErrorState } from '#renderer/ui/states.tsx';
import { StatusBadge } from '#renderer/ui/status.tsx';
import type { Failure } from '#shared/contract/result.ts';
import type { Accuracy } from '#shared/contract/review.ts';
import type { ReviewDocument } from '#shared/contract/review-document.ts';
import { claimMinutes } from '#shared/domain/pipeline-limits.ts';
import type { Edits, ReviewMode } from '#shared/domain/review/draft-rules.ts';
import { DeskNotes } from '../decide/desk-notes.tsx';
import { LostRace } from '../decide/side-by-side.tsx';
import { FieldsPane, type FieldsPaneProps } from '../fields/fields-pane.tsx';
import { formatClock, describeProgress, shortProgress, describeUndecided } from './desk-messages.ts';
import styles from './document-pane.module.css';
import type { Claim } from './flow/claim-keeping.ts';
import type { FlowState, ReviewFlow } from './flow/flow-state.ts';

interface DocumentPaneProps {
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
          {describeUndecided(told, mode)}
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

interface DocumentHeadProps {
  readonly document: ReviewDocument;
  readonly edits: Edits;
  readonly mode: ReviewMode;
  readonly claim: Claim;
}

/** Which document it is, how far it has come, and how long it is one's own. */
function DocumentHead({ document, edits, mode, claim }: DocumentHeadProps) {
  const name = document.fileName ?? document.documentId;
  const ending = /\.[a-z]{2,4}$/i.exec(name)?.[0] ?? '';
  return (
    <div className={styles.head}>
      <h2 className={styles.name} title={name}>
        {name.slice(0, name.length - ending.length)}
        <span className={styles.ending}>{ending}</span>
      </h2>
      {document.status === null ? null : <StatusBadge status={document.status} pill />}
      {document.fourEyes ? (
        <Chip icon="review" className={styles.eyes ?? ''}>
          {eyes[document.step]}
        </Chip>
      ) : null}
      <span className={styles.progress}>{describeProgress(document, edits, mode)}</span>
      <span className={styles.short} aria-hidden>
        {shortProgress(document, edits, mode)}
      </span>
      <span className={styles.claim}>
        <ClaimClock claim={claim} />
      </span>
    </div>
  );
}

function ClaimClock({ claim }: { readonly claim: Claim }) {
  const now = useNow(claim.kind === 'mine' ? 1_000 : null);
  if (claim.kind === 'asking') return 'taking it…';
  if (claim.kind === 'over') return 'no longer yours; the next key takes it again';
  if (claim.kind === 'unsure') return 'not taken yet';
  if (claim.kind !== 'mine') return null;
  const left = Math.max(0, claim.until - now);
  return (
    <ExpiryRing
      left={left / claimMs}
      words={`yours for ${formatClock(left)}`}
      tone={left < urgentMs ? 'urgent' : 'accent'}
    />
  );
}

const eyes: Readonly<Record<ReviewDocument['step'], string>> = {
  first: 'Four eyes, first',
  second: 'Four eyes, second',
  third: 'Four eyes, the two differ',
};

const claimMs = claimMinutes * 60_000;
const urgentMs = 60_000;

interface NotReadProps {
  readonly failure: Failure;
  /** What was made of it was sent, and nobody knows what came of it. */
  readonly isSent: boolean;
  readonly onRetry: () => void;
  readonly onNext: () => void;
}

function NotRead({ failure, isSent, onRetry, onNext }: NotReadProps) {
  return (
    <ErrorState
      title={failure.code === 'sign-in-expired' ? 'Your sign-in has expired' : 'The document was not read'}
      happened={failure.message}
      notDone={
        isSent
          ? 'Whether what you sent came through is not known yet. It is kept, and nothing is decided twice.'
          : 'It was not claimed, and nothing was decided. What you typed before is kept.'
      }
      next={
        failure.code === 'sign-in-expired' ? 'Sign in again, then try again.' : 'Try again, or take the next.'
      }
      reference={failure.reference}
      onRetry={onRetry}
      actions={
        <Button size="sm" icon="forward" onClick={onNext}>
          Take the next one
        </Button>
      }
    />
  );
}

interface CommentFieldProps {
  readonly field: RefObject<HTMLInputElement | null>;
  readonly comment: string;
  readonly isLocked: boolean;
  readonly onComment: (text: string) => void;
  /** Back to the fields. */
  readonly onLeave: () => void;
}

/** Goes with the approval, and is kept with what is typed until then. */
function CommentField({ field, comment, isLocked, onComment, onLeave }: CommentFieldProps) {
  return (
    <div className={styles.comment}>
      <TextField
        ref={field}
        label="Comment"
        labelHidden
        size="sm"
        icon="edit"
        placeholder="Comment, kept with the decision"
        maxLength={500}
        value={comment}
        readOnly={isLocked}
        spellCheck
        onChange={(event) => onComment(event.target.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return;
          if (event.key !== 'Enter' && event.key !== 'Escape') return;
          event.preventDefault();
          event.stopPropagation();
          onLeave();
        }}
      />
    </div>
  );
}
