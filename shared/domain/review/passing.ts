import type { ReviewDocument } from '../../contract/review-document.ts';
import type { Finding } from '../../contract/review-rules.ts';
import { counted } from '../formatting.ts';
import { fieldLabel, undecided } from './draft-rules.ts';
import { normalisedValue } from './normalised-value.ts';
import { buildSubject, checkDocument, listAgainstApproval } from './rules.ts';

/**
 * Says why a document is not approved without a person; null if nothing speaks against it. It names fields and rules,
 * and no values, because a plan is kept in a file.
 */
export function whyNotPassing(document: ReviewDocument, me: string, now: number): string | null {
  const { status, step, fourEyes, whyNot, claimedBy, claimExpiresAt, assigned, weights, knowledge } =
    document;
  if (status !== 'REVIEW_REQUIRED') return `Now ${status ?? 'in no status'}`;
  if (whyNot !== null) return whyNot.replace(/\.$/, '');
  if (fourEyes || step !== 'first') return 'Its workflow asks for two people';
  const isHeld = claimExpiresAt === null || Date.parse(claimExpiresAt) > now;
  if (claimedBy !== null && claimedBy !== me && isHeld) return 'Another reviewer holds it';
  if (assigned !== null && assigned.to !== me) return 'Handed to another reviewer';
  const open = listOpen(document);
  if (open.length > 0) return `${counted(open.length, 'field')} undecided: ${listSome(open)}`;
  const against = listAgainstApproval(checkDocument(buildSubject(document, {}), weights ?? {}, knowledge));
  return against.length === 0 ? null : `Checks failed: ${listSome(against.map(describeFinding))}`;
}

/**
 * A field of which only the readings differ is settled where all of them are the same value, written differently.
 * Whatever was read with low confidence, or failed a check, needs a person.
 */
function listOpen(document: ReviewDocument): readonly string[] {
  return undecided(document, {}, 'review')
    .filter((place) => {
      const field = document.fields.find(({ name }) => name === place);
      if (field === undefined || field.flags.some((flag) => flag !== 'readers disagree')) return true;
      const values = [field.value ?? '', ...field.readings.map(({ value }) => value)];
      return new Set(values.map((value) => normalisedValue(field.type, value))).size !== 1;
    })
    .map((place) => fieldLabel(place));
}

function describeFinding({ rule, places }: Finding): string {
  const [place] = places;
  return place === undefined ? rule : `${rule} (${fieldLabel(place)})`;
}

const most = 3;

function listSome(words: readonly string[]): string {
  const rest = words.length - most;
  return `${words.slice(0, most).join(', ')}${rest > 0 ? ` and ${String(rest)} more` : ''}`;
}
