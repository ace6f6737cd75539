import { isIban, mostlyIban } from './iban.ts';
import { isCount, secretSuffix, secretWords, whyMaskedName } from './secret-names.ts';
import { unescapedText } from './unescaped-text.ts';

/** Why the value of that name is not shown before somebody asks for it; null where it may be. */
export function whyMasked(name: string, value: string): string | null {
  const byName = isCount(name, value) ? null : whyMaskedName(name);
  if (byName !== null) return byName;
  if (/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(value.replaceAll(' ', ''))) return 'account number';
  return whyMaskedInside(value) ?? (isOpaque(value) ? 'opaque text' : null);
}

/** Of what stands somewhere in a text, as it is written and as it is meant. */
export function whyMaskedInside(text: string): string | null {
  const why = whyWritten(text);
  return why ?? (mayBeEscaped.test(text) ? whyWritten(unescapedText(text)) : null);
}

/** An address that lets in whoever has it: nobody gets to see it, not even who may see all the rest. */
export function isSigned(text: string): boolean {
  return signed.test(text) || (mayBeEscaped.test(text) && signed.test(unescapedText(text)));
}

export function maskWords(why: string, characters: number): string {
  return `‹masked: ${why}, ${characters} characters›`;
}

const mayBeEscaped = /[%\\&]/;

const signed =
  /x-(?:amz|goog)-(?:signature|security-token)["'\\]{0,8}\s{0,3}[=:]|[?&](?:signature|sig|token|access_token)=/i;

const gap = String.raw`["'\\]{0,8}\s{0,3}[=:]\s{0,3}["'\\]{0,8}`;
/** What has been masked already says nothing. */
const said = String.raw`(?!‹masked)[^\s"'<>\\]`;
/** After a plural a figure says how many. */
const notCount = String.raw`(?!\d{1,9}(?![\w+/=-]))`;

interface Sign {
  readonly why: string;
  readonly pattern: RegExp;
  readonly isIt?: (text: string) => boolean;
}

/** Each pattern begins where nothing of its own kind comes before: one pass. */
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
      String.raw`${secretWords}(?:${secretSuffix}?${gap}${said}|s${gap}${notCount}${said})`,
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

/** "Basic authentication" is no header of it. */
function hasBasic(text: string): boolean {
  const tokens = text.matchAll(/\bBasic[\s+]{1,3}([\w+/=-]{6,})/gi);
  return [...tokens].some(([, token = '']) => /[\d=+/]|[a-z][A-Z]|[A-Z]{2}[a-z]/.test(token));
}

/** By its check digits: an id that only looks like one is shown. */
function hasIban(text: string): boolean {
  return (text.match(new RegExp(mostlyIban(), 'g')) ?? []).some((one) => isIban(one.replaceAll(' ', '')));
}

/** Nobody reads a text of that length without a blank; those who need it reveal it. */
const longestOpaque = 200;

export function isOpaque(value: string): boolean {
  return value.length > longestOpaque && /^[\w+/=-]+$/.test(value);
}
