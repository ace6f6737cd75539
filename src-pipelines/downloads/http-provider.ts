import { DecryptCommand, type KMSClient } from '@aws-sdk/client-kms';
import { z } from 'zod';
import { ProviderProblem, type OfferedFile, type Provider } from './provider.ts';

export interface HttpProviderParts {
  /** The address under which the provider lists its files, such as `https://files.custodian.example/v1`. */
  readonly url: string;
  /** The KMS key whose public half the provider wraps the files' keys with: RSA, to encrypt and decrypt. */
  readonly keyId: string;
  readonly kms: Pick<KMSClient, 'send'>;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** Does the work with a signal that aborts after these milliseconds. */
  readonly withinTime: <T>(ms: number, work: (signal: AbortSignal) => Promise<T>) => Promise<T>;
}

/** These are bytes and milliseconds. */
export const providerLimits = {
  /** A function works on ten files at once, each held twice while it is decrypted, in a memory of 1 GB. */
  file: 32 * 2 ** 20,
  listing: 4 * 2 ** 20,
  /** The API asks too, and has to answer within 29 s. */
  listingMs: 10_000,
  /** Below the 300 s of the function, so that the reason can still be written down. */
  fileMs: 240_000,
} as const;

/** Speaks to a provider over HTTP, as docs/pipeline-functions.md describes it, and unwraps keys by KMS. */
export function httpProvider(parts: HttpProviderParts): Provider {
  return {
    async listFiles(date) {
      const answer = await ask(parts, `files?date=${encodeURIComponent(date)}`);
      if (answer.status !== 200) throw refused(answer.status);
      const { files } = parse(listingSchema, answer.body);
      for (const { url } of files) requireSafe(parts, url);
      return files;
    },
    async offerAgain(entity, date) {
      const answer = await ask(parts, `files/${encodeURIComponent(entity)}?date=${encodeURIComponent(date)}`);
      if (answer.status === 404) return undefined;
      if (answer.status !== 200) throw refused(answer.status);
      const file = parse(fileSchema, answer.body);
      if (file.entity !== entity) throw malformed(`it offers ${file.entity} where ${entity} was asked for`);
      requireSafe(parts, file.url);
      return file;
    },
    async fetch(url) {
      requireSafe(parts, url);
      return send(parts, url, { ms: providerLimits.fileMs, most: providerLimits.file });
    },
    unwrap: (encryptedAesKey) => unwrap(parts, encryptedAesKey),
  };
}

/** The entity becomes a part of the file's id and of its key in S3. */
const fileSchema = z.object({
  entity: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/),
  url: z.url({ protocol: /^https?$/ }).max(4_096),
  encryptedAesKey: z.base64().min(1).max(2_048),
  encodedAesIv: z.base64().min(1).max(64),
}) satisfies z.ZodType<OfferedFile>;

const listingSchema = z.object({
  files: z
    .array(fileSchema)
    .max(1_000)
    .refine(
      (files) => new Set(files.map(({ entity }) => entity)).size === files.length,
      'an entity is there twice',
    ),
});

interface Answer {
  readonly status: number;
  readonly body: Uint8Array;
}

function ask(parts: HttpProviderParts, path: string): Promise<Answer> {
  return send(parts, `${parts.url.replace(/\/+$/, '')}/${path}`, {
    ms: providerLimits.listingMs,
    most: providerLimits.listing,
  });
}

async function send(
  { fetch, withinTime }: HttpProviderParts,
  url: string,
  { ms, most }: { readonly ms: number; readonly most: number },
): Promise<Answer> {
  return withinTime(ms, async (signal) => {
    try {
      // A redirect could lead to an address that would not have been taken.
      const response = await fetch(url, { redirect: 'manual', signal });
      return { status: response.status, body: await readBody(response, most) };
    } catch (error) {
      if (error instanceof ProviderProblem) throw error;
      if (signal.aborted) {
        throw new ProviderProblem('ProviderTimeout', `The provider took longer than ${ms / 1_000} s.`);
      }
      // The network's own message may have the address in it.
      throw new ProviderProblem('ProviderUnreachable', 'The provider could not be reached.');
    }
  });
}

async function readBody(response: Response, most: number): Promise<Uint8Array> {
  const tooLarge = (): ProviderProblem =>
    new ProviderProblem('FileTooLarge', `The provider sent more than ${most / 2 ** 20} MB.`);
  const { body } = response;
  if (Number(response.headers.get('content-length') ?? 0) > most) {
    await body?.cancel();
    throw tooLarge();
  }
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.length;
    if (length > most) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length);
}

function parse<T>(schema: z.ZodType<T>, body: Uint8Array): T {
  const { success, data, error } = schema.safeParse(parseJson(body));
  if (success) return data;
  const [issue] = error.issues;
  throw malformed(`${issue?.path.join('.') || 'the answer'}: ${issue?.message ?? ''}`);
}

function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    throw malformed('it is not JSON in UTF-8');
  }
}

function malformed(problem: string): ProviderProblem {
  return new ProviderProblem('ProviderMalformed', `The provider's answer cannot be used: ${problem}.`);
}

function refused(status: number): ProviderProblem {
  return new ProviderProblem('ProviderRefused', `The provider answered ${status}.`);
}

/** The addresses come from outside, and services within the function's own machine answer to http alone. */
function requireSafe({ url: own }: HttpProviderParts, url: string): void {
  if (!url.startsWith('https://') && !own.startsWith('http://')) {
    throw malformed('an address of a file is not of https');
  }
}

/** https://docs.aws.amazon.com/kms/latest/APIReference/API_Decrypt.html */
async function unwrap({ kms, keyId }: HttpProviderParts, encryptedAesKey: string): Promise<Uint8Array> {
  const decrypt = new DecryptCommand({
    KeyId: keyId,
    CiphertextBlob: Buffer.from(encryptedAesKey, 'base64'),
    EncryptionAlgorithm: 'RSAES_OAEP_SHA_256',
  });
  const key = await decrypted(kms, decrypt);
  if (key?.length === aesKeyBytes) return key;
  throw new ProviderProblem('KeyNotUnwrapped', 'The key in it is no AES key of 256 bits.');
}

const aesKeyBytes = 32;

async function decrypted(
  kms: Pick<KMSClient, 'send'>,
  command: DecryptCommand,
): Promise<Uint8Array | undefined> {
  try {
    return (await kms.send(command)).Plaintext;
  } catch (error) {
    const { name } = error as Error;
    if (name === 'InvalidCiphertextException' || name === 'ValidationException') {
      throw new ProviderProblem('KeyNotUnwrapped', 'The key was wrapped for another owner.');
    }
    throw new ProviderProblem('KeyServiceUnavailable', `KMS did not unwrap the key: ${name}.`);
  }
}
