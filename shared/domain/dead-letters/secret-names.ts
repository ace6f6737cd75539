/** Of all that stands under a name, whatever it says. */
export function whyMaskedName(name: string): string | null {
  if (secretNames.test(name)) return 'secret';
  return extracted.test(name) ? 'extracted value' : null;
}

/** "inputTokens": 1234 says how many there are, and not what they are. */
export function isCount(name: string, value: string): boolean {
  return counted.test(name) && /^\d{1,9}(?:\.\d{1,9})?$/.test(value);
}

/**
 * Words that announce a secret also in the middle of a text, where others mean many things. Behind an account's number
 * an ARN names one.
 */
export const secretWords = String.raw`(?:pass(?:word|wd|phrase)|pwd|(?<!\d{12}:)secret|(?:api|private|access|secret|signing|encryption)[_-]?key|token|credential|cookie|connection[_-]?string)`;
/** What is made of a secret opens the same door, or is guessed from. */
export const secretSuffix = '(?:[_-]?(?:value|hash|digest|string|header))';

const secretNames = new RegExp(
  String.raw`(?:(?:${secretWords}|passcode|authori[sz]ation|signature|(?:presigned|unsubscribe)_?url)s?|auth[_-]?header|aes[_-]?(?:key|iv)|encoded_?aesiv|pin_?code|(?:^|[_-])(?:otp|sas)|bearer)${secretSuffix}?$`,
  'i',
);
const counted = /(?:token|signature|cookie|key|credential)s$/i;
const extracted =
  /^(?:value|corrected_?value|line_?items|extracted(?:_?(?:value|fields?|data|text))?|(?:raw|ocr|full)_?text)$/i;
