export interface Failing {
  readonly stage: string | null;
  readonly code: string | null;
  readonly message: string | null;
}

export interface Fingerprint {
  /** Six hex digits, which are the same for every document that failed for this reason. */
  readonly id: string;
  /** The code and the message, with "…" for every part that varies between documents. */
  readonly pattern: string;
}

/**
 * Identifies the cause of a failure by its stage, its code, and its message without ids, figures, values and times. A
 * document that failed with its execution was at some stage by chance, so that stage is no part of the cause.
 */
export function computeFingerprint({ stage, code, message }: Failing): Fingerprint {
  return fingerprintAt(executionCodes.has(worded(code)) ? null : stage, { code, message });
}

/** The codes of documents whose execution failed, ran out of time, was stopped or ended without a result for them. */
export const executionCodes: ReadonlySet<string> = new Set([
  'ExecutionEnded',
  'ExecutionFailed',
  'ExecutionTimedOut',
  'ExecutionStopped',
]);

/** Includes the stage, as causes of failed executions that were counted before stages were left out. */
export function earlierFingerprint(failing: Failing): string {
  return fingerprintAt(failing.stage, failing).id;
}

/** Tells whether a failure has this cause, also by the fingerprint that it had earlier. */
export function matchesFingerprint(failing: Failing, fingerprint: string): boolean {
  if (computeFingerprint(failing).id === fingerprint) return true;
  return executionCodes.has(worded(failing.code)) && earlierFingerprint(failing) === fingerprint;
}

function fingerprintAt(stage: string | null, { code, message }: Omit<Failing, 'stage'>): Fingerprint {
  const name = worded(code);
  const said = withoutPrefix(messagePattern(message ?? ''), name);
  const words = [stage ?? '', name, said.toLowerCase()].join('\u001F');
  return { id: hashToHex(words), pattern: patternText(name, said) };
}

/** A longer line would not be readable. */
const longestPattern = 300;

function patternText(code: string, said: string): string {
  const text = [code, said].filter((part) => part !== '').join(': ');
  if (text === '') return 'No error was recorded';
  return text.length > longestPattern ? `${text.slice(0, longestPattern - 1).trimEnd()}…` : text;
}

function worded(code: string | null): string {
  return (code ?? '').trim();
}

/** Some clients repeat the code in front of the message. */
function withoutPrefix(said: string, code: string): string {
  if (code === '' || !said.toLowerCase().startsWith(`${code.toLowerCase()}:`)) return said;
  return said.slice(code.length + 1).trimStart();
}

/**
 * https://en.wikipedia.org/wiki/Fowler–Noll–Vo_hash_function, mixed by https://github.com/skeeto/hash-prospector and
 * folded to 24 bits. Among a hundred causes the chance that two share an id is 1 in 3,000.
 */
function hashToHex(text: string): string {
  let word = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) word = Math.imul(word ^ text.charCodeAt(at), 0x01000193);
  word = Math.imul(word ^ (word >>> 16), 0x7feb352d);
  word = Math.imul(word ^ (word >>> 15), 0x846ca68b);
  word ^= word >>> 16;
  return ((word ^ (word >>> 24)) & 0xffffff).toString(16).padStart(6, '0');
}

/**
 * Reduces a message to its constant part: "…" replaces ids, numbers, times, quoted values, addresses, paths and file
 * names. It takes one pass from left to right, so that a malicious message of 100 KB takes no longer than another.
 */
export function messagePattern(message: string): string {
  return tidiedPattern(scanned(plainMessage(message).replaceAll(String.raw`\"`, '"')));
}

const addresses = String.raw`(?:[a-z][a-z0-9+.-]{0,30}:\/\/|arn:)[^\s"\`<>“”«»]*|(?:[0-9a-f]{0,4}:){2,7}[0-9a-f]{0,4}`;
/** These characters separate the pieces of a message. */
const marks = ',;:()[\\]{}<>|="“”„«»`‘…';
const next = new RegExp(String.raw`(\s+)|(${addresses})|([${marks}])|([^\s${marks}]+)`, 'iy');
/** Followed by a colon, these announce an id, even one without a digit. */
const announcesId = /(?:^|[^a-z])(?:[a-z-]{0,20}id|etag|token)$/i;
/** The values of these keys carry the meaning of a quoted JSON answer. */
const telling = /^(?:message|errormessage|error|errortype|code|type|reason|cause|__type)$/i;

