import type { ReviewDocument } from '#shared/contract/review-document.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Note } from '#renderer/ui/note.tsx';
import { useNow } from '#renderer/ui/relative-time.tsx';
import { messages } from '../messages.ts';
import { useNames } from '../queue/use-people.ts';
import styles from './decide.module.css';
import {
  describeAssignment,
  describeWinner,
  formatClaimLeft,
  describeHolder,
  isEmptyHanded,
  listPeople,
  explainStep,
} from './decision-messages.ts';
import { describeProblems } from './plain-problems.ts';
import { OpinionsTable } from './side-by-side.tsx';

interface DeskNotesProps {
  readonly document: ReviewDocument;
  /** The comparison with the other person's values says who decided. */
  readonly hasRace: boolean;
  /** Set while another user holds the document. */
  readonly held: { readonly by: string; readonly until: string | null } | null;
  /** Set when a decision was sent and its outcome is unknown. */
  readonly unclear: {
    readonly message: string;
    readonly onAskAgain: () => void;
    readonly isAsking: boolean;
  } | null;
  readonly onTakeNext: () => void;
  readonly onTryClaim: () => void;
  /** True if account numbers are shown whole. */
  readonly isRevealed: boolean;
  readonly onReveal: () => void;
}

/**
 * Tells a reviewer what matters before a decision: assignment, whose turn it is, a colleague's note, and uncertain
 * outcomes.
 */
export function DeskNotes(props: DeskNotesProps) {
  const { document, hasRace, held, unclear, onTakeNext, onTryClaim, isRevealed, onReveal } = props;
  const { tenantId, whyNot } = document;
  const nameOf = useNames([
    { tenantId, ids: [...listPeople(document), ...(held === null ? [] : [held.by])] },
  ]);
  return (
    <>
      {unclear === null ? null : <UnclearNote unclear={unclear} />}
      {held === null ? null : (
        <HeldNote held={held} nameOf={nameOf} onTakeNext={onTakeNext} onTryClaim={onTryClaim} />
      )}
      {whyNot === null ? null : (
        <Note tone="warn" flat live action={<TakeNext onTakeNext={onTakeNext} />}>
          {whyNot}
        </Note>
      )}
      {hasRace ? null : <DecidedNote document={document} nameOf={nameOf} />}
      <AssignedNote document={document} nameOf={nameOf} />
      <StepNote document={document} nameOf={nameOf} isRevealed={isRevealed} onReveal={onReveal} />
      <ProblemsNote document={document} />
    </>
  );
}

type NameOf = (id: string) => string;

function UnclearNote({ unclear }: { readonly unclear: NonNullable<DeskNotesProps['unclear']> }) {
  const { message, onAskAgain, isAsking } = unclear;
  return (
    <Note
      tone="bad"
      flat
      live
      action={
        <Button size="sm" loading={isAsking} onClick={onAskAgain}>
          {messages.decide.askAgain}
        </Button>
      }
    >
      <b>{messages.decide.notConfirmed}</b> {message} {messages.decide.askToFindOut}
    </Note>
  );
}

interface HeldNoteProps extends Pick<DeskNotesProps, 'onTakeNext' | 'onTryClaim'> {
  readonly held: NonNullable<DeskNotesProps['held']>;
  readonly nameOf: NameOf;
}

/** The remaining time is only visible: announcing it every second would drown out everything else. */
function HeldNote({ held, nameOf, onTakeNext, onTryClaim }: HeldNoteProps) {
  const now = useNow();
  const { title, says } = describeHolder(held, now, nameOf);
  const isOver = held.until !== null && formatClaimLeft(held.until, now) === null;
  return (
    <Note
      tone="warn"
      flat
      action={
        <span className={styles.actions}>
          <Button size="sm" variant={isOver ? 'default' : 'ghost'} onClick={onTryClaim}>
            {isOver ? messages.decide.claim : messages.common.retry}
          </Button>
          <TakeNext onTakeNext={onTakeNext} />
        </span>
      }
    >
      <b>{title}</b> {says}
    </Note>
  );
}

function TakeNext({ onTakeNext }: Pick<DeskNotesProps, 'onTakeNext'>) {
  return (
    <Button size="sm" variant="ghost" icon="forward" onClick={onTakeNext}>
      {messages.common.openNext}
    </Button>
  );
}

interface DocumentNoteProps {
  readonly document: ReviewDocument;
  readonly nameOf: NameOf;
}

/** Says who decided a document that is only looked at, and what, also after a reload. */
function DecidedNote({ document, nameOf }: DocumentNoteProps) {
  const now = useNow(document.holdUntil === null ? null : 1_000);
  const isDecided = document.status !== 'REVIEW_REQUIRED' && document.reviewedBy !== null;
  if (!isDecided) return null;
  return (
    <Note flat live>
      <b>{describeWinner(document, nameOf)}</b>{' '}
      {Date.parse(document.holdUntil ?? '') > now ? null : messages.decide.isFinal}
    </Note>
  );
}

function AssignedNote({ document, nameOf }: DocumentNoteProps) {
  const words = describeAssignment(document, nameOf);
  if (words === null) return null;
  return (
    <Note flat>
      <b>{words.title}</b>
      {words.note === null ? null : ` “${words.note}”`}
    </Note>
  );
}

function StepNote(props: DocumentNoteProps & Pick<DeskNotesProps, 'isRevealed' | 'onReveal'>) {
  const { document } = props;
  const words = explainStep(document);
  if (words === null) return null;
  return (
    <Note flat>
      {words}
      {document.step === 'third' ? <OpinionsTable {...props} /> : null}
    </Note>
  );
}

function ProblemsNote({ document }: { readonly document: ReviewDocument }) {
  const { problems, fields } = document;
  const isEmpty = isEmptyHanded(document);
  // With no field at all the pane itself says so.
  if (problems.length === 0 && (!isEmpty || fields.length === 0)) return null;
  return (
    <Note tone={isEmpty ? 'bad' : 'warn'} flat>
      <b>{isEmpty ? messages.decide.noValues : messages.decide.unexpected}</b>
      {problems.length === 0 ? null : (
        // Triage shows support the names of what is stored, which say nothing to a reviewer.
        <span>{`${describeProblems(problems).join('; ')}. ${messages.problems.next}`}</span>
      )}
    </Note>
  );
}
