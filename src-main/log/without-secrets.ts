import { scrubText } from './secret-text.ts';

// Against the name without - and _, as in X-Api-Key, api_key and apiKey.
const secretName =
  /secret|passw(?:or)?d|passphrase|credential|authorization|cookie|jwt|signature|(?:access|api|private)key|presignedurl|encryptedaeskey|encodedaesiv|token$/i;

const hidden = '[hidden]';

/**
 * What may be written to the log. Names say what is secret; the patterns catch a secret that
 * travels inside a message or an address.
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