/** A place in a text, from its first character to the one after its last. */
export interface Span {
  readonly from: number;
  readonly end: number;
}

/**
 * Returns the places that `messagePattern` replaces by "…", in the order of the text. They are places of the text as it
 * is given, so the text of a Lambda failure is not taken out of its JSON first.
 */
export function listVaryingSpans(message: string): readonly Span[] {
  const spans: Span[] = [];
  // An escaped quote stays as long as it is, so that the places stay true.
  scanned(message.replaceAll(String.raw`\"`, ' "'), spans);
  return spans;
}

function scanned(text: string, spans?: Span[], base = 0): string {
  const note = (from: number, end: number): string => {
    spans?.push({ from: base + from, end: base + end });
    return varying;
  };
  const parts: string[] = [];
  const unclosed = new Set<string>();
  let [at, key, idComes] = [0, '', false];
  while (at < text.length) {
    const end = isQuote(text, at) ? closingQuote(text, at, unclosed) : -1;
    if (end > at) {
      const inside = text.slice(at + 1, end);
      const isKey = text[end + 1] === ':' && /^\w{1,40}$/.test(inside);
      const isTold = !isKey && telling.test(key);
      parts.push(isKey ? inside : isTold ? scanned(inside, spans, base + at + 1) : note(at + 1, end));
      [at, key, idComes] = [end + 1, isKey ? inside : '', false];
      continue;
    }
    next.lastIndex = at;
    const [, space, address, mark, atom = ''] = next.exec(text) ?? [];
    if (space !== undefined) {
      parts.push(' ');
    } else if (mark !== undefined) {
      idComes = (mark === ':' || mark === '=') && announcesId.test(parts.at(-1)?.slice(-40) ?? '');
      parts.push(mark);
    } else {
      const isPlain = address === undefined ? !idComes && !isVarying(atom) : !/\d|\/\/|arn:/i.test(address);
      const piece = address ?? atom;
      parts.push(isPlain ? plainWord(piece) : note(at, at + piece.length));
      [key, idComes] = ['', false];
    }
    at += (space ?? address ?? mark ?? atom).length;
  }
  return parts.join('');
}

/** A Lambda failure is JSON with a stack trace. */
function plainMessage(message: string): string {
  const text = message.trim();
  if (!text.startsWith('{')) return text.replaceAll(/\n\s{0,40}at .*/g, '');
  try {
    const told: unknown = JSON.parse(text);
    if (typeof told !== 'object' || told === null) return text;
    for (const name of ['errorMessage', 'message', 'Message', 'detail', 'Cause']) {
      const said: unknown = Reflect.get(told, name);
      if (typeof said === 'string' && said !== '') return said;
    }
    return text;
  } catch {
    // Text that only begins like JSON is used unchanged.
    return text;
  }
}

const varying = '…';

/**
 * Merges adjacent variable parts into one "…", so that the number of parts in a date, a list or a range does not
 * matter.
 */
function tidiedPattern(text: string): string {
  const tidied = text
    .replace(dayBefore, '')
    .replace(monthBefore, '')
    .replace(monthAfter, varying)
    .replace(zoneAfter, varying)
    .replace(unitAfter, varying)
    .replace(several, varying)
    .replace(plural, `${varying} $1`);
  let end = tidied.length;
  while (end > 0 && endings.includes(tidied.charAt(end - 1))) end -= 1;
  return tidied.slice(0, end).trim();
}

