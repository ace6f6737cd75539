import { useId, useState, type ReactNode } from 'react';
import { Button } from '#renderer/ui/button.tsx';
import { Icon } from '#renderer/ui/icon.tsx';
import { Kbd } from '#renderer/ui/kbd.tsx';
import { useAriaKeys } from '#renderer/ui/keys.ts';
import { pageKeys } from '#renderer/ui/page-keys.ts';
import { VisuallyHidden } from '#renderer/ui/visually-hidden.tsx';
import type { Edit, ReviewField } from '#shared/contract/review-document.ts';
import type { Finding } from '#shared/contract/review-rules.ts';
import type { Choice } from '#shared/domain/review/choose-reading.ts';
import { differingCharacters, type MarkedPart } from '#shared/domain/review/why-flagged.ts';
import { isDecided } from '#shared/domain/review/draft-rules.ts';
import { messages } from '../messages.ts';
import { ruleMessages } from './rule-messages.ts';
import { CandidateName, formatCandidate, WhyLine, type Candidate } from './candidates.tsx';
import styles from './field-details.module.css';
import { chooseReadingSize } from './field-messages.ts';
import { useTypedEdit } from './use-typed-edit.ts';

interface FieldDetailsProps {
  /** The id of the sentence that explains why the field is asked. */
  readonly whyId: string;
  readonly field: ReviewField;
  readonly label: string;
  readonly edit: Edit | undefined;
  readonly isLocked: boolean;
  /** The currency of the document's amounts, if another field names it. */
  readonly currency: string | null;
  /** The amounts of the document, which show how it writes its own. */
  readonly amounts: readonly string[];
  readonly candidates: readonly Candidate[];
  /** The reading that the rules speak for; null where reviewers' opinions are the candidates. */
  readonly choice: Choice | null;
  /** The checks that fail at this field now. */
  readonly findings: readonly Finding[];
  /** Explains why Enter did not decide; null before that. */
  readonly refusal: string | null;
  /** The reasons for a review, in a few words each. */
  readonly why: readonly string[];
  /** How reliable this field has been at this score. */
  readonly found: string | null;
  readonly onEdit: (edit: Edit | null) => void;
  /** Decides the field and moves to the next one; null leaves the current edit. */
  readonly onDecide: (edit: Edit | null) => void;
  /** Returns the focus to the row, which handles the page's keys. */
  readonly onLeft: () => void;
}

/** Helps to decide on the focused field: both readings, a field to type in, and the reason for the review. */
export function FieldDetails(props: FieldDetailsProps) {
  const { field, label, edit, isLocked, currency, candidates, onEdit, onDecide } = props;
  const size = chooseReadingSize(candidates.map(({ value }) => value ?? ''));
  return (
    <tr className={styles.details} data-details-of={field.name}>
      <td colSpan={4} className={styles.all}>
        <div className={styles.cards} data-size={candidates.length === 0 ? 'none' : size}>
          <Candidates
            field={field}
            candidates={candidates}
            choice={props.choice}
            edit={edit}
            onPick={isLocked ? undefined : onDecide}
          />
          <TypeItCard
            label={label}
            read={field.value}
            edit={edit}
            type={field.type}
            unit={field.type === 'money' ? currency : null}
            amounts={props.amounts}
            isLocked={isLocked}
            onEdit={onEdit}
            onSaved={() => onDecide(null)}
            onLeft={props.onLeft}
          />
        </div>
        {props.refusal === null ? null : (
          <p className={styles.refusal} role="alert">
            {props.refusal}
          </p>
        )}
        <div className={styles.foot}>
          <WhyLine
            id={props.whyId}
            why={props.why}
            found={props.found}
            findings={
              field.flags.includes('check failed')
                ? []
                : props.findings.filter(({ rule }) => !ownRules.has(rule))
            }
          />
          {isLocked ? null : (
            <FieldActions
              edit={edit}
              // Where there are readings, picking one accepts it.
              canAccept={candidates.length === 0}
              onEdit={onEdit}
              onDecide={onDecide}
            />
          )}
        </div>
      </td>
    </tr>
  );
}

