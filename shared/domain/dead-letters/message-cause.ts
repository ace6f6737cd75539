import { fingerprintOf, messagePattern } from '../fingerprint.ts';
import { shapeOf, shapeText, shapeWithoutIds } from './body-shape.ts';
import { readJson } from './exact-json.ts';
import {
  isOpaque,
  isSigned,
  maskWords,
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
  /** What it was taken of: why it could not be used, as somebody has written down, or how it looks. */
  readonly from: 'cause' | 'body';
  readonly code: string | null;
}

/** Which messages belong together. One that nobody has explained is put with those that look alike. */
export function messageFingerprint(
  cause: MessageCause | null,
  body: string,
  attributeNames: readonly string[],
): MessagePrint {
  if (cause !== null && (cause.code ?? cause.message) !== null) {
    // Which it is says the cause as it is written; how it is called, as it may be read.
    const [code, message] = [shownOrNull(cause.code), shownOrNull(cause.message)];
    const { pattern } = fingerprintOf({ stage: cause.stage, code, message });
    return { id: fingerprintOf(cause).id, pattern, from: 'cause', code };
  }
  const names = attributeNames
    .filter((name) => !name.startsWith('sluice.'))
    .map((name) => (whyMaskedKey(name) === null ? name : '…'))
    .toSorted();
  const looks = [looksOf(body), ...(names.length === 0 ? [] : [`with ${names.join(', ')}`])].join(' ');
  // As a code, of which every letter counts: a message's pattern would take the type after "batchId:" for an id.
  const { id } = fingerprintOf({ stage: 'body', code: looks.toLowerCase(), message: null });
  return { id, pattern: shortened(looks), from: 'body', code: null };
}

function shownOrNull(text: string | null): string | null {
  return text === null ? null : shownCause(text);
}

/** Longer bodies are told apart by their beginning. */
const mostRead = 20_000;
const longestPattern = 160;

function looksOf(body: string): string {
  const json = readJson(body);
  if (json !== undefined && typeof json === 'object' && json !== null)
    return `JSON ${shapeText(shapeWithoutIds(shapeOf(json)))}`;
  const why = whyMasked('', body.trim());
  if (why !== null) return `A text that is masked: ${why}`;
  const text = body.slice(0, mostRead).trim();
  return text === '' ? 'An empty text' : `Text “${messagePattern(text).trim() || text}”`;
}

function shortened(text: string): string {
  return text.length > longestPattern ? `${text.slice(0, longestPattern - 1).trimEnd()}…` : text;
}

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
