import { StatusGlyph } from '#renderer/ui/status.tsx';
import type { Edit, Opinion, ReviewDocument } from '#shared/contract/review-document.ts';
import { valueAt, type Place } from '#shared/domain/review/draft-rules.ts';
import { messages } from '../messages.ts';
import { useNames } from '../queue/use-people.ts';
import styles from './fields.module.css';
import { formatReasons } from './field-messages.ts';

export interface Candidate {
  /** The name of a reader, or the id of a colleague in the third step. */
  readonly by: string;
  /** The tenant where that colleague works; null for a reader. */
  readonly tenantId: string | null;
  /** Null where the value is unreadable. */
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
      ...readOpinion(opinion, place, read),
      tenantId: document.tenantId,
    }));
  }
  const field = document.fields.find(({ name }) => name === place);
  // The order is the same for every field, so that 1 and 2 always mean the same reader.
  const readings = (field?.readings ?? []).toSorted((a, b) => ranks[a.reader] - ranks[b.reader]);
  return readings.map(({ reader, value, confidence }) => ({
    by: readerNames[reader],
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

const ranks = { textract: 0, bedrock: 1 } as const;
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
}

/** Explains why a person is asked, and how reliable this score has been so far. */
export function WhyLine({ id, why, found = null }: WhyLineProps) {
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
      </span>
    </p>
  );
}
