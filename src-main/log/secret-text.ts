const hidden = '[hidden]';

// These are the names that people and programs give a secret inside a text. A prefix (aws_, x-) needs no mention.
const labels = [
  'secret(?:[-_]?(?:access)?[-_]?key)?',
  'passw(?:or)?d|passphrase|jwt',
  '(?:api|access|private)[-_]?key',
  '(?:access|auth|client|id|refresh|security|session)[-_]?token',
].join('|');

// A quoted value extends to its closing quote, also inside a quoted text; a bare one extends to the next space.
// Every part is bounded or closes on its own, so the time stays proportional to the length.
const secretValue = String.raw`(?:"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?|(?<mark>\\+["'])[^\r\n]{0,4096}?(?<!\\)\k<mark>|[^\s"'&;]+)`;

const secretText: readonly RegExp[] = [
  /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/g,
  /(X-Amz-(?:Signature|Credential|Security-Token)=)[^&\s"']+/gi,
  /([?&#]token=)[^&\s"']+/gi,
  /((?:authorization|cookie)\\*["']?\s{0,9}[:=]\s{0,9}\\*["']?)[^\r\n"'\\]+/gi,
  /(\bsluice_session_\w+=)[^;\s"']+/g,
  /\b(Bearer\s+)[\w.~+/-]+=*/gi,
  /\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g,
  // This matches the user information of an address.
  /(:\/\/)[^\s/?#"'<>]{1,1024}(?=@)/g,
  new RegExp(String.raw`((?:${labels})\\*["']?\s{0,9}[:=]\s{0,9})${secretValue}`, 'gi'),
  new RegExp(String.raw`(token\\*["']\s{0,9}:\s{0,9})${secretValue}`, 'gi'),
];

/** Hides a secret that travels inside a message or an address; the surrounding text stays. */
export function scrubText(text: string): string {
  let clean = text;
  for (const pattern of secretText) {
    clean = clean.replace(pattern, (_match, label: unknown) =>
      typeof label === 'string' ? `${label}${hidden}` : hidden,
    );
  }
  return clean;
}

// The pattern is matched against the name without - and _, as in X-Api-Key, api_key and apiKey.
const secretName =
  /secret|passw(?:or)?d|passphrase|credential|authorization|cookie|jwt|signature|(?:access|api|private)key|presignedurl|encryptedaeskey|encodedaesiv|token$/i;

/**
 * Returns the value as it may be written to the log. Names show which fields are secret; the patterns catch a
 * secret that travels inside a message or an address.
 */
export function withoutSecrets(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return scrubText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth > 6) return '[deep]';
  if (value instanceof Error) return errorWithoutSecrets(value, depth);
  if (Array.isArray(value)) return value.map((item) => withoutSecrets(item, depth + 1));
  const clean: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  for (const [key, item] of Object.entries(value)) {
    clean[key] = isSecretName(key) ? hidden : withoutSecrets(item, depth + 1);
  }
  return clean;
}

function isSecretName(key: string): boolean {
  return secretName.test(key.replaceAll(/[-_]/g, ''));
}

function errorWithoutSecrets(error: Error, depth: number): unknown {
  const { name, message, stack, cause } = error;
  return {
    type: name,
    message: scrubText(message),
    stack: scrubText(stack ?? ''),
    ...(cause === undefined ? {} : { cause: withoutSecrets(cause, depth + 1) }),
  };
}
