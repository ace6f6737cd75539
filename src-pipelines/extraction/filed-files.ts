import {
  CopyObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  NoSuchKey,
  NotFound,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { GetQueueUrlCommand, SendMessageCommand } from '@aws-sdk/client-sqs';
import type { PDFDocument } from 'pdf-lib';
import type { PipelineParts } from '../parts.ts';
import type { BatchItem, DocumentItem, SourcePart } from './item-shapes.ts';
import { keyOf } from './keys.ts';
import { parseDocument, queryUnder, type BatchRef } from './read-items.ts';

/**
 * A document that was filed has a file of its own, made of pages of others (decision 042). So everything after it, from
 * the event of S3 to the readers and the viewer, meets an ordinary document.
 */
export type FiledFile =
  /** A whole file is copied, with its metadata and without its tags. */
  { readonly copyOf: string } | { readonly bytes: Uint8Array };

/** The pages cannot be taken from a file. The message says why. */
export class FileUnusable extends Error {}

type Source = Pick<SourcePart, 'key' | 'fileName' | 'pages'>;

/** Reads each file once, however many documents are made of it. */
export function openSources(parts: PipelineParts): {
  countPages(source: Source): Promise<number>;
  make(madeOf: readonly Source[]): Promise<FiledFile>;
} {
  const opened = new Map<string, Promise<PDFDocument>>();
  let bytes = 0;

  const open = (source: Source): Promise<PDFDocument> => {
    const known = opened.get(source.key);
    if (known) return known;
    const fresh = openFile(source);
    opened.set(source.key, fresh);
    return fresh;
  };

  async function openFile({ key, fileName }: Source): Promise<PDFDocument> {
    const file = await getFile(parts, { key, fileName, mostBytes: mostBytes - bytes });
    bytes += file.length;
    // Only these calls need it, so others do not wait for it.
    const pdf = await import('pdf-lib');
    try {
      return await pdf.PDFDocument.load(file, { updateMetadata: false });
    } catch (error) {
      const why = error instanceof Error && /encrypt/i.test(error.message) ? 'is encrypted' : 'is no PDF';
      throw new FileUnusable(`${fileName} ${why}, so its pages cannot be taken from it.`);
    }
  }

  return {
    countPages: async (source) => (await open(source)).getPageCount(),
    async make(madeOf) {
      const [only] = madeOf;
      if (only && madeOf.length === 1 && !only.pages) {
        await needFile(parts, only);
        return { copyOf: only.key };
      }
      const pdf = await import('pdf-lib');
      const made = await pdf.PDFDocument.create({ updateMetadata: false });
      for (const source of madeOf) {
        const from = await open(source);
        const all = from.getPageIndices();
        const { pages } = source;
        const wanted = pages ? all.slice(pages.from - 1, pages.to) : all;
        for (const page of await made.copyPages(from, wanted)) made.addPage(page);
      }
      return { bytes: await made.save({ addDefaultPage: false, updateFieldAppearances: false }) };
    },
  };
}

/** The limit is for all files of a call together: a function has 1 GB, and an opened PDF is several times as large. */
const mostBytes = 50 * 1_048_576;

async function getFile(
  { clients, names }: PipelineParts,
  { key, fileName, mostBytes: most }: { key: string; fileName: string; mostBytes: number },
): Promise<Uint8Array> {
  try {
    const at = { Bucket: names.extraction.documentsBucket, Key: key };
    const { Body, ContentLength = 0 } = await clients.s3.send(new GetObjectCommand(at));
    if (ContentLength <= most) return (await Body?.transformToByteArray()) ?? new Uint8Array();
    (Body as { destroy?: () => void } | undefined)?.destroy?.();
  } catch (error) {
    throw toUnusable(error, fileName);
  }
  const limit = mostBytes / 1_048_576;
  throw new FileUnusable(`The files are larger than the ${limit} MB that can be divided or joined at once.`);
}

async function needFile(parts: PipelineParts, { key, fileName }: Source): Promise<void> {
  try {
    if (!(await isArchived(parts, key))) return;
  } catch (error) {
    throw toUnusable(error, fileName);
  }
  throw inArchive(fileName);
}

/** Returns whether S3 has the file where it cannot be read at once. */
export async function isArchived({ clients, names }: PipelineParts, key: string): Promise<boolean> {
  const at = { Bucket: names.extraction.documentsBucket, Key: key };
  const {
    StorageClass = 'STANDARD',
    ArchiveStatus,
    Restore = '',
  } = await clients.s3.send(new HeadObjectCommand(at));
  // A restored object keeps its class, and can be read for as long as its copy lasts.
  if (Restore.includes('ongoing-request="false"')) return false;
  return archived.has(StorageClass) || ArchiveStatus !== undefined;
}

const archived = new Set<string>(['GLACIER', 'DEEP_ARCHIVE']);

function toUnusable(error: unknown, fileName: string): unknown {
  if (error instanceof NotFound || error instanceof NoSuchKey) {
    return new FileUnusable(`The file of ${fileName} is not in S3 any more.`);
  }
  return error instanceof Error && error.name === 'InvalidObjectState' ? inArchive(fileName) : error;
}

function inArchive(fileName: string): FileUnusable {
  return new FileUnusable(`The file of ${fileName} is in the archive. Restore it in S3 first.`);
}

/** S3 then tells that it has arrived, as of every file. */
export async function putFiledFile(
  { clients, names }: PipelineParts,
  { objectKey }: Pick<DocumentItem, 'objectKey'>,
  file: FiledFile,
): Promise<void> {
  const at = { Bucket: names.extraction.documentsBucket, Key: objectKey };
  if ('bytes' in file) {
    await clients.s3.send(new PutObjectCommand({ ...at, Body: file.bytes, ContentType: 'application/pdf' }));
    return;
  }
  const CopySource = `${at.Bucket}/${file.copyOf.split('/').map(encodeURIComponent).join('/')}`;
  await clients.s3.send(new CopyObjectCommand({ ...at, CopySource, ...withoutTags }));
}

/**
 * A copy has the tags of its source unless told otherwise. They stay behind, because a tag is true of the object that it
 * was put on: a scanner's verdict is for the scanner alone to give, and a file in the inbox must not bring its own. To
 * copy them, a role would also need `s3:GetObjectTagging` and `s3:PutObjectTagging`.
 */
export const withoutTags = { TaggingDirective: 'REPLACE' } as const;

/** Puts the files of a batch that has not got all of them, as where the API was stopped on the way. */
export async function putMissingFiles(
  parts: PipelineParts,
  { tenantId, batchId }: Pick<BatchItem, 'tenantId' | 'batchId'>,
): Promise<void> {
  const sources = openSources(parts);
  for await (const kept of queryUnder(parts, keyOf.document(tenantId, batchId, ''))) {
    const document = parseDocument(kept);
    if (document.receivedAt !== undefined || !document.madeOf) continue;
    await putFiledFile(parts, document, await sources.make(document.madeOf));
  }
}

/**
 * Asks ingestion to look after the files of these batches, when the API has made them or was stopped. It is sent before
 * the batches are written, so that none can be left without its files; those that are not there were not made.
 */
export async function sendFilesLater(parts: PipelineParts, batches: readonly BatchRef[]): Promise<void> {
  const { sqs } = parts.clients;
  const QueueName = parts.names.extraction.documentQueue;
  const { QueueUrl } = await sqs.send(new GetQueueUrlCommand({ QueueName }));
  const filed = batches.map(({ tenantId, projectId, batchId }) => ({ tenantId, projectId, batchId }));
  const MessageBody = JSON.stringify({ filed });
  await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody, DelaySeconds: afterSeconds }));
}

/** The function of the API ends within 29 s. */
const afterSeconds = 60;
