/** Applies to everything under a name, whatever its value. */
export function whyMaskedName(name: string): string | null {
  if (secretNames.test(name)) return 'secret';
  return extracted.test(name) ? 'extracted value' : null;
}

/** "inputTokens": 1234 is a number of tokens and not a token. */
export function isCount(name: string, value: string): boolean {
  return counted.test(name) && /^\d{1,9}(?:\.\d{1,9})?$/.test(value);
}

/**
 * These words announce a secret even in the middle of a text, where other words are ambiguous. Behind an account
 * number, "secret" is part of an ARN.
 */
export const secretWords = String.raw`(?:pass(?:word|wd|phrase)|pwd|(?<!\d{12}:)secret|(?:api|private|access|secret|signing|encryption)[_-]?key|token|credential|cookie|connection[_-]?string)`;
/** A value derived from a secret gives the same access, or allows guessing it. */
export const secretSuffix = '(?:[_-]?(?:value|hash|digest|string|header))';

const secretNames = new RegExp(
  String.raw`(?:(?:${secretWords}|passcode|authori[sz]ation|signature|(?:presigned|unsubscribe)_?url)s?|auth[_-]?header|aes[_-]?(?:key|iv)|encoded_?aesiv|pin_?code|(?:^|[_-])(?:otp|sas)|bearer)${secretSuffix}?$`,
  'i',
);
const counted = /(?:token|signature|cookie|key|credential)s$/i;
const extracted =
  /^(?:value|corrected_?value|line_?items|extracted(?:_?(?:value|fields?|data|text))?|(?:raw|ocr|full)_?text)$/i;

/** Returns the reason why a value of that name is masked until it is revealed, or null. */
export function whyMasked(name: string, value: string): string | null {
  const byName = isCount(name, value) ? null : whyMaskedName(name);
  if (byName !== null) return byName;
  if (/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(value.replaceAll(' ', ''))) return 'account number';
  return whyMaskedInside(value) ?? (isOpaque(value) ? 'opaque text' : null);
}

/** Checks a text as it is written and with its escapes resolved. */
export function whyMaskedInside(text: string): string | null {
  const why = whyWritten(text);
  return why ?? (mayBeEscaped.test(text) ? whyWritten(unescapedText(text)) : null);
}

/**
 * Recognises a signed address, which gives access to anyone who has it. It is never shown, not even to people who may
 * see everything else.
 */
export function isSigned(text: string): boolean {
  return signed.test(text) || (mayBeEscaped.test(text) && signed.test(unescapedText(text)));
}

export function describeMask(why: string, characters: number): string {
  return `‹masked: ${why}, ${characters} characters›`;
}

const mayBeEscaped = /[%\\&]/;

