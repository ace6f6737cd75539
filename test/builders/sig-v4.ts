import { createHash, createHmac } from 'node:crypto';

interface Signed {
  readonly method: string;
  /** Holds the path as it stands in the request line. */
  readonly path: string;
  readonly query: string;
  /** Holds the headers with their names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * Computes the expected signature from the received request by the steps that AWS describes, without the
 * SDK's code.
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
 */
export function signatureFor(request: Signed, secret: string): string {
  const { scope, signedHeaders } = parseAuthorization(request);
  const canonical = [
    request.method,
    // AWS encodes each part once more than it was sent, except for S3.
    request.path.split('/').map(encoded).join('/'),
    canonicalizeQuery(request.query),
    ...signedHeaders.map((name) => `${name}:${(request.headers[name] ?? '').trim().replace(/ +/g, ' ')}`),
    '',
    signedHeaders.join(';'),
    sha256(request.body),
  ].join('\n');
  const toSign = ['AWS4-HMAC-SHA256', request.headers['x-amz-date'], scope, sha256(canonical)].join('\n');
  const key = scope.split('/').reduce<Buffer | string>((made, part) => hmac(made, part), `AWS4${secret}`);
  return hmac(key, toSign).toString('hex');
}

export function parseAuthorization({ headers }: Pick<Signed, 'headers'>) {
  const [, keyId = '', scope = '', names = '', signature = ''] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      headers['authorization'] ?? '',
    ) ?? [];
  return { keyId, scope, signedHeaders: names.split(';'), signature };
}

function canonicalizeQuery(query: string): string {
  return [...new URLSearchParams(query)]
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .toSorted()
    .join('&');
}

function encoded(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function hmac(key: Buffer | string, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
