import { isObject, readJson, type Json } from './exact-json.ts';
import { isOpaque, whyMaskedInside } from './why-masked.ts';

/** The subject of a message. A field is null if the message does not name it. */
export interface MessageSubject {
  readonly tenantId: string | null;
  readonly batchId: string | null;
  readonly documentId: string | null;
  readonly fileName: string | null;
}

export const noSubject: MessageSubject = { tenantId: null, batchId: null, documentId: null, fileName: null };

/**
 * Reads the subject from a body: from the key of the file in an S3 event, or else from ids under their own names. It
 * also looks inside notifications and events that wrap the message.
 */
export function subjectOfBody(body: string): MessageSubject {
  const json = readJson(body);
  return (json === undefined ? undefined : subjectIn(json, deepest)) ?? noSubject;
}

/**
 * Returns the ids that may be stored on disk, by which a message's outcome is looked up. If any of them is not an id,
 * it returns none, because the others may not name the message's subject.
 */
export function idsOfBody(body: string): MessageSubject {
  const { tenantId, batchId, documentId } = subjectOfBody(body);
  const isWhole = [tenantId, batchId, documentId].every((id) => id === null || isId(id));
  return isWhole ? { tenantId, batchId, documentId, fileName: null } : noSubject;
}

/** No key template accepts longer ids, and an id is never a secret or a person's address. */
function isId(text: string): boolean {
  return /^[^#]{1,256}$/.test(text) && whyMaskedInside(text) === null && !isOpaque(text);
}

/**
 * Combines a recorded subject with the body's own. The record has priority, and the file name is only taken from the
 * body if both name the same document.
 */
export function mergedSubject(
  known: Partial<MessageSubject> | undefined,
  { fileName, ...said }: MessageSubject,
): MessageSubject {
  if (known === undefined) return { ...said, fileName };
  const isSame = (known.documentId ?? said.documentId) === said.documentId;
  return {
    tenantId: known.tenantId ?? said.tenantId,
    batchId: known.batchId ?? said.batchId,
    documentId: known.documentId ?? said.documentId,
    fileName: known.fileName ?? (isSame ? fileName : null),
  };
}

/**
 * The depth covers a notification's text, its event, the event's records and a record. Deeper nesting would be
 * deliberate hiding.
 */
const deepest = 8;

function subjectIn(json: Json, depth: number): MessageSubject | undefined {
  if (depth === 0) return undefined;
  if (typeof json === 'string') {
    const inner = /^\s*[[{]/.test(json) ? readJson(json) : undefined;
    return inner === undefined ? undefined : subjectIn(inner, depth - 1);
  }
  if (Array.isArray(json)) return first(json.slice(0, mostLookedAt) as readonly Json[], depth);
  if (!isObject(json)) return undefined;
  return (
    ofFile(json) ??
    ofDownload(json) ??
    ofIds(json) ??
    first(Object.values(json).slice(0, mostLookedAt), depth)
  );
}

const mostLookedAt = 50;

function first(values: readonly Json[], depth: number): MessageSubject | undefined {
  for (const value of values) {
    const found = subjectIn(value, depth - 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/notification-content-structure.html: the key is URL-encoded
 * there, but not in an EventBridge event.
 */
function ofFile({ s3, object }: { readonly [key: string]: Json }): MessageSubject | undefined {
  const file = isObject(s3) ? s3['object'] : object;
  const written = isObject(file) ? file['key'] : undefined;
  if (typeof written !== 'string' || written === '') return undefined;
  const key = isObject(s3) ? decoded(written) : written;
  const parts = key.split('/');
  const [folder, tenantId, batchId, documentId, ...rest] = parts;
  const isConvention = folder === 'documents' && parts.length === 5 && parts.every((part) => part !== '');
  if (!isConvention) return { ...noSubject, fileName: parts.at(-1) || key };
  return {
    tenantId: tenantId ?? null,
    batchId: batchId ?? null,
    documentId: documentId ?? null,
    fileName: rest[0] ?? null,
  };
}

/** S3's "URL-encoded" keys have a plus for each space. */
function decoded(key: string): string {
  try {
    return decodeURIComponent(key.replaceAll('+', ' '));
  } catch {
    return key;
  }
}

/**
 * A download's message has the ids of its file and its day's batch. They are no tenant's, so they are shown as the name
 * and lead to no batch of documents.
 */
function ofDownload(json: { readonly [key: string]: Json }): MessageSubject | undefined {
  const { fileId, batchId, ...others } = json;
  const isCheck = fileId === undefined && typeof batchId === 'string' && downloadBatchShape.test(batchId);
  const name = isCheck ? batchId : fileId;
  const isDownload = typeof name === 'string' && Object.keys(others).length === 0;
  return isDownload && (isCheck || fileShape.test(name)) ? { ...noSubject, fileName: name } : undefined;
}

/** Returns the id of the file that a message asks to download, in the only shape that may be stored on disk. */
export function findDownloadedFile(body: string): string | null {
  const json = readJson(body);
  const fileId = json !== undefined && isObject(json) ? json['fileId'] : undefined;
  return typeof fileId === 'string' && fileShape.test(fileId) && whyMaskedInside(fileId) === null
    ? fileId
    : null;
}

/** The catalogue declares it so: an entity and a day. */
const fileShape = /^[a-z][a-z0-9_.-]{0,99}-\d{4}-\d\d-\d\d$/i;
const downloadBatchShape = /^batch-\d{4}-\d\d-\d\d-[0-9a-f-]{36}$/i;

function ofIds(json: { readonly [key: string]: Json }): MessageSubject | undefined {
  const named = (pattern: RegExp): string | null => {
    for (const [name, value] of Object.entries(json).slice(0, mostLookedAt)) {
      if (pattern.test(name) && typeof value === 'string' && value !== '') return value;
    }
    return null;
  };
  const batchId = named(/^batch_?id$/i);
  const documentId = named(/^(?:document|doc)_?id$/i);
  const tenantId = named(/^tenant_?id$/i);
  if (batchId === null && documentId === null && tenantId === null) return undefined;
  return { tenantId, batchId, documentId, fileName: named(/^(?:file_?name|original_?name)$/i) };
}
