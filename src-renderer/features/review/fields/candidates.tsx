import { StatusGlyph } from '#renderer/ui/status.tsx';
import type { Edit, Opinion, ReviewDocument } from '#shared/contract/review-document.ts';
import { valueAt, type Place } from '#shared/domain/review/draft-rules.ts';
import { useNames } from '../queue/use-people.ts';
import styles from './candidates.module.css';
import { whySentences } from './field-messages.ts';

export interface Candidate {
  /** Whose it is: a reader's name, or in the third step the id of a colleague. */
  readonly by: string;
  /** Where that colleague works; null: it is a reader. */
  readonly tenantId: string | null;
  /** Null: unreadable. */
  readonly value: string | null;
  readonly confidence: number | null;
  /** What picking it makes of the field. */
  readonly edit: Edit;
}

/** What 1 and 2 choose between: what two people have made of it where those differ, else what two readers have. */
export function candidatesOf(document: ReviewDocument, place: Place): readonly Candidate[] {
  const read = valueAt(document, place);
  if (document.step === 'third' && document.differs.includes(place)) {
    return document.opinions.slice(0, 2).map((opinion) => ({
      ...opinionAt(opinion, place, read),
      tenantId: document.tenantId,
    }));
  }
  const field = document.fields.find(({ name }) => name === place);
  // In the same order on every field, so that 1 and 2 mean the same.
  const readings = (field?.readings ?? []).toSorted((a, b) => ranks[a.reader] - ranks[b.reader]);
  return readings.map(({ reader, value, confidence }) => ({
    by: readerNames[reader],
    tenantId: null,
    value,
    confidence,
    edit: editTo(value, read),
  }));
}

/** One that reads the same as what stands there is no change of it. */
function editTo(value: string, read: string | null): Edit {
  return value === read ? { kind: 'accepted' } : { kind: 'value', value };
}

function opinionAt(
  { by, corrections }: Opinion,
  place: Place,
  read: string | null,
): Omit<Candidate, 'tenantId'> {
  const correction = corrections.find(({ field }) => field === place);
  if (correction !== undefined && 'unreadable' in correction) {
    return { by, value: null, confidence: null, edit: { kind: 'unreadable' } };
  }
  const value = correction === undefined ? (read ?? '') : correction.value;
  return { by, value, confidence: null, edit: editTo(value, read ?? '') };
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

/** Why a person is asked, and what the score has been worth so far. */
export function WhyLine({ id, why, found = null }: WhyLineProps) {
  const isFlagged = why.length > 0;
  return (
    <p id={id} className={styles.why} data-flagged={isFlagged || undefined}>
      {isFlagged ? <StatusGlyph glyph="review" className={styles.whySign} /> : null}
      <span>
        {isFlagged ? (
          <>
            <b>Why flagged:</b> {whySentences(why)}{' '}
          </>
        ) : null}
        {found}
      </span>
    </p>
  );
}
