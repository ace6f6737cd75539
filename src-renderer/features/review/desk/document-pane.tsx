import { memo, useSyncExternalStore, type RefObject } from 'react';
import { Button, IconButton } from '#renderer/ui/button.tsx';
import { Chip } from '#renderer/ui/chip.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import { TextField } from '#renderer/ui/field.tsx';
import inline from '#renderer/ui/inline.module.css';
import { Kbd } from '#renderer/ui/kbd.tsx';
import { Note } from '#renderer/ui/note.tsx';
import { pageKeys } from '#renderer/ui/page-keys.ts';
import { ExpiryRing } from '#renderer/ui/progress.tsx';
import { useNow, utcClock } from '#renderer/ui/relative-time.tsx';
import { SkeletonRows } from '#renderer/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '#renderer/ui/states.tsx';
import { StatusBadge } from '#renderer/ui/status.tsx';
import type { Failure } from '#shared/contract/result.ts';
import type { Accuracy } from '#shared/contract/review-figures.ts';
import type { Desk, ReviewDocument } from '#shared/contract/review-document.ts';
import { claimMinutes, lostLastsMs } from '#shared/domain/pipeline-limits.ts';
import type { Edits, ReviewMode } from '#shared/domain/review/draft-rules.ts';
import { CommentNote } from '../decide/comments.tsx';
import { DeskNotes } from '../decide/desk-notes.tsx';
import { LostRace } from '../decide/side-by-side.tsx';
import { FieldsPane, type FieldsPaneProps } from '../fields/fields-pane.tsx';
import { messages } from '../messages.ts';
import { describeToday } from '../queue/queue-messages.ts';
import { useNames } from '../queue/use-people.ts';
import {
  describeNoneLeft,
  describeTaken,
  describeWarning,
  formatClock,
  describeProgress,
  formatProgress,
} from './desk-messages.ts';
import styles from './desk.module.css';
import type { Claim } from './flow/claim-keeping.ts';
import type { FlowState, ReviewFlow } from './flow/flow-state.ts';
import type { Taken } from './flow/open-desk.ts';

interface DocumentPaneProps {
  readonly mode: ReviewMode;
  readonly flow: ReviewFlow;
  readonly state: FlowState;
  readonly accuracy: Accuracy | undefined;
  readonly comment: RefObject<HTMLInputElement | null>;
  /** True once its key was pressed. A comment that has text is shown anyway. */
  readonly hasComment: boolean;
  readonly onLeaveComment: () => void;
  /** True if account numbers are shown whole. */
  readonly isRevealed: boolean;
  readonly onReveal: () => void;
  /** Opens the comments of colleagues. */
  readonly onOpenComments: () => void;
}

/** Shows the values that were read from the document, and the user's edits. */
export const DocumentPane = memo(function DocumentPane(props: DocumentPaneProps) {
  const { mode, flow, state, accuracy, comment, hasComment, onLeaveComment, onOpenComments } = props;
  const { isRevealed, onReveal } = props;
  const { open, whyNot, unclear } = state;
  if (open === undefined) return null;
  const { document, claim, race } = open;
  if (document === undefined) {
    return open.failure === undefined ? (
      <SkeletonRows rows={9} label={messages.desk.reading(open.fileName ?? messages.common.theDocument)} />
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
    <section className={styles.fields} aria-label={messages.desk.fields}>
      <DocumentHead
        document={document}
        edits={open.edits}
        mode={mode}
        claim={claim}
        onOpenComments={onOpenComments}
      />
      <DeskNotes
        document={document}
        hasRace={race !== null}
        held={claim.kind === 'held' ? claim : null}
        unclear={unclear === null ? null : { ...unclear, onAskAgain: flow.askAgain }}
        onTakeNext={flow.takeNext}
        onTryClaim={flow.tryClaim}
        isRevealed={isRevealed}
        onReveal={onReveal}
      />
      <CommentNote document={open.key} onOpen={onOpenComments} />
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
            onEdits={flow.replaceEdits}
            onFocus={flow.focus}
            onNext={flow.focusNext}
            accuracy={accuracy}
            whyNot={whyNot}
            isRevealed={isRevealed}
            onReveal={onReveal}
          />
        ) : (
          <LostRace
            mine={race.mine}
            edits={open.edits}
            theirs={race.theirs}
            onKeep={flow.keepMine}
            onLeave={flow.leaveRace}
            isRevealed={isRevealed}
            onReveal={onReveal}
          />
        )}
      </div>
    </section>
  );
});

