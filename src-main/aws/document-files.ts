import { GetObjectCommand, S3Client, type GetObjectCommandInput } from '@aws-sdk/client-s3';
import { ok, refused, type Receipt, type Refusal, type Result } from '#shared/contract/result.ts';
import { toFailure, type Trouble } from './aws-trouble.ts';
import { clientConfig, namesAt, withRenewal, type AwsPlace } from './client-config.ts';
import { ForbiddenCommand, whereTargetsAre } from './middleware.ts';
import { machineParts, openPatience, type PatienceParts, type TimeSources } from './patience.ts';

export interface FileRead {
  readonly bytes: Uint8Array;
  readonly contentType: string | null;
}

/** Reads the files of a connection's documents from its one bucket, with GetObject only. */
export interface DocumentFiles {
  /**
   * Refuses a file larger than `mostBytes` without reading it.
   * @param bucket is the bucket that an item names; any other than the connection's own is refused
   */
  read(objectKey: string, mostBytes: number, bucket?: string): Promise<Result<FileRead>>;
}

export type DocumentFilesParts = PatienceParts & TimeSources;

/** Opens the files over the SDK's client of one connection. */
export function openDocumentFiles(
  place: AwsPlace,
  parts: DocumentFilesParts = machineParts(),
): DocumentFiles {
  const client = s3Client(place);
  const Bucket = namesAt(place).extraction.documentsBucket;
  // Bucket names are global: with the owner set, a foreign bucket neither learns a key nor returns bytes.
  const owner = place.account === undefined ? {} : { ExpectedBucketOwner: place.accountId };
  const patience = openPatience({ longestRead: usualLongestFile, ...parts });
  return {
    async read(Key, mostBytes, bucket = Bucket) {
      if (Bucket === '' || bucket !== Bucket) return otherBucket(bucket, Bucket);
      const begun = parts.elapsed();
      const asOf = new Date(parts.now()).toISOString();
      const tried = await patience.read((signal) =>
        readObject(client, { Bucket, Key, ...owner }, { mostBytes, signal }),
      );
      if (!tried.ok) return refused(fileFailure(tried.trouble, tried.attempts, { bucket: Bucket, key: Key }));
      const receipt = { ...gotObject, ms: parts.elapsed() - begun, asOf };
      if ('tooLarge' in tried.value) {
        return {
          ...fileTooLarge(tried.value.tooLarge, mostBytes),
          receipt: { ...receipt, items: 0, bytes: 0 },
        };
      }
      return ok(tried.value, { ...receipt, bytes: tried.value.bytes.length });
    },
  };
}

interface How {
  readonly mostBytes: number;
  readonly signal: AbortSignal;
}

/** The size stands in the headers, so the body of a file that is too large is not awaited. */
async function readObject(
  client: S3Client,
  asked: GetObjectCommandInput,
  { mostBytes, signal }: How,
): Promise<FileRead | { readonly tooLarge: number }> {
  const { Body, ContentLength, ContentType } = await client.send(fileLook(asked), { abortSignal: signal });
  const body = Body as (AsyncIterable<Uint8Array> & { destroy?: () => void }) | undefined;
  if (ContentLength !== undefined && ContentLength > mostBytes) {
    body?.destroy?.();
    return { tooLarge: ContentLength };
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > mostBytes) return { tooLarge: size };
    chunks.push(chunk);
  }
  return { bytes: Buffer.concat(chunks), contentType: ContentType ?? null };
}

/** Creates the call that reads a file; "Check connection" makes the same one. */
export function fileLook(asked: GetObjectCommandInput): GetObjectCommand {
  return new GetObjectCommand(asked);
}

/** This is enough for 25 MB over a slow line. */
const usualLongestFile = 60_000;

const gotObject: Omit<Receipt, 'ms' | 'asOf'> = {
  pattern: 'S3: GetObject',
  index: 'bucket',
  pages: 1,
  items: 1,
  rru: 0,
  bytes: 0,
};

interface FilePlace {
  readonly bucket: string;
  readonly key: string;
}

function fileFailure(trouble: Trouble, attempts: number, { bucket, key }: FilePlace): Refusal {
  if (trouble.name === 'InvalidObjectState') return inArchive(trouble.name);
  return toFailure(trouble, attempts, {
    service: 'S3',
    action: 's3:GetObject',
    place: `the file "${key}"`,
    resource: `${bucket}/${key}`,
    missing: {
      code: 'not-found',
      message:
        trouble.name === 'NoSuchBucket'
          ? `There is no bucket "${bucket}" on this connection. Nothing was read. Check the connection's region, account and names.`
          : `The file "${key}" is not in S3 any more, or never arrived. Nothing was read. The values read from it are still in the document.`,
      what: trouble.name === 'NoSuchBucket' ? bucket : key,
    },
  });
}

/** Files are moved there three days after they arrive (domain, section 5). */
function inArchive(name: string): Refusal {
  return {
    code: 'aws-refused',
    message:
      'The file was moved to the archive (Glacier), which cannot return it at once. Nothing was read. Restore it in S3 first; that needs the right to do so.',
    service: 'S3',
    name,
  };
}

function fileTooLarge(bytes: number, limitBytes: number): Result<never> {
  return refused({
    code: 'file-too-large',
    message: `The file has ${megabytes(bytes)}; the console opens files of up to ${megabytes(limitBytes)}. It was not read.`,
    bytes,
    limitBytes,
  });
}

function otherBucket(bucket: string, own: string): Result<never> {
  return refused({
    code: 'read-denied',
    message: `The document says its results lie in the bucket "${bucket}", and the console reads from "${own}" alone. Nothing was read.`,
    action: 's3:GetObject',
    resource: bucket,
  });
}

/** The size is rounded up, so that a file over the limit never reads as within it. */
function megabytes(bytes: number): string {
  return `${Math.ceil((bytes / 1_048_576) * 10) / 10} MB`;
}

/** Creates the SDK's client of one AWS, limited to GetObject. */
export function s3Client(place: AwsPlace): S3Client {
  const client = new S3Client({ ...clientConfig(place, 's3'), forcePathStyle: hasOneAddress(place) });
  client.middlewareStack.add(onlyGetObject, { ...whereTargetsAre, name: 'onlyGetObject' });
  return withRenewal(client, place);
}

/** S3 has no header that names the operation, so the check goes by the method and the query. */
function onlyGetObject<Args extends { readonly request: unknown }, Output>(next: (args: Args) => Output) {
  return (args: Args): Output => {
    if (isGetObject(args.request)) return next(args);
    throw new ForbiddenCommand('The console reads S3 by GetObject; another request was not sent.');
  };
}

function isGetObject(request: unknown): boolean {
  if (typeof request !== 'object' || request === null) return false;
  const { method, query } = request as { readonly method?: unknown; readonly query?: object };
  const asked = Object.entries(query ?? {});
  return method === 'GET' && asked.length === 1 && asked[0]?.join('=') === 'x-id=GetObject';
}

/** Buckets have host names of their own in AWS; where one address serves all, they are in the path. */
export function hasOneAddress({ account }: AwsPlace): boolean {
  return account?.endpoints.s3 !== undefined || account === undefined;
}
