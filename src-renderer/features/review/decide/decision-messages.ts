import { utcClock } from '#renderer/ui/relative-time.tsx';
import { formatStatus } from '#renderer/ui/status.tsx';
import { linesPlace, type Opinion, type ReviewDocument } from '#shared/contract/review-document.ts';
import { capitalize, counted } from '#shared/domain/formatting.ts';
import {
  fieldLabel,
  finishLines,
  valueAt,
  type FieldDiff,
  type Standing,
} from '#shared/domain/review/draft-rules.ts';
import { maskAccountNumber } from '#shared/domain/review/masked-value.ts';
import { describeLineChanges } from '#shared/domain/review/line-changes.ts';
import { messages } from '../messages.ts';

type NameOf = (id: string) => string;

/** Formats the rest of a claim as "4:09"; null where the claim has run out or has no end. */
export function formatClaimLeft(until: string | null, now: number): string | null {
  const left = Math.ceil((Date.parse(until ?? '') - now) / 1_000);
  if (!(left > 0)) return null;
  return `${String(Math.floor(left / 60))}:${String(left % 60).padStart(2, '0')}`;
}

export function describeHolder(
  { by, until }: { readonly by: string; readonly until: string | null },
  now: number,
  nameOf: NameOf,
): { readonly title: string; readonly says: string } {
  const who = formatNameFirst(by, nameOf);
  const [when, left] = [utcClock(until), formatClaimLeft(until, now)];
  if (when === null) return { title: `Held by ${who}.`, says: onlyLook };
  return left === null
    ? { title: `Held by ${who} until ${when}.`, says: 'The claim has expired: you can take it now.' }
    : { title: `Held by ${who} until ${when}.`, says: `${left} left. ${onlyLook}` };
}

const onlyLook = 'View only for now. Anything you typed is saved.';

/** Says "Noor handed it to you" with the note; null where the document is assigned to no one. */
export function describeAssignment(
  { assigned }: Pick<ReviewDocument, 'assigned'>,
  nameOf: NameOf,
): { readonly title: string; readonly note: string | null } | null {
  if (assigned === null) return null;
  const { by, to, at, note } = assigned;
  const when = utcClock(at);
  const title = `${formatNameFirst(by, nameOf)} handed it to ${nameOf(to)}${when === null ? '' : ` at ${when}`}.`;
  return { title, note: note === null || note.trim() === '' ? null : note.trim() };
}

/** Says whose turn it is where two people decide; null where one person decides. */
export function explainStep({ status, step, fourEyes, whyNot }: ReviewDocument): string | null {
  if (status !== 'REVIEW_REQUIRED' || whyNot !== null) return null;
  if (step === 'second') {
    return 'A first reviewer has decided. Their decision is hidden from you and will be compared with yours.';
  }
  if (step === 'third') return 'Two reviewers disagree. Your decision counts.';
  return fourEyes ? 'This workflow needs two reviewers. The second one will not see your decision.' : null;
}

/** Returns whether the readers found nothing to review. */
export function isEmptyHanded({ fields, lines }: Pick<ReviewDocument, 'fields' | 'lines'>): boolean {
  return lines.length === 0 && fields.every(({ value }) => value === null);
}

/** Formats a name for the start of a sentence. An id keeps its spelling. */
export function formatNameFirst(id: string, nameOf: NameOf): string {
  const name = nameOf(id);
  return name === 'you' ? 'You' : name;
}

/** Only a waiting document can be decided. Any other is shown for reading. */
export function canStillDecide({ status, whyNot }: ReviewDocument): boolean {
  return status === 'REVIEW_REQUIRED' && whyNot === null;
}

/** Says who decided first, and how. */
export function describeWinner(theirs: ReviewDocument, nameOf: NameOf): string {
  const { status, reviewedBy, decision, reviewedAt, whyNot, run } = theirs;
  if (status === 'REVIEW_REQUIRED') return whyNot ?? 'Still waiting for review.';
  if (reviewedBy !== null) {
    const did = decision === 'reject' ? 'rejected it' : decision === 'approve' ? 'approved it' : 'decided it';
    const when = utcClock(reviewedAt);
    return `${formatNameFirst(reviewedBy, nameOf)} ${did}${when === null ? '' : ` at ${when}`}.`;
  }
  const is = status === null ? 'No longer waiting for review' : `Now ${formatStatus(status)}`;
  return run !== null && run > 1 ? `${is}, in run ${String(run)}.` : `${is}.`;
}

