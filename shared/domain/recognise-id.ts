import type { idKinds } from '../contract/triage/lookup.ts';

export type IdKind = (typeof idKinds)[number];

export interface RecognisedId {
  readonly kind: IdKind;
  /** The id itself, without the quotes, link or key prefix it was pasted in. */
  readonly id: string;
  /** Where a document's key came whole: no index knows a document by its id alone. */
  readonly within?: { readonly tenantId: string; readonly batchId: string };
}

/** How a kind is named in a sentence. */
export const idWords: Readonly<Record<IdKind, string>> = {
  batch: 'a batch id',
  'download batch': 'a download batch id',
  document: 'a document id',
  execution: 'an execution ARN',
  message: 'a message id',
  file: 'a FileID',
  'e-mail': 'an e-mail address',
  tenant: 'a tenant id',
};

/** What a pasted text is by its shape alone; nothing is looked up, so nothing is read. */
export function recogniseId(pasted: string): RecognisedId | undefined {
  if (pasted.length > longestPaste) return undefined;
  const document = wholeDocument(pasted);
  if (document !== undefined) return document;
  const text = unwrap(pasted);
  if (text === '' || /\s/.test(text)) return undefined;
  for (const { kind, pattern, accepts } of shapes) {
    const id = pattern.exec(text)?.groups?.['id'];
    if (id !== undefined && (accepts === undefined || accepts(id))) return { kind, id };
  }
  return undefined;
}

const longestPaste = 8_192;

/** Both parts of a document's key, as two cells of a table, two lines of JSON or one link. */
function wholeDocument(pasted: string): RecognisedId | undefined {
  const link = documentLink.exec(safelyDecoded(pasted.trim()))?.groups;
  const [partition, sort] = [batchKey.exec(pasted)?.groups, documentKey.exec(pasted)?.groups];
  const { tenantId, batchId } = link ?? partition ?? {};
  const id = (link ?? sort)?.['documentId'];
  if (id === undefined || tenantId === undefined || batchId === undefined) return undefined;
  return { kind: 'document', id, within: { tenantId, batchId } };
}

/** Ids arrive from tickets and chats: in quotes or brackets, with a full stop, out of a link. */
function unwrap(pasted: string): string {
  const bare = pasted.trim().replace(/^[\s"'`<([{]+|[\s"'`>)\]},;.]+$/g, '');
  return executionArn.exec(safelyDecoded(bare))?.[0] ?? bare;
}

function safelyDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A lone % is not an escape: the text is what it says.
    return text;
  }
}

interface Shape {
  readonly kind: IdKind;
  readonly pattern: RegExp;
  readonly accepts?: (id: string) => boolean;
}

/** `local` is the region of the embedded AWS. */
const executionArn =
  /arn:aws[a-z-]*:states:(?:[a-z]{2}(?:-[a-z]+)+-\d|local):\d{12}:(?:execution|express):[\w.-]+:[\w.:-]+/;
const uuid = String.raw`[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}`;
const token = String.raw`[A-Za-z0-9][\w-]{2,127}`;
/** In a key or a link the kind is told, so that less of a shape will do. */
const name = String.raw`[A-Za-z0-9][\w.@+=-]{0,127}`;

const batchKey = new RegExp(String.raw`\bTENANT#(?<tenantId>${name})#BATCH#(?<batchId>${name})`);
const documentKey = new RegExp(String.raw`\bDOCUMENT#(?<documentId>${name})`);
const documentLink = new RegExp(
  `^sluice://document/(?<tenantId>${name})/(?<batchId>${name})/(?<documentId>${name})/?$`,
  'i',
);

/** From the most telling shape to the least; the first that fits wins. */
const shapes: readonly Shape[] = [
  { kind: 'execution', pattern: new RegExp(`^(?<id>${executionArn.source})$`) },
  { kind: 'e-mail', pattern: /^(?:mailto:)?(?<id>[^\s@#/]+@[a-z0-9-]+(?:\.[a-z0-9-]+)+)$/i },
  { kind: 'message', pattern: new RegExp(`^(?<id>${uuid})$`, 'i') },
  // The deepest id of a pasted key is the one that was meant: TENANT#t#BATCH#b names a batch.
  { kind: 'document', pattern: new RegExp(`^(?:\\S*#)?DOCUMENT#(?<id>${name})$`) },
  { kind: 'batch', pattern: new RegExp(`^(?:\\S*#)?BATCH#(?<id>${name})(?:#STATUS#[A-Z_]+)?$`) },
  { kind: 'tenant', pattern: new RegExp(`^TENANT#(?<id>${name})(?:#STATUS#[A-Z_]+)?$`) },
  { kind: 'batch', pattern: new RegExp(`^sluice://batch/(?<id>${name})/?$`, 'i') },
  { kind: 'document', pattern: new RegExp(`^sluice://document/(?<id>${name})/?$`, 'i') },
  { kind: 'tenant', pattern: new RegExp(`^sluice://tenant/(?<id>${name})/?$`, 'i') },
  {
    kind: 'download batch',
    pattern: new RegExp(`^(?<id>batch-\\d{4}-\\d{2}-\\d{2}-[0-9a-z-]+)$`, 'i'),
    accepts: (id) => isCalendarDate(id.slice(6, 16)),
  },
  {
    kind: 'file',
    pattern: /^(?<id>(?!batch-)[A-Za-z0-9][\w.-]*-\d{4}-\d{2}-\d{2})$/,
    accepts: (id) => isCalendarDate(id.slice(-10)),
  },
  { kind: 'batch', pattern: new RegExp(`^(?<id>(?:batch|bat)[-_]${token})$`, 'i') },
  { kind: 'document', pattern: new RegExp(`^(?<id>(?:document|doc)[-_]${token})$`, 'i') },
  { kind: 'tenant', pattern: /^(?<id>(?:tenant|tnt)[-_][A-Za-z0-9][\w-]{1,})$/i },
];

function isCalendarDate(date: string): boolean {
  const parsed = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(date);
}