/**
 * Shows the desk's own notices: why the document is back, that a draft is not saved, and which places are undecided.
 */
function OwnNotes({ mode, flow, state }: Pick<DocumentPaneProps, 'mode' | 'flow' | 'state'>) {
  const { open, draftFailure, taken } = state;
  if (open === undefined) return null;
  const { notice, warned, claim, race, lostAt } = open;
  return (
    <>
      {taken === null ? null : <TakenNote taken={taken} />}
      {notice === null || race !== null ? null : (
        <Note tone="warn" flat live>
          {notice}
        </Note>
      )}
      {claim.kind === 'unsure' ? (
        <Note tone="warn" flat live>
          {messages.desk.claimUnsure(claim.message)}
        </Note>
      ) : null}
      {draftFailure === undefined ? null : (
        <Note tone="warn" flat live>
          {messages.desk.draftHere(draftFailure.message)}
        </Note>
      )}
      {race === null || lostAt === null ? null : (
        <Note
          tone="warn"
          flat
          action={
            <Button size="sm" onClick={flow.leaveRace}>
              {messages.desk.discardText}
            </Button>
          }
        >
          {messages.desk.textKept(utcClock(new Date(Date.parse(lostAt) + lostLastsMs).toISOString()) ?? '')}
        </Note>
      )}
      {warned === 0 || open.document === undefined ? null : (
        <Note tone="warn" flat live action={<Kbd keys={pageKeys.review.decide} />}>
          {describeWarning(open.document, open.edits, mode)}
        </Note>
      )}
    </>
  );
}

/** Says in one line which document another person had, so that this one is here instead. */
function TakenNote({ taken }: { readonly taken: Taken }) {
  const nameOf = useNames([{ tenantId: taken.key.tenantId, ids: taken.by === null ? [] : [taken.by] }]);
  return (
    <Note flat live>
      {describeTaken(taken, nameOf)}
    </Note>
  );
}

interface FocusedFieldsProps extends Omit<FieldsPaneProps, 'focused'> {
  readonly flow: ReviewFlow;
}

/** Redraws only the fields when the focus moves between them. */
function FocusedFields({ flow, ...fields }: FocusedFieldsProps) {
  const focused = useSyncExternalStore(flow.subscribe, flow.focused);
  return <StillFields {...fields} focused={focused} />;
}

/**
 * Claims, holds and drafts change while the user reads, so the fields are memoised and redrawn for their own changes
 * only.
 */
const StillFields = memo(FieldsPane);

interface DocumentHeadProps {
  readonly document: ReviewDocument;
  readonly edits: Edits;
  readonly mode: ReviewMode;
  readonly claim: Claim;
  readonly onOpenComments: () => void;
}

/** Shows the document's name, its progress and the rest of its claim. */
function DocumentHead({ document, edits, mode, claim, onOpenComments }: DocumentHeadProps) {
  const name = document.fileName ?? document.documentId;
  const ending = /\.[a-z]{2,4}$/i.exec(name)?.[0] ?? '';
  const bare = name.slice(0, name.length - ending.length);
  return (
    <div className={styles.head}>
      <h2 className={styles.name} title={name}>
        <span className={styles.nameStart}>{bare.slice(0, -nameTail)}</span>
        <span className={styles.nameTail}>{bare.slice(-nameTail)}</span>
        <span className={styles.ending}>{ending}</span>
      </h2>
      {document.status === null ? null : <StatusBadge status={document.status} pill />}
      {document.fourEyes ? (
        <Chip icon="review" className={styles.eyes ?? ''}>
          {eyes[document.step]}
        </Chip>
      ) : null}
      <span className={classNames(inline.hint, inline.numbers, styles.progress)}>
        {describeProgress(document, edits, mode)}
      </span>
      <span className={classNames(inline.hint, inline.numbers, styles.short)} aria-hidden>
        {formatProgress(document, edits, mode)}
      </span>
      <span className={styles.claim}>
        <IconButton
          icon="comment"
          label={messages.comments.list}
          shortcut={pageKeys.review.comments}
          size="sm"
          tooltipSide="bottom"
          onClick={onOpenComments}
        />
        <ClaimClock claim={claim} />
      </span>
    </div>
  );
}

