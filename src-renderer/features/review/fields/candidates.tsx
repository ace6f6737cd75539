import { Button } from '#renderer/ui/button.tsx';
import { StatusGlyph } from '#renderer/ui/status.tsx';
import {
  linesPlace,
  type Edit,
  type EditedLine,
  type Opinion,
  type ReviewDocument,
} from '#shared/contract/review-document.ts';
import type { Finding } from '#shared/contract/review-rules.ts';
import { listOptions } from '#shared/domain/review/choose-reading.ts';
import { finishLines, toCellPlace, valueAt, type Place } from '#shared/domain/review/draft-rules.ts';
import { describeLineChanges } from '#shared/domain/review/line-changes.ts';
import { messages } from '../messages.ts';
import { ruleMessages } from './rule-messages.ts';
import { useNames } from '../queue/use-people.ts';
import styles from './fields.module.css';
import { formatReasons } from './field-messages.ts';

export interface Candidate {
  /** The name of a reader, or the id of a colleague in the third step. */
  readonly by: string;
  /** The tenant where that colleague works; null for a reader. */
  readonly tenantId: string | null;
  /** Null where the value is unreadable or absent. Of lines it is their number and what was changed. */
  readonly value: string | null;
  readonly confidence: number | null;
  /** The edit that picking this candidate makes. */
  readonly edit: Edit;
}

/**
 * Returns the choices for the keys 1 and 2: the values of two reviewers if they differ, otherwise those of the two
 * readers.
 */
export function listCandidates(document: ReviewDocument, place: Place): readonly Candidate[] {
  const read = valueAt(document, place);
  if (document.step === 'third' && document.differs.includes(place)) {
    return document.opinions.slice(0, 2).map((opinion) => ({
      ...(place === linesPlace ? readLines(document, opinion) : readOpinion(opinion, place, read)),
      tenantId: document.tenantId,
    }));
  }
  const field = document.fields.find(({ name }) => name === place);
  return (field === undefined ? [] : listOptions(field)).map(({ readers, value, confidence }) => ({
    by: readers.length > 1 ? ruleMessages.bothReaders : readerNames[readers[0] ?? 'textract'],
    tenantId: null,
    value,
    confidence,
    edit: makeEdit(value, read),
  }));
}

/** Picking the current value accepts it and does not change it. */
function makeEdit(value: string, read: string | null): Edit {
  return value === read ? { kind: 'accepted' } : { kind: 'value', value };
}

function readOpinion(
  { by, corrections }: Opinion,
  place: Place,
  read: string | null,
): Omit<Candidate, 'tenantId'> {
  const correction = corrections.find(({ field }) => field === place);
  if (correction !== undefined && 'unreadable' in correction) {
    return { by, value: null, confidence: null, edit: { kind: 'unreadable' } };
  }
  if (correction !== undefined && 'absent' in correction) {
    return { by, value: null, confidence: null, edit: { kind: 'absent' } };
  }
  const value = correction !== undefined && 'value' in correction ? correction.value : (read ?? '');
  return { by, value, confidence: null, edit: makeEdit(value, read ?? '') };
}

/** An opinion that corrected cells, or none, has the lines as they were read with these cells. */
function readLines(document: ReviewDocument, { by, corrections }: Opinion): Omit<Candidate, 'tenantId'> {
  const whole = corrections.find((one) => 'lines' in one);
  const cells = corrections.flatMap((one) => (toCellPlace(one.field) && 'value' in one ? [one] : []));
  const edits = Object.fromEntries(
    cells.map(({ field, value }) => [field, { kind: 'value' as const, value }] as const),
  );
  const lines = whole === undefined ? finishLines(document, edits) : whole.lines;
  const value = describeLineChanges(document.lines, lines);
  const isRead = whole === undefined && cells.length === 0;
  return { by, value, confidence: null, edit: isRead ? { kind: 'accepted' } : { kind: 'lines', lines } };
}

/** Writes a candidate where it has no value. */
export function formatCandidate({ value, edit }: Candidate): string {
  return value ?? (edit.kind === 'absent' ? messages.fields.isAbsent : 'unreadable');
}

const readerNames = { textract: 'Textract', bedrock: 'Bedrock' } as const;

export function CandidateName({ candidate }: { readonly candidate: Candidate }) {
  const { by, tenantId } = candidate;
  return tenantId === null ? by : <PersonName tenantId={tenantId} id={by} />;
}

interface PersonNameProps {
  readonly tenantId: string;
  readonly id: string;
}

function PersonName({ tenantId, id }: PersonNameProps) {
  return useNames([{ tenantId, ids: [id] }])(id);
}

interface WhyLineProps {
  readonly id: string;
  readonly why: readonly string[];
  readonly found?: string | null | undefined;
  /** The checks that fail here, apart from those that the field to type in explains. */
  readonly findings?: readonly Finding[];
}

/** Explains why a person is asked, and how reliable this score has been so far. */
export function WhyLine({ id, why, found = null, findings }: WhyLineProps) {
  const isFlagged = why.length > 0;
  return (
    <p id={id} className={styles.why} data-flagged={isFlagged || undefined}>
      {isFlagged ? <StatusGlyph glyph="review" className={styles.whySign} /> : null}
      <span>
        {isFlagged ? (
          <>
            <b>{messages.fields.whyFlagged}</b> {formatReasons(why)}{' '}
          </>
        ) : null}
        {found}
        {findings?.map(({ rule, says }) => (
          <span key={`${rule} ${says}`} className={styles.finding}>
            {says}
          </span>
        ))}
      </span>
    </p>
  );
}

interface CandidateButtonsProps {
  readonly candidates: readonly Candidate[];
  readonly edit: Edit | undefined;
  readonly onDecide: ((edit: Edit) => void) | undefined;
}

/** Offers the values of both colleagues, each with its key. */
export function CandidateButtons({ candidates, edit, onDecide }: CandidateButtonsProps) {
  return (
    <span>
      {candidates.map((candidate, at) => (
        <Button
          key={candidate.by}
          variant="ghost"
          size="sm"
          shortcut={String(at + 1)}
          aria-pressed={edit !== undefined && isSameEdit(edit, candidate.edit)}
          disabled={onDecide === undefined}
          onClick={() => onDecide?.(candidate.edit)}
        >
          <CandidateName candidate={candidate} />: {formatCandidate(candidate)}
        </Button>
      ))}
    </span>
  );
}

function isSameEdit(one: Edit, other: Edit): boolean {
  if (one.kind === 'value' && other.kind === 'value') return one.value === other.value;
  if (one.kind === 'lines' && other.kind === 'lines') return isSameLines(one.lines, other.lines);
  return one.kind === other.kind;
}

function isSameLines(one: readonly EditedLine[], other: readonly EditedLine[]): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
