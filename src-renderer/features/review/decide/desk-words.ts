import type { ReviewDocument } from '#shared/contract/review/document.ts';
import { utcClock } from '#renderer/ui/relative-time/relative-words.ts';

type NameOf = (id: string) => string;

/** "4:09": what is left of a claim; null where it has run out, or has no end. */
export function claimLeft(until: string | null, now: number): string | null {
  const left = Math.ceil((Date.parse(until ?? '') - now) / 1_000);
  if (!(left > 0)) return null;
  return `${String(Math.floor(left / 60))}:${String(left % 60).padStart(2, '0')}`;
}

export function heldWords(
  { by, until }: { readonly by: string; readonly until: string | null },
  now: number,
  nameOf: NameOf,
): { readonly title: string; readonly says: string } {
  const who = nameFirst(by, nameOf);
  const [when, left] = [utcClock(until), claimLeft(until, now)];
  if (when === null) return { title: `${who} holds it.`, says: onlyLook };
  return left === null
    ? { title: `${who} held it until ${when}.`, says: 'That has run out: you can take it now.' }
    : { title: `${who} holds it until ${when}.`, says: `${left} left. ${onlyLook}` };
}

const onlyLook = 'You can look, and change nothing yet; what you typed before is kept.';

/** "Noor handed it to you", with her word; null where it is nobody's. */
export function assignedWords(
  { assigned }: Pick<ReviewDocument, 'assigned'>,
  nameOf: NameOf,
): { readonly title: string; readonly note: string | null } | null {
  if (assigned === null) return null;
  const { by, to, at, note } = assigned;
  const when = utcClock(at);
  const title = `${nameFirst(by, nameOf)} handed it to ${nameOf(to)}${when === null ? '' : ` at ${when}`}.`;
  return { title, note: note === null || note.trim() === '' ? null : note.trim() };
}

/** Whose turn it is where two people decide; null where one does. */
export function stepWords({ status, step, fourEyes, whyNot }: ReviewDocument): string | null {
  if (status !== 'REVIEW_REQUIRED' || whyNot !== null) return null;
  if (step === 'second') {
    return 'Somebody has decided it already. You do not see what they decided; the two decisions are compared.';
  }
  if (step === 'third')
    return 'Two people have decided it, and their decisions differ. What you decide counts.';
  return fourEyes
    ? 'This workflow asks for two people. A second one decides it without seeing what you have decided.'
    : null;
}

/** What there is to review if nothing was read. */
export function isEmptyHanded({ fields, lines }: Pick<ReviewDocument, 'fields' | 'lines'>): boolean {
  return lines.length === 0 && fields.every(({ value }) => value === null);
}

/** Where a sentence begins with them. An id is written as it is. */
export function nameFirst(id: string, nameOf: NameOf): string {
  const name = nameOf(id);
  return name === 'you' ? 'You' : name;
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