/** Says until when the other reviewer may take the decision back; null where it is final or open. */
export function describeFinal({ status, holdUntil }: ReviewDocument, now: number): string | null {
  const until = Date.parse(holdUntil ?? '');
  if (status === 'REVIEW_REQUIRED' || Number.isNaN(until)) return null;
  return until > now ? 'They can still undo it.' : 'It is final.';
}

export function describeStanding(standing: Standing | null): string {
  if (standing === null) return 'not checked';
  if (standing.unreadable) return 'unreadable';
  if (standing.absent === true) return messages.fields.isAbsent;
  return standing.value ?? 'not found';
}

/** "2 values differ from yours, 1 other was changed." */
export function describeDifference(diffs: readonly FieldDiff[]): string {
  const conflicts = diffs.filter(({ conflict }) => conflict).length;
  const elsewhere = diffs.filter(({ moved, conflict }) => moved && !conflict).length;
  const mineOnly = diffs.filter(({ moved }) => !moved).length;
  const says = [
    conflicts === 0 ? '' : counted(conflicts, 'value differs from yours', 'values differ from yours'),
    elsewhere === 0 ? '' : counted(elsewhere, 'other value changed', 'other values changed'),
    mineOnly === 0 ? '' : `${counted(mineOnly, 'value')} changed only by you`,
  ].filter((part) => part !== '');
  return says.length === 0 ? 'No values changed.' : `${capitalize(says.join(', '))}.`;
}

interface OpinionRow {
  readonly place: string;
  readonly label: string;
  /** The values stand in the order of the opinions. */
  readonly values: readonly string[];
}

/** Lists where the two opinions differ: the decision first, then field by field. */
export function listOpinionRows(document: ReviewDocument): readonly OpinionRow[] {
  const opinions = document.opinions.slice(0, 2);
  const decisions = new Set(opinions.map(({ decision }) => decision));
  const places = document.differs.filter((place) => place !== 'decision');
  return [
    ...(decisions.size > 1
      ? [{ place: 'decision', label: 'Decision', values: opinions.map(describeDecision) }]
      : []),
    ...places.map((place) => ({
      place,
      label: fieldLabel(place),
      values: opinions.map((opinion) => readOpinion(document, opinion, place)),
    })),
  ];
}

function describeDecision({ decision, reason }: Opinion): string {
  const word = decision === 'approve' ? 'approved' : 'rejected';
  return reason === null || reason.trim() === '' ? word : `${word}: ${reason.trim()}`;
}

function readOpinion(document: ReviewDocument, { corrections }: Opinion, place: string): string {
  const correction = corrections.find(({ field }) => field === place);
  if (place === linesPlace) {
    const lines =
      correction !== undefined && 'lines' in correction ? correction.lines : finishLines(document, {});
    return describeLineChanges(document.lines, lines);
  }
  if (correction !== undefined && 'absent' in correction) return messages.fields.isAbsent;
  if (correction !== undefined) return 'value' in correction ? correction.value || 'empty' : 'unreadable';
  return valueAt(document, place) ?? 'not found';
}

/** Lists the ids of everyone who is named with a document. */
export function listPeople({ assigned, opinions, reviewedBy }: ReviewDocument): readonly string[] {
  return [
    ...(assigned === null ? [] : [assigned.by, assigned.to]),
    ...opinions.map(({ by }) => by),
    ...(reviewedBy === null ? [] : [reviewedBy]),
  ];
}

/** Masks account numbers. Returns the same object where nothing is masked. */
export function maskDiff(diff: FieldDiff, document: ReviewDocument): FieldDiff {
  const mask = <T extends Standing | null>(standing: T): T => {
    const value = standing?.value ?? null;
    const shown = value === null ? null : maskValue(document, diff.place, value);
    return standing === null || shown === value ? standing : { ...standing, value: shown };
  };
  const masked = { base: mask(diff.base), mine: mask(diff.mine), theirs: mask(diff.theirs) };
  const isSame = masked.base === diff.base && masked.mine === diff.mine && masked.theirs === diff.theirs;
  return isSame ? diff : { ...diff, ...masked };
}

/** Masks an account number of a field until it is asked for. */
export function maskValue({ fields }: ReviewDocument, place: string, value: string): string {
  return maskAccountNumber(fields.find(({ name }) => name === place)?.type ?? null, value);
}
