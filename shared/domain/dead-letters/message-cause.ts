import { computeFingerprint, messagePattern } from '../fingerprint.ts';
import { describeShape, shapeText, shapeWithoutIds } from './body-shape.ts';
import { readJson } from './exact-json.ts';
import {
  isOpaque,
  isSigned,
  describeMask,
  secretSuffix,
  secretWords,
  whyMasked,
  whyMaskedInside,
  whyMaskedKey,
} from './why-masked.ts';

interface MessageCause {
  readonly stage: string | null;
  readonly code: string | null;
  readonly message: string | null;
}

export interface MessagePrint {
  readonly id: string;
  readonly pattern: string;
  /** The source of the fingerprint: a recorded cause, or the shape of the body. */
  readonly from: 'cause' | 'body';
  readonly code: string | null;
}

/** Groups messages that belong together. A message without a recorded cause is grouped by its shape. */
export function messageFingerprint(
  cause: MessageCause | null,
  body: string,
  attributeNames: readonly string[],
): MessagePrint {
  if (cause !== null && (cause.code ?? cause.message) !== null) {
    // The id comes from the cause as recorded, and the displayed name from its masked form.
    const [code, message] = [shownOrNull(cause.code), shownOrNull(cause.message)];
    const { pattern } = computeFingerprint({ stage: cause.stage, code, message });
    return { id: computeFingerprint(cause).id, pattern, from: 'cause', code };
  }
  const names = attributeNames
    .filter((name) => !name.startsWith('sluice.'))
    .map((name) => (whyMaskedKey(name) === null ? name : '…'))
    .toSorted();
  const looks = [describeBody(body), ...(names.length === 0 ? [] : [`with ${names.join(', ')}`])].join(' ');
  // The text is passed as a code, in which every letter counts. As a message, the type after "batchId:" would be taken
  // for an id.
  const { id } = computeFingerprint({ stage: 'body', code: looks.toLowerCase(), message: null });
  return { id, pattern: shortened(looks), from: 'body', code: null };
}

function shownOrNull(text: string | null): string | null {
  return text === null ? null : shownCause(text);
}

/** Longer bodies are distinguished by their beginning. */
const mostRead = 20_000;
const longestPattern = 160;

function describeBody(body: string): string {
  const json = readJson(body);
  if (json !== undefined && typeof json === 'object' && json !== null)
    return `JSON ${shapeText(shapeWithoutIds(describeShape(json)))}`;
  const why = whyMasked('', body.trim());
  if (why !== null) return `A text that is masked: ${why}`;
  const text = body.slice(0, mostRead).trim();
  return text === '' ? 'An empty text' : `Text “${messagePattern(text).trim() || text}”`;
}

function shortened(text: string): string {
  return text.length > longestPattern ? `${text.slice(0, longestPattern - 1).trimEnd()}…` : text;
}

/**
 * Masks a recorded cause for display: it removes queries of addresses, headers and people's addresses. If more would
 * have to be removed, none of it is shown.
 */
export function shownCause(text: string): string {
  // Headers go first, because a secret is only recognised by the word in front of it.
  const left = withoutPeople(withoutQueries(withoutHeaders(text)));
  const why = whyMaskedInside(left) ?? (isOpaque(left) ? 'opaque text' : null);
  return why === null ? left : describeMask(why, text.length);
}

/** Shortens and masks a name from a message, because it may contain anything of any length. */
export function shownName(text: string): string {
  if (isSigned(text)) return '(a presigned address)';
  const shown = shownCause(text);
  return shown.length > longestName ? `${shown.slice(0, longestName - 1)}…` : shown;
}

const longestName = 256;

/** The same wording as in rows (decision 005). Text around a removed address still belongs to the query. */
const person = '(an e-mail address)';
const inAddress = String.raw`(?:\(an e-mail address\)|[^\s"'<>])`;
/** Webhook addresses often have secrets in the user name, the password and everything behind the path. */
const userInfo = /:\/\/[^\s/@"'<>]{1,400}@/g;
/** Matches user info whose end was already replaced as a person's address. */
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

/** Searching for an address takes time that grows with the square of a word's length. */
const longestWord = 400;
const address = /[^\s#@"'<>()[\]:;,=]+@[\p{L}\p{N}][^\s#@"'<>()[\]:;,=]*\.\p{L}{2,}/gu;

function withoutPerson(word: string): string {
  const left = word.length > longestWord ? '' : word.replaceAll(address, person);
  return left === '' || whyMaskedInside(left) !== null ? person : left;
}