const signed =
  /x-(?:amz|goog)-(?:signature|security-token)["'\\]{0,8}\s{0,3}[=:]|[?&](?:signature|sig|token|access_token)=/i;

const gap = String.raw`["'\\]{0,8}\s{0,3}[=:]\s{0,3}["'\\]{0,8}`;
/** Text that is already masked contains no secret. */
const saidAfter = String.raw`(?!‹masked)[^\s"'<>\\]`;
/** After a plural, a number is a count. */
const notCount = String.raw`(?!\d{1,9}(?![\w+/=-]))`;

interface Sign {
  readonly why: string;
  readonly pattern: RegExp;
  readonly isIt?: (text: string) => boolean;
}

/** Each pattern begins at a place that no character of its own kind precedes, so matching takes one pass. */
const inside: readonly Sign[] = [
  { why: 'pre-signed URL', pattern: signed },
  { why: 'token', pattern: /(?<![\w-])eyJ[\w-]{8,}\.[\w-]/ },
  { why: 'token', pattern: /\bBearer[\s+]{1,3}[\w.~+/=-]{16}/i },
  { why: 'secret', pattern: /\bBasic[\s+]{1,3}[\w+/=-]{6}/i, isIt: hasBasic },
  {
    why: 'secret',
    pattern: new RegExp(String.raw`authori[sz]ation${gap}(?!(?:[\w-]{1,40}\s{1,3})?‹masked)[^\s"'<>\\]`, 'i'),
  },
  {
    why: 'access key',
    pattern:
      /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b|\b(?:sk|rk)_(?:live|test)_\w{6}|\bgh[opsu]_\w{20}|\bxox[abprs]-[\w-]{8}/,
  },
  { why: 'private key', pattern: /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----/ },
  {
    why: 'secret',
    pattern: new RegExp(
      String.raw`${secretWords}(?:${secretSuffix}?${gap}${saidAfter}|s${gap}${notCount}${saidAfter})`,
      'i',
    ),
  },
  { why: 'secret', pattern: /:\/\/[^\s/@:]{0,128}:[^\s/@]{1,256}@|hooks\.slack\.com\/services\//i },
  { why: 'secret', pattern: new RegExp(String.raw`<[\w:.-]{0,60}${secretWords}${secretSuffix}?>[^<]`, 'i') },
  { why: 'e-mail', pattern: /[^\s@]@[^\s@.][^\s@]*\.\p{L}{2}/u },
  { why: 'account number', pattern: mostlyIban(), isIt: hasIban },
];

function whyWritten(text: string): string | null {
  return inside.find(({ pattern, isIt }) => pattern.test(text) && (isIt?.(text) ?? true))?.why ?? null;
}

/** "Basic authentication" is not a header. */
function hasBasic(text: string): boolean {
  const tokens = text.matchAll(/\bBasic[\s+]{1,3}([\w+/=-]{6,})/gi);
  return [...tokens].some(([, token = '']) => /[\d=+/]|[a-z][A-Z]|[A-Z]{2}[a-z]/.test(token));
}

/** Verifies the check digits, so that an id that only looks like an IBAN is shown. */
function hasIban(text: string): boolean {
  return (text.match(new RegExp(mostlyIban(), 'g')) ?? []).some((one) => isIban(one.replaceAll(' ', '')));
}

/** A text of that length without a space is not readable, so it must be revealed. */
const longestOpaque = 200;

export function isOpaque(value: string): boolean {
  return value.length > longestOpaque && /^[\w+/=-]+$/.test(value);
}

type WhyOf = (key: string) => string | null;

/** A key can contain a secret or a person's address, just like a value. */
export function whyMaskedKey(key: string): string | null {
  return plainKey.test(key) ? null : whyMaskedInside(key);
}

/** Returns the keys of an object as displayed, in their order. No two are alike, and none equals an unmasked key. */
export function shownKeys(keys: readonly string[], whyOf: WhyOf = whyMaskedKey): readonly string[] {
  const whys = keys.map(whyOf);
  if (whys.every((why) => why === null)) return keys;
  const taken = new Set(keys.filter((_, at) => whys[at] === null));
  const times = new Map<string, number>();
  return keys.map((key, at) => {
    const why = whys[at] ?? null;
    if (why === null) return key;
    const words = describeMask(why, key.length);
    for (;;) {
      const time = (times.get(words) ?? 0) + 1;
      times.set(words, time);
      const shown = time === 1 ? words : `${words} ${time}`;
      if (!taken.has(shown)) return shown;
    }
  });
}

/** Most keys match, and so few letters cannot be a secret. */
const plainKey = /^[a-z_]{1,19}$/i;

/**
 * Resolves the escapes of JSON, addresses and XML, even if they were escaped repeatedly. It only resolves ASCII
 * characters, because masks look for nothing else.
 */
function unescapedText(text: string): string {
  let said = text;
  for (let times = 0; times < mostTimes; times += 1) {
    const next = said.replaceAll(escape, unescapeCharacter);
    if (next === said) break;
    said = next;
  }
  return said;
}

const mostTimes = 3;
const escape =
  /%(?:25){0,3}([2-7][\da-f])|(?<!\\)\\+(?:u00|x)([2-7][\da-f])|(?<!\\)\\+(["'/bfnrt])|&#x0{0,4}([2-7][\da-f]);|&#0{0,4}(\d{2,3});|&(amp|quot|commat|equals|quest|colon);/gi;

const named: Readonly<Record<string, string>> = {
  amp: '&',
  quot: '"',
  commat: '@',
  equals: '=',
  quest: '?',
  colon: ':',
};

function unescapeCharacter(escaped: string, ...groups: readonly (string | undefined)[]): string {
  const [percent, unicode, plain, hex, decimal, name] = groups;
  const code = percent ?? unicode ?? hex;
  if (code !== undefined) return String.fromCodePoint(Number.parseInt(code, 16));
  if (decimal !== undefined) return String.fromCodePoint(Number(decimal));
  // An escaped line break or similar becomes a space.
  if (plain !== undefined) return /[a-z]/i.test(plain) ? ' ' : plain;
  return named[name?.toLowerCase() ?? ''] ?? escaped;
}

/** Creates a new expression each time, because a global one remembers its position. */
function mostlyIban(): RegExp {
  return /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,4})?\b/;
}

/** Verifies an IBAN without spaces by its check digits (ISO 7064, as used in ISO 13616). */
function isIban(iban: string): boolean {
  if (iban.length < 15 || iban.length > 34) return false;
  const turned = iban.slice(4) + iban.slice(0, 4);
  let rest = 0;
  for (const character of turned) {
    const digits = Number.parseInt(character, 36);
    rest = (rest * (digits > 9 ? 100 : 10) + digits) % 97;
  }
  return rest === 1;
}
