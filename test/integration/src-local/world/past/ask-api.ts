import { identifyByToken } from '#pipelines/api/identify.ts';
import { pipelineApi } from '#pipelines/api/serve-api.ts';
import { signToken } from '#pipelines/api/sign-token.ts';
import type { RunningExtraction } from '#test/builders/run-extraction.ts';

const secret = new TextEncoder().encode('a secret of 32 bytes, for the test');

/** Sends a POST to the API as a caller with access to every tenant. */
export async function askApi(
  { parts }: RunningExtraction,
  path: string,
  body: object,
  who: { readonly sub: string; readonly role: 'support' | 'reviewer' },
  version?: number,
): Promise<void> {
  const token = await signToken(
    secret,
    { ...who, name: who.sub, tenants: '*' },
    { issuedAt: parts.now(), expiresAt: parts.now() + 3_600_000 },
  );
  const api = pipelineApi(parts, { identify: identifyByToken(parts, secret), downloads: noDownloads });
  const { status, body: answer } = await api({
    method: 'POST',
    path,
    query: '',
    headers: {
      authorization: `Bearer ${token}`,
      'idempotency-key': parts.dice.uuid(),
      'content-type': 'application/json',
      ...(version !== undefined && { 'if-match': `"${version}"` }),
    },
    body: new TextEncoder().encode(JSON.stringify(body)),
  });
  if (status >= 300) throw new Error(`${path} answered ${status}: ${answer}`);
}

function noDownload(): never {
  throw new Error('There are no downloads here');
}
const noDownloads = { requeueFile: noDownload, triggerDownloads: noDownload, closeDownloads: noDownload };
