import type { AttributeValue } from '#shared/catalogue/items/attribute-value.ts';

/**
 * Returns a text of an item as it may leave the main process, with the same masks as the Explorer (decision 005).
 */
export function shownText(text: string): string {
  if (isPresigned(text)) return '(a presigned address)';
  if (!holdsEmail(text)) return text;
  return text
    .split(/(\s+)/)
    .map((word) => (holdsEmail(word) ? withoutEmail(word) : word))
    .join('');
}

/** Text around an address stays, as far as it can be separated from it. */
function withoutEmail(word: string): string {
  const left = word.length > longestWord ? '' : word.replaceAll(emailAddress, hidden);
  return left === '' || holdsEmail(left) ? hidden : left;
}

const hidden = '(an e-mail address)';
/** The search for an address takes quadratic time in the length of a word. */
const longestWord = 400;
const emailAddress = /[^\s#@"'<>()[\]:;,=]+@[\p{L}\p{N}][^\s#@"'<>()[\]:;,=]*\.\p{L}{2,}/gu;

/** Shows an address without user name, password and query, because these are often secrets. */
export function shownAddress(text: string): string {
  if (!URL.canParse(text)) return shownText(text);
  const { protocol, host, pathname, search } = new URL(text);
  return shownText(`${protocol}//${host}${pathname}${search === '' ? '' : '?…'}`);
}

/** The pattern looks at each "@" once, so the time stays proportional to the length. */
export function holdsEmail(text: string): boolean {
  return /[^\s#@]@[\p{L}\p{N}][^\s#@]*\.\p{L}{2}/u.test(text);
}

/** Returns every text in a value, at any depth. Binary is included, since it may be packed text. */
export function listTexts(value: AttributeValue): readonly string[] {
  if ('S' in value) return [value.S];
  if ('N' in value) return [value.N];
  if ('B' in value) return unpacked(value.B);
  if ('SS' in value) return value.SS;
  if ('NS' in value) return value.NS;
  if ('BS' in value) return value.BS.flatMap(unpacked);
  if ('L' in value) return value.L.flatMap(listTexts);
  if ('M' in value) return Object.values(value.M).flatMap(listTexts);
  return [];
}

/** An empty value can hide nothing, and "present" would be wrong for it. */
export function isEmpty(value: AttributeValue): boolean {
  if ('NULL' in value) return true;
  if ('BOOL' in value || 'MASKED' in value) return false;
  if ('L' in value) return value.L.length === 0;
  if ('M' in value) return Object.keys(value.M).length === 0;
  return listTexts(value).every((text) => text === '');
}

function unpacked(base64: string): readonly string[] {
  return [base64, Buffer.from(base64, 'base64').toString('latin1')];
}

const seconds = 1_000;
const minutes = 60 * seconds;
const hours = 60 * minutes;
const days = 24 * hours;

// This matches the signatures of S3, CloudFront and their predecessors, also when they were encoded once more
// inside a text.
const signature =
  /x-amz-(?:signature|security-token)(?:=|%3d|%253d)|(?:[?&]|%3f|%26|\\u0026)signature(?:=|%3d)/i;

export function isPresigned(text: string): boolean {
  return signature.test(text);
}

/** Returns a note such as "present, expires in 12 min". Nothing else of a presigned address may be shown. */
export function addressNote(address: string, now: number): string {
  const ends = addressEnds(address);
  if (ends === undefined) return 'present';
  return ends > now ? `present, expires in ${span(ends - now)}` : `expired ${span(now - ends)} ago`;
}

/** The span is rounded down so that the remaining time is never overstated. */
function span(ms: number): string {
  if (ms < minutes) return `${Math.floor(ms / seconds)} s`;
  if (ms < hours) return `${Math.floor(ms / minutes)} min`;
  if (ms < 2 * days) return `${Math.floor(ms / hours)} h`;
  return `${Math.floor(ms / days)} days`;
}

/** Returns when a presigned address says it expires; undefined when it does not say. */
export function addressEnds(address: string): number | undefined {
  const signed = /x-amz-date=(\d{4})(\d\d)(\d\d)t(\d\d)(\d\d)(\d\d)z/i.exec(address);
  const lasts = /x-amz-expires=(\d{1,7})(?!\d)/i.exec(address);
  if (signed !== null && lasts !== null) {
    const [, year, month, day, hour, minute, second] = signed;
    const from = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
    return Number.isNaN(from) ? undefined : from + Number(lasts[1]) * 1_000;
  }
  const ends = /[?&]expires=(\d{9,11})(?!\d)/i.exec(address);
  return ends === null ? undefined : Number(ends[1]) * 1_000;
}