/** Names of one batch often differ in their last characters, which stay where there is little room. */
const nameTail = 5;

function ClaimClock({ claim }: { readonly claim: Claim }) {
  const now = useNow(claim.kind === 'mine' ? 1_000 : null);
  if (claim.kind === 'asking') return messages.desk.reserving;
  if (claim.kind === 'over') return messages.desk.claimOver;
  if (claim.kind === 'unsure') return messages.desk.notClaimed;
  if (claim.kind !== 'mine') return null;
  const left = Math.max(0, claim.until - now);
  return (
    <ExpiryRing
      left={left / claimMs}
      words={messages.desk.yoursFor(formatClock(left))}
      tone={left < urgentMs ? 'urgent' : 'accent'}
    />
  );
}

const eyes: Readonly<Record<ReviewDocument['step'], string>> = messages.desk.eyes;

const claimMs = claimMinutes * 60_000;
const urgentMs = 60_000;

interface NotReadProps {
  readonly failure: Failure;
  /** True while a decision was sent and its outcome is unknown. */
  readonly isSent: boolean;
  readonly onRetry: () => void;
  readonly onNext: () => void;
}

function NotRead({ failure, isSent, onRetry, onNext }: NotReadProps) {
  return (
    <ErrorState
      title={failure.code === 'sign-in-expired' ? messages.desk.signInExpired : messages.desk.documentNotRead}
      happened={failure.message}
      notDone={isSent ? messages.desk.sentNotConfirmed : messages.desk.notDecided}
      next={failure.code === 'sign-in-expired' ? messages.desk.signIn : messages.desk.retryOrNext}
      reference={failure.reference}
      onRetry={onRetry}
      actions={
        <Button size="sm" icon="forward" onClick={onNext}>
          {messages.common.openNext}
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
  /** Returns the focus to the fields. */
  readonly onLeave: () => void;
}

/** The comment is sent with the approval, and is saved with the draft until then. */
function CommentField({ field, comment, isLocked, onComment, onLeave }: CommentFieldProps) {
  return (
    <div className={styles.comment}>
      <TextField
        ref={field}
        label={messages.desk.comment}
        labelHidden
        size="sm"
        icon="edit"
        placeholder={messages.desk.commentHint}
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

interface NothingLeftProps {
  readonly mode: ReviewMode;
  readonly today: Desk['today'] | undefined;
  /** How many documents wait that this user cannot take now. */
  readonly others: number;
  /** Why no document is free; null where documents are not handed out. */
  readonly none: FlowState['noneLeft'];
  readonly isReading: boolean;
  readonly onBack: () => void;
}

/** Says that no document is left for this person. */
export function NothingLeft({ mode, today, others, none, isReading, onBack }: NothingLeftProps) {
  const says = today === undefined ? '' : describeToday(today);
  if (isReading) return <SkeletonRows rows={4} label={messages.desk.loadingNext} labelVisible />;
  return (
    <EmptyState
      title={mode === 'check' ? messages.desk.sampleComplete : messages.desk.nothingLeft}
      actions={
        <Button size="sm" icon="left" shortcut={pageKeys.review.back} onClick={onBack}>
          {messages.desk.back}
        </Button>
      }
    >
      {none !== null ? (
        <p>{describeNoneLeft(none)}</p>
      ) : others === 0 ? null : (
        <p>{messages.desk.othersLeft}</p>
      )}
      {says === '' ? null : <p>{says}.</p>}
    </EmptyState>
  );
}