const endings = ' .';
const day = String.raw`\b(?:Mon|Tues?|Wed(?:nes)?|Thu(?:rs)?|Fri|Sat(?:ur)?|Sun)(?:day)?\b[,.]?`;
const month = String.raw`\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)[a-z]{0,6}\b\.?`;
const dayBefore = new RegExp(String.raw`${day} (?=…|${month})`, 'g');
const monthBefore = new RegExp(String.raw`${month} ?(?=…)`, 'g');
const monthAfter = new RegExp(String.raw`…[ -]?${month}`, 'g');
const zoneAfter = /… ?(?:[AaPp]\.?[Mm]\.?|GMT|UTC|CES?T|Z)(?![a-z])/g;
const unitAfter =
  /… ?(?:[kmgt]i?b|b|bytes?|%|ms|msecs?|s|secs?|seconds?|mins?|minutes?|h|hours?|days?)(?![a-z])/gi;
const several = /…(?:[\s,:;./+–—'-]*(?:and )?…)+/g;
/** Matches "1 page" and "3 pages" as the same. */
const plural = /… ([a-z]{2,}[a-rt-z])s(?![a-z])/gi;

/**
 * Tells whether a piece of a message without spaces is an id, a number, a path, a file or an address and not a word.
 */
export function isVarying(piece: string): boolean {
  // Most pieces are plain words.
  if (word.test(piece)) return hex.test(piece);
  const core = piece.replace(/^[^\p{L}\p{N}/\\.~]+/u, '').replace(edgeAfter, '');
  if (core === '') return false;
  if (isPath(core) || isAddress(core) || file.test(core) || hex.test(core)) return true;
  return digit.test(core) && !wordWithFigure.test(core);
}

/** Returns the word itself, or with its figures replaced, as in S3 or Base64. */
function plainWord(piece: string): string {
  return word.test(piece) ? piece : piece.replaceAll(/\p{N}+/gu, '#');
}

const word = /^[a-z]+$/i;
const edgeAfter = /[^\p{L}\p{N}]{1,20}$/u;
const digit = /\p{N}/u;
/** Matches an id even without a digit, because eight letters from a to f are hardly ever a word. */
const hex = /^[\da-f]{8,}$/i;
/** Matches S3, EC2, SHA256 and Base64: a few letters and one short number, with nothing between. */
const wordWithFigure = /^\p{L}{1,24}\p{N}{1,3}\p{L}{0,12}$/u;
const file =
  /^.+\.(?:pdf|tiff?|png|jpe?g|gif|bmp|heic|webp|json|jsonl|csv|tsv|txt|zip|gz|xml|html?|docx?|xlsx?|eml|msg|p7m|mjs|cjs|js|ts|py|java|jar|log|tmp)$/i;
const host = /^[\w-]{1,63}(?:\.[\w-]{1,63}){0,8}\.(?:com|net|org|io|aws|internal|local)$/i;

function isPath(core: string): boolean {
  if (core.includes('\\') || /^(?:~|\.{1,2})?\/./.test(core)) return true;
  return core.split('/', 3).length === 3;
}

function isAddress(core: string): boolean {
  const sign = core.indexOf('@');
  return (sign > 0 && core.includes('.', sign)) || host.test(core);
}

const pairs: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  '`': '`',
  '“': '”',
  '„': '“',
  '‘': '’',
  '«': '»',
};

function isQuote(text: string, at: number): boolean {
  return Object.hasOwn(pairs, text.charAt(at));
}

/**
 * Returns the end of the quotation that begins at `at`, or -1 if it does not end. An apostrophe inside a word does not
 * end it. `unclosed` remembers failed searches, so that a text full of such marks is not read to its end for each.
 */
function closingQuote(text: string, at: number, unclosed: Set<string>): number {
  const opening = text.charAt(at);
  const closing = pairs[opening];
  if (closing === undefined || unclosed.has(opening)) return -1;
  for (let end = text.indexOf(closing, at + 1); end !== -1; end = text.indexOf(closing, end + 1)) {
    if (!isApostrophe(text, end, closing)) return end;
  }
  unclosed.add(opening);
  return -1;
}

function isApostrophe(text: string, at: number, mark: string): boolean {
  return (mark === "'" || mark === '’') && /[\p{L}\p{N}]/u.test(text.charAt(at + 1));
}