/** The field to type in says these. The pipeline's own failed checks say the others, where the field is flagged for them. */
const ownRules: ReadonlySet<Finding['rule']> = new Set(['iban', 'vat number', 'format', 'missing']);

interface CandidatesProps {
  readonly field: Pick<ReviewField, 'value'>;
  readonly candidates: readonly Candidate[];
  readonly choice: Choice | null;
  readonly edit: Edit | undefined;
  /** Undefined where nothing can be changed. */
  readonly onPick: ((edit: Edit) => void) | undefined;
}

/** Shows each candidate's value, with the differing characters marked. */
function Candidates({ field, candidates, choice, edit, onPick }: CandidatesProps) {
  const stands = findStanding(field.value, edit, choice);
  const [one, other] = candidates;
  if (one === undefined) return null;
  const words = [formatCandidate(one), formatCandidate(other ?? one)] as const;
  const parts = differingCharacters(...words);
  return candidates.map((candidate, at) => (
    <CandidateCard
      key={candidate.by}
      shortcut={String(at + 1)}
      title={<CandidateName candidate={candidate} />}
      confidence={candidate.confidence}
      against={choice?.against[at] ?? []}
      parts={parts[at] ?? [{ text: formatCandidate(candidate), differs: false }]}
      isChosen={stands === candidate.value && (stands !== null || edit?.kind === candidate.edit.kind)}
      onPick={onPick === undefined ? undefined : () => onPick(candidate.edit)}
    />
  ));
}

/** Returns the value that the field has now, or that Enter would give it. */
function findStanding(
  read: string | null,
  edit: Edit | undefined,
  choice: Choice | null,
): string | null | undefined {
  if (edit?.kind === 'unreadable' || edit?.kind === 'absent') return null;
  if (edit?.kind === 'value' && isDecided(edit)) return edit.value;
  if (edit !== undefined || choice === null) return read;
  // Nothing is preselected where no reading passes.
  return choice.chosen ?? undefined;
}

interface CandidateCardProps {
  readonly shortcut: string;
  readonly title: ReactNode;
  readonly confidence: number | null;
  /** The checks that fail with this value. */
  readonly against: readonly Finding[];
  readonly parts: readonly MarkedPart[];
  /** True for the current value of the field. */
  readonly isChosen: boolean;
  /** Undefined where nothing can be changed. */
  readonly onPick: (() => void) | undefined;
}

function CandidateCard(props: CandidateCardProps) {
  const { shortcut, title, confidence, against, parts, isChosen, onPick } = props;
  const ariaKeys = useAriaKeys(shortcut);
  return (
    <button
      type="button"
      className={styles.card}
      aria-pressed={isChosen}
      aria-disabled={onPick === undefined || undefined}
      aria-keyshortcuts={ariaKeys}
      onClick={onPick}
    >
      <span className={styles.cardHead}>
        <Kbd keys={shortcut} decorative />
        <span className={styles.reader}>{title}</span>
        {confidence === null ? null : <span className={styles.score}>{confidence.toFixed(2)}</span>}
      </span>
      <bdi className={styles.reading} title={parts.map(({ text }) => text).join('')}>
        {parts.map(({ text, differs }, at) =>
          differs ? (
            // oxlint-disable-next-line react/no-array-index-key -- the parts of one text, in its order
            <mark key={at}>{text}</mark>
          ) : (
            // oxlint-disable-next-line react/no-array-index-key -- as above
            <span key={at}>{text}</span>
          ),
        )}
      </bdi>
      {against.length === 0 ? null : (
        <span className={styles.against} title={against.map(({ says }) => says).join(' ')}>
          <Icon name="warning" size={12} />
          {describeRules(against)}
        </span>
      )}
    </button>
  );
}

/** "IBAN is wrong, taxes do not fit" */
function describeRules(findings: readonly Finding[]): string {
  return [...new Set(findings.map(({ rule }) => ruleMessages.fails[rule]))].join(', ');
}

