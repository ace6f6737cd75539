import { isObject, readJson, type Json } from './exact-json.ts';
import { isOpaque, whyMaskedInside } from './why-masked.ts';

/** What a message is about; null for what it does not say. */
export interface MessageSubject {
  readonly tenantId: string | null;
  readonly batchId: string | null;
  readonly documentId: string | null;
  readonly fileName: string | null;
}

export const noSubject: MessageSubject = { tenantId: null, batchId: null, documentId: null, fileName: null };

/**
 * As its body says: by the key of the file that an event of S3 tells of, else by ids under their own names. What others
 * have wrapped it in, a notification or an event, is looked into.
 */
export function subjectOfBody(body: string): MessageSubject {
  const json = readJson(body);
  return (json === undefined ? undefined : subjectIn(json, deepest)) ?? noSubject;
}

/**
 * As it may be kept on a disk: the ids by which its outcome is looked for. Where one of them is none, nothing is: what
 * the others name is not what the message is about.
 */
export function idsOfBody(body: string): MessageSubject {
  const { tenantId, batchId, documentId } = subjectOfBody(body);
  const isWhole = [tenantId, batchId, documentId].every((id) => id === null || isId(id));
  return isWhole ? { tenantId, batchId, documentId, fileName: null } : noSubject;
}

/** No template takes more, and no id opens a door or names a person. */
function isId(text: string): boolean {
  return /^[^#]{1,256}$/.test(text) && whyMaskedInside(text) === null && !isOpaque(text);
}

/** What has been written down of a message says more than its body; of one document they are one. */
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

/** A notification's text, its event, that one's records, a record: who nests deeper hides it on purpose. */
const deepest = 8;

function subjectIn(json: Json, depth: number): MessageSubject | undefined {
  if (depth === 0) return undefined;
  if (typeof json === 'string') {
    const inner = /^\s*[[{]/.test(json) ? readJson(json) : undefined;
    return inner === undefined ? undefined : subjectIn(inner, depth - 1);
  }
  if (Array.isArray(json)) return first(json.slice(0, mostLookedAt) as readonly Json[], depth);
  if (!isObject(json)) return undefined;
  return ofFile(json) ?? ofIds(json) ?? first(Object.values(json).slice(0, mostLookedAt), depth);
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
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/notification-content-structure.html: the key is encoded there,
 * and is not in an event of EventBridge.
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

/** "URL-encoded": with a plus for each blank. */
function decoded(key: string): string {
  try {
    return decodeURIComponent(key.replaceAll('+', ' '));
  } catch {
    return key;
  }
}

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
