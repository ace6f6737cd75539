const secretName =
  /^(?:.*(?:secret|password|passphrase|credential|authorization|cookie|session_?token|access_?key|api_?key|private_?key|presigned_?url|encrypted_?aes_?key|encoded_?aes_?iv).*|token|.*_token|.*[a-z]Token|x-amz-.*token)$/i;

const secretText: readonly RegExp[] = [
  /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/g,
  /(X-Amz-(?:Signature|Credential|Security-Token)=)[^&\s"']+/gi,
  /(#token=)[\w-]+/g,
  /\b(Bearer\s+)[\w.~+/-]+=*/gi,
  /\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g,
];

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
    clean[key] = secretName.test(key) ? hidden : withoutSecrets(item, depth + 1);
  }
  return clean;
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

export function scrubText(text: string): string {
  let clean = text;
  for (const pattern of secretText) {
    clean = clean.replace(pattern, (_match, label: unknown) =>
      typeof label === 'string' ? `${label}${hidden}` : hidden,
    );
  }
  return clean;
}
