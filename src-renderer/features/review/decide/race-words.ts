import type { ReviewDocument } from '#shared/contract/review/document.ts';
import type { FieldDiff, Standing } from '#shared/domain/review/field-diff.ts';
import { utcClock } from '#renderer/ui/relative-time/relative-words.ts';
import { statusWords } from '#renderer/ui/status/status-names.ts';
import { capital, nameFirst } from './desk-words.ts';

type NameOf = (id: string) => string;

/** Only what still waits can be decided; else it is there to be read. */
export function canStillDecide({ status, whyNot }: ReviewDocument): boolean {
  return status === 'REVIEW_REQUIRED' && whyNot === null;
}

/** Who was faster, and with what. */
export function winnerWords(theirs: ReviewDocument, nameOf: NameOf): string {
  const { status, reviewedBy, decision, reviewedAt, whyNot, run } = theirs;
  if (status === 'REVIEW_REQUIRED') return whyNot ?? 'It still waits for review.';
  if (reviewedBy !== null) {
    const did = decision === 'reject' ? 'rejected it' : decision === 'approve' ? 'approved it' : 'decided it';
    const when = utcClock(reviewedAt);
    return `${nameFirst(reviewedBy, nameOf)} ${did}${when === null ? '' : ` at ${when}`}.`;
  }
  const is = status === null ? 'It does not wait for review any more' : `It is ${statusWords(status)} now`;
  return run !== null && run > 1 ? `${is}, in run ${String(run)}.` : `${is}.`;
}

/** Until when the winner may take it back; null where it is final or open. */
export function finalWords({ status, holdUntil }: ReviewDocument, now: number): string | null {
  const until = Date.parse(holdUntil ?? '');
  if (status === 'REVIEW_REQUIRED' || Number.isNaN(until)) return null;
  return until > now ? 'It is held and can still be taken back by them.' : 'It is final.';
}

export function standingWords(standing: Standing | null): string {
  if (standing === null) return 'not looked at';
  if (standing.unreadable) return 'unreadable';
  return standing.value ?? 'not found';
}

/** "2 values differ from yours, 1 other was changed." */
export function differenceWords(diffs: readonly FieldDiff[]): string {
  const conflicts = diffs.filter(({ conflict }) => conflict).length;
  const elsewhere = diffs.filter(({ moved, conflict }) => moved && !conflict).length;
  const mineOnly = diffs.filter(({ moved }) => !moved).length;
  const says = [
    conflicts === 0 ? '' : counted(conflicts, 'value differs from yours', 'values differ from yours'),
    elsewhere === 0 ? '' : counted(elsewhere, 'more was changed', 'more were changed'),
    mineOnly === 0 ? '' : `${counted(mineOnly, 'of yours', 'of yours')} nobody else has touched`,
  ].filter((part) => part !== '');
  return says.length === 0 ? 'No value has changed.' : `${capital(says.join(', '))}.`;
}

function counted(count: number, one: string, more: string): string {
  return `${String(count)} ${count === 1 ? one : more}`;
}
