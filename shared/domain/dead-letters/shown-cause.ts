import { isOpaque, isSigned, maskWords, whyMaskedInside } from './why-masked.ts';
import { secretSuffix, secretWords } from './secret-names.ts';

/**
 * What somebody has written down, as it may be read: without what stands behind an address's path, without headers and
 * addresses of people. Where more than that would have to go, nothing of it is shown.
 */
export function shownCause(text: string): string {
  // Headers first: without what announces it, nobody knows a secret.
  const left = withoutPeople(withoutQueries(withoutHeaders(text)));
  const why = whyMaskedInside(left) ?? (isOpaque(left) ? 'opaque text' : null);
  return why === null ? left : maskWords(why, text.length);
}

/** What a message says of itself may be anything, and of any length. */
export function shownName(text: string): string {
  if (isSigned(text)) return '(a presigned address)';
  const shown = shownCause(text);
  return shown.length > longestName ? `${shown.slice(0, longestName - 1)}…` : shown;
}

const longestName = 256;

/** As rows say it, too (decision 005): what they have been taken from is part of a query still. */
const person = '(an e-mail address)';
const inAddress = String.raw`(?:\(an e-mail address\)|[^\s"'<>])`;
/** Where a customer is told: names and passwords, and what stands behind the path, are often secrets. */
const userInfo = /:\/\/[^\s/@"'<>]{1,400}@/g;
/** Of one whose end has been taken for a person's address. */
const halfUserInfo = /:\/\/[^\s/@"'<>()]{0,400}\(an e-mail address\)/g;
const query = new RegExp(String.raw`(\bhttps?:\/\/[^\s?"'<>]{1,400})\?${inAddress}+`, 'gi');
const anyQuery = new RegExp(String.raw`([?&])[\w.~%[\]-]{1,200}=${inAddress}+`, 'g');

function withoutQueries(text: string): string {
  return text
    .replaceAll(halfUserInfo, `://${person}`)
    .replaceAll(userInfo, '://')
    .replaceAll(query, '$1?…')
    .replaceAll(anyQuery, '$1…');
}

const header =
  /(authori[sz]ation["'\\]{0,8}\s{0,3}[:=]\s{0,3}["'\\]{0,8}(?:[\w-]{1,40}\s{1,3}(?=[^\s"'<>\\]))?|\bbearer\s{1,3}(?=[\w.~+/=-]{16}))[^\s"'<>\\]+/gi;
const basic = /(\bBasic[\s+]{1,3})[\w+/=-]{6,}/gi;
const named = new RegExp(
  String.raw`(${secretWords}${secretSuffix}?["'\\]{0,8}\s{0,3}[=:]\s{0,3})(?!‹masked)(?:"[^"]*"|'[^']*'|[^\s"'<>]+)`,
  'gi',
);

function withoutHeaders(text: string): string {
  return text
    .replaceAll(header, '$1‹masked›')
    .replaceAll(basic, (whole, name: string) => (whyMaskedInside(whole) === null ? whole : `${name}‹masked›`))
    .replaceAll(named, '$1‹masked›');
}

function withoutPeople(text: string): string {
  if (!text.includes('@')) return text;
  return text
    .split(/(\s+)/)
    .map((word) => (whyMaskedInside(word) === 'e-mail' ? withoutPerson(word) : word))
    .join('');
}

/** Looking for an address takes time by the square of a word's length. */
const longestWord = 400;
const address = /[^\s#@"'<>()[\]:;,=]+@[\p{L}\p{N}][^\s#@"'<>()[\]:;,=]*\.\p{L}{2,}/gu;

function withoutPerson(word: string): string {
  const left = word.length > longestWord ? '' : word.replaceAll(address, person);
  return left === '' || whyMaskedInside(left) !== null ? person : left;
}
