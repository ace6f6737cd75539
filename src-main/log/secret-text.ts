const hidden = '[hidden]';

// What people and programs call a secret inside a text. A prefix (aws_, x-) needs no mention.
const name = [
  'secret(?:[-_]?(?:access)?[-_]?key)?',
  'passw(?:or)?d|passphrase|jwt',
  '(?:api|access|private)[-_]?key',
  '(?:access|auth|client|id|refresh|security|session)[-_]?token',
].join('|');

// In quotes to the closing quote, in quotes inside a quoted text likewise, bare to the next space.
// Every part is bounded or closes on its own, so that a long text takes time in proportion.
const value = String.raw`(?:"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?|(?<mark>\\+["'])[^\r\n]{0,4096}?(?<!\\)\k<mark>|[^\s"'&;]+)`;

const secretText: readonly RegExp[] = [
  /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/g,
  /(X-Amz-(?:Signature|Credential|Security-Token)=)[^&\s"']+/gi,
  /([?&#]token=)[^&\s"']+/gi,
  /((?:authorization|cookie)\\*["']?\s{0,9}[:=]\s{0,9}\\*["']?)[^\r\n"'\\]+/gi,
  /(\bsluice_session_\w+=)[^;\s"']+/g,
  /\b(Bearer\s+)[\w.~+/-]+=*/gi,
  /\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g,
  // The user information of an address.
  /(:\/\/)[^\s/?#"'<>]{1,1024}(?=@)/g,
  new RegExp(String.raw`((?:${name})\\*["']?\s{0,9}[:=]\s{0,9})${value}`, 'gi'),
  new RegExp(String.raw`(token\\*["']\s{0,9}:\s{0,9})${value}`, 'gi'),
];

/** Hides a secret that travels inside a message or an address; the words around it stay. */
export function scrubText(text: string): string {
  let clean = text;
  for (const pattern of secretText) {
    clean = clean.replace(pattern, (_match, label: unknown) =>
      typeof label === 'string' ? `${label}${hidden}` : hidden,
    );
  }
  return clean;
}
