import { createDecipheriv } from 'node:crypto';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import type { PipelineParts } from '../parts.ts';
import { transactInTurn } from '../transact.ts';
import { changeFile, getFile, toFileUpdate } from './download-tables.ts';
import { nextFile, type FileItem } from './download-items.ts';
import { ProviderProblem, type Provider } from './provider.ts';

/**
 * Fetches, decrypts and stores an available file. A file that is not available is taken by another worker or done:
 * its message is stale and is ignored.
 */
export async function downloadFile(parts: PipelineParts, provider: Provider, fileId: string): Promise<void> {
  const claimed = await claimFile(parts, fileId);
  if (!claimed) return;
  const outcome = await fetchOutcome(parts, provider, claimed);
  // The write is lost where the file counted as stuck and was requeued meanwhile; the newer attempt owns it then.
  await changeFile(parts, claimed, outcome);
}

/**
 * Returns undefined where another worker has the file. The time of the status is the claim: later claims are later. The
 * SDK repeats a write whose answer it did not get. The token of a transaction lets it find its own claim then, which would
 * look like another worker's.
 */
export async function claimFile(parts: PipelineParts, fileId: string): Promise<FileItem | undefined> {
  const file = await getFile(parts, fileId);
  if (!file) throw new Error(`There is no file ${fileId}`);
  if (file.Status !== 'available') return undefined;
  const changes = { Status: 'downloading' } as const;
  const claimed = nextFile(parts, file, changes);
  const Update = toFileUpdate(parts, file, claimed, changes);
  const outcome = await transactInTurn(parts, [{ Update }], { mostAttempts });
  return outcome === 'done' ? claimed : undefined;
}

/** Then the message comes again. */
const mostAttempts = 5;

function buildObjectKey({ DownloadDate, Entity }: FileItem): string {
  return `${DownloadDate}/${Entity}.csv`;
}

type Outcome =
  | { readonly Status: 'completed'; readonly CompletedAt: string }
  /** It did not come; `error`: it came, and cannot be used. */
  | { readonly Status: 'failed' | 'error'; readonly ErrorMessage: string };

async function fetchOutcome(parts: PipelineParts, provider: Provider, file: FileItem): Promise<Outcome> {
  const answer = await settled(provider.fetch(file.PresignedURL));
  if (answer instanceof ProviderProblem && answer.name === 'FileTooLarge') return unusable(answer.message);
  if (answer instanceof ProviderProblem) return failed(answer.message);
  if (answer instanceof Error) return failed('The provider could not be reached.');
  const { status, body } = answer;
  if (status !== 200) return failed(`The provider answered ${status} to the download.`);

  const key = await settled(provider.unwrap(file.EncryptedAESKey));
  if (key instanceof ProviderProblem && key.name === 'KeyServiceUnavailable') return failed(key.message);
  if (key instanceof Error) return unusable('The key could not be unwrapped.');
  const plain = decrypt(body, key, file.EncodedAESIV);
  if (!plain) return unusable('The file could not be decrypted.');

  const stored = await settled(
    parts.clients.s3.send(
      new PutObjectCommand({
        Bucket: parts.names.downloads.filesBucket,
        Key: buildObjectKey(file),
        Body: plain,
        ContentType: 'text/csv',
        Metadata: { 'batch-id': file.BatchID },
      }),
    ),
  );
  if (stored instanceof Error) return failed(`The file could not be stored: ${stored.name}.`);
  return { Status: 'completed', CompletedAt: new Date(parts.now()).toISOString() };
}

function decrypt(body: Uint8Array, key: Uint8Array, encodedIv: string): Uint8Array | undefined {
  try {
    const decipher = createDecipheriv('aes-256-cbc', key, Buffer.from(encodedIv, 'base64'));
    return Buffer.concat([decipher.update(body), decipher.final()]);
  } catch {
    // OpenSSL's message does not help, and it may reveal something of the key.
    return undefined;
  }
}

function failed(ErrorMessage: string): Outcome {
  return { Status: 'failed', ErrorMessage };
}

function unusable(ErrorMessage: string): Outcome {
  return { Status: 'error', ErrorMessage };
}

async function settled<T>(work: Promise<T>): Promise<T | Error> {
  try {
    return await work;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
