/** Why the value of that name is not shown before somebody asks for it; null where it may be. */
export function whyMasked(name: string, value: string): string | null {
  const byName = whyMaskedName(name);
  if (byName !== null) return byName;
  if (/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(value.replaceAll(' ', ''))) return 'account number';
  return whyMaskedInside(value) ?? (isOpaque(value) ? 'opaque text' : null);
}

/** Of all that stands under a name, whatever it says. */
export function whyMaskedName(name: string): string | null {
  if (secretNames.test(name)) return 'secret';
  return extracted.test(name) ? 'extracted value' : null;
}

/** Of what stands somewhere in a text. Each pattern begins where nothing of its own kind comes before: one pass. */
export function whyMaskedInside(text: string): string | null {
  return inside.find(({ pattern, isIt }) => pattern.test(text) && (isIt?.(text) ?? true))?.why ?? null;
}

const secretNames =
  /(?:pass(?:word|wd|phrase)|pwd|secret|token|credentials?|api[_-]?key|authori[sz]ation|cookie|signature|(?:presigned|unsubscribe)_?url|aes[_-]?(?:key|iv)|encoded_?aesiv|private[_-]?key|pin_?code)$/i;
const extracted =
  /^(?:value|corrected_?value|line_?items|extracted(?:_?(?:value|fields?|data|text))?|(?:raw|ocr|full)_?text)$/i;

const inside: readonly {
  readonly why: string;
  readonly pattern: RegExp;
  readonly isIt?: (text: string) => boolean;
}[] = [
  {
    why: 'pre-signed URL',
    pattern:
      /(?:[?&]|&amp;)(?:x-amz-signature|x-amz-security-token|x-goog-signature|signature|sig|token|access_token)=/i,
  },
  { why: 'token', pattern: /(?<![\w-])eyJ[\w-]{8,}\.[\w-]|\bBearer\s{1,3}[\w.~+/=-]{16}/ },
  { why: 'access key', pattern: /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/ },
  { why: 'private key', pattern: /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----/ },
  {
    why: 'secret',
    pattern: /(?:password|passwd|secret|api[_-]?key|token)["']?\s{0,3}[=:]\s{0,3}["']?[^\s"'<>]/i,
  },
  { why: 'secret', pattern: /:\/\/[^\s/@:]{1,128}:[^\s/@]{1,256}@|hooks\.slack\.com\/services\//i },
  { why: 'secret', pattern: /<(?:password|passwd|secret|apikey|token)>[^<]/i },
  { why: 'e-mail', pattern: /[^\s@]@[^\s@.]{1,63}(?:\.[^\s@.]{1,63}){0,8}\.[a-z]{2}/i },
  { why: 'account number', pattern: mostlyIban(), isIt: hasIban },
];

/** Nobody reads a text of that length without a blank; those who need it reveal it. */
const longestOpaque = 200;

function isOpaque(value: string): boolean {
  return value.length > longestOpaque && /^[\w+/=-]+$/.test(value);
}

function mostlyIban(): RegExp {
  return /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,4})?\b/;
}

/** By its check digits: an id that only looks like one is shown. */
function hasIban(text: string): boolean {
  return (text.match(new RegExp(mostlyIban(), 'g')) ?? []).some((one) => isIban(one.replaceAll(' ', '')));
}

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