interface TypeItCardProps {
  readonly label: string;
  readonly read: string | null;
  readonly edit: Edit | undefined;
  readonly type: string | null;
  /** The currency of an amount. */
  readonly unit: string | null;
  readonly amounts: readonly string[];
  readonly isLocked: boolean;
  readonly onEdit: (edit: Edit | null) => void;
  readonly onSaved: () => void;
  readonly onLeft: () => void;
}

/** Lets the user type another value. A long value gets several lines, and Shift+Enter starts a new one. */
function TypeItCard(props: TypeItCardProps) {
  const { label, read, edit, type, unit, amounts, isLocked, onEdit, onSaved, onLeft } = props;
  const id = useId();
  const typed = useTypedEdit({ read, edit, type, amounts, isLocked, onEdit, onSaved, onLeft });
  const { input, problem, understood, keepHint, isWarned } = typed;
  const says = problem ?? understood;
  // The size is fixed while the user types, because another element would lose the focus.
  const [rows] = useState(() => countRows(input.value));
  const shared = {
    ...input,
    id,
    maxLength: 2_000,
    spellCheck: false,
    autoComplete: 'off',
    dir: 'auto',
    className: styles.input,
    'data-typing': '',
    'aria-invalid': isWarned || undefined,
    'aria-describedby': says === null ? undefined : `${id}-problem`,
  } as const;
  return (
    <div className={styles.card} data-typed={edit?.kind === 'value' || undefined}>
      <span className={styles.cardHead}>
        <Kbd keys={pageKeys.review.type} decorative />
        <label htmlFor={id} className={styles.reader}>
          {messages.fields.type}
          <VisuallyHidden>: {label}</VisuallyHidden>
        </label>
      </span>
      <span className={styles.box} data-bad={isWarned || undefined}>
        {unit === null ? null : <span className={styles.unit}>{unit}</span>}
        {rows > 1 ? <textarea rows={rows} {...shared} /> : <input type="text" {...shared} />}
      </span>
      <span id={`${id}-problem`} className={styles.problem} role={isWarned ? 'alert' : undefined}>
        {says} {keepHint}
      </span>
    </div>
  );
}

/** Returns as many rows as the value fills, without pushing the rest of the pane out of sight. */
function countRows(value: string): number {
  const filled = value
    .split('\n')
    .reduce((rows, line) => rows + Math.ceil((line.length + 1) / lineLength), 0);
  return Math.min(8, Math.max(1, filled));
}

/** How many characters fit on a line. */
const lineLength = 48;

interface FieldActionsProps {
  readonly edit: Edit | undefined;
  readonly canAccept: boolean;
  readonly onEdit: (edit: Edit | null) => void;
  readonly onDecide: (edit: Edit | null) => void;
}

/** Buttons for Enter and X, and for undoing the edit. */
function FieldActions({ edit, canAccept, onEdit, onDecide }: FieldActionsProps) {
  return (
    <span className={styles.actions}>
      {edit === undefined ? null : (
        <Button variant="ghost" size="sm" icon="undo" onClick={() => onEdit(null)}>
          {messages.fields.undoEdit}
        </Button>
      )}
      {edit?.kind === 'unreadable' ? null : (
        <Button
          variant="ghost"
          size="sm"
          shortcut={pageKeys.review.unreadable}
          onClick={() => onDecide({ kind: 'unreadable' })}
        >
          {messages.fields.unreadable}
        </Button>
      )}
      {edit?.kind === 'absent' ? null : (
        <Button
          variant="ghost"
          size="sm"
          shortcut={pageKeys.review.absent}
          onClick={() => onDecide({ kind: 'absent' })}
        >
          {messages.fields.absent}
        </Button>
      )}
      {canAccept && !isDecided(edit) ? (
        <Button
          variant="ghost"
          size="sm"
          shortcut={pageKeys.review.accept}
          onClick={() => onDecide({ kind: 'accepted' })}
        >
          {messages.fields.accept}
        </Button>
      ) : null}
    </span>
  );
}
