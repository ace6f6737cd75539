import { isCalendarDate } from '../catalogue/keys/hole-value.ts';
import { awsRegionForm } from './aws-region.ts';
import { parseExecutionName } from './id-forms.ts';

export const idKinds = [
  'batch',
  'download batch',
  'document',
  'execution',
  'message',
  'file',
  'e-mail',
  'tenant',
] as const;

export type IdKind = (typeof idKinds)[number];

/** One reading of a pasted text: an id of one kind. */
export interface RecognisedId {
  readonly kind: IdKind;
  /** The id itself, without the quotes, link or key prefix it was pasted in. */
  readonly id: string;
  /**
   * Set if a document was pasted with its batch, because no index finds a document by its id alone. Without a tenant the
   * batch is looked up first.
   */
  readonly within?: { readonly tenantId?: string; readonly batchId: string };
  /** Set if a batch's whole key was pasted, because another tenant may have a batch with the same id. */
  readonly tenantId?: string;
}

export interface PastedId {
  /** The text without its quotes, link or key prefix. */
  readonly text: string;
  /**
   * Certain: only one kind of id has this form. Likely: the sandbox uses this form for one kind, but others may too.
   */
  readonly shape: 'certain' | 'likely' | 'unknown';
  /** The readings to ask for, one after the other until one is found. */
  readonly asks: readonly RecognisedId[];
  /** The readings that are only asked for if a person chooses them. */
  readonly offers: readonly RecognisedId[];
  /** The reason why the text cannot be an id. Nothing is asked then. */
  readonly problem: IdProblem | null;
}

/** A "#" separates the parts of a key, so no value of a key template may contain one. */
export type IdProblem = 'empty' | 'separator' | 'several-lines' | 'too-long' | 'half-character';

/** The names of the kinds in a sentence. */
export const idWords: Readonly<Record<IdKind, string>> = {
  batch: 'a batch id',
  'download batch': 'a download batch id',
  document: 'a document id',
  execution: 'an execution',
  message: 'a message id',
  file: 'a FileID',
  'e-mail': 'an e-mail address',
  tenant: 'a tenant id',
};

/** The contract allows no longer part of a key. */
export const longestId = 256;

/** One lookup never asks more questions than this. Each costs half a read unit if the item found is at most 4 KB. */
export const mostAsks = 7;

/** One call names at most so many things: what fits on a screen. */
export const mostNamesAtOnce = 50;

/**
 * Lists everything that a pasted text can be, in the order to ask. Deployments choose their own ids, so any text that
 * is short enough is tried as a batch, an execution name, a file and a download batch. A recognised form comes first.
 * Nothing is read here.
 */
export function readPastedId(pasted: string, as?: IdKind): PastedId {
  const recognised = recogniseId(pasted);
  const text = recognised?.id ?? unwrap(pasted);
  const isCertain = recognised !== undefined && isOnlyOfKind(pasted, recognised);
  if (isCertain && (as === undefined || as === recognised.kind)) {
    return { text, shape: 'certain', asks: [recognised], offers: [], problem: null };
  }
  const problem = findIdProblem(text);
  if (problem !== null) return { text, shape: 'unknown', asks: [], offers: [], problem };

  // The pasted text may end in a full stop or a quote that is part of the id.
  const exact = pasted.trim();
  const isExact = exact === text || recognised !== undefined || findIdProblem(exact) !== null;
  const asks = distinct([
    // A message id is a UUID, and a batch id may be one too.
    ...(recognised === undefined || recognised.kind === 'message' ? [] : [recognised]),
    { kind: 'batch', id: text },
    ...(recognised?.kind === 'message' ? [recognised] : []),
    ...(isExact ? [] : [{ kind: 'batch' as const, id: exact }]),
    ...(parseExecutionName(text) === null ? [] : [{ kind: 'execution' as const, id: text }]),
    { kind: 'file', id: text },
    { kind: 'download batch', id: text },
    { kind: 'document', id: text },
  ]);
  const offers = distinct([
    { kind: 'message', id: text },
    { kind: 'tenant', id: text },
    ...(/^[^\s@]+@[^\s@]+$/.test(text) ? [{ kind: 'e-mail' as const, id: text }] : []),
  ]).filter(({ kind }) => asks.every((one) => one.kind !== kind));
  const shape = recognised === undefined ? 'unknown' : 'likely';
  if (as === undefined) return { text, shape, asks, offers, problem };
  const chosen = [...asks, ...offers].find(({ kind }) => kind === as) ?? { kind: as, id: text };
  const others = [...asks, ...offers].filter(({ kind }) => kind !== as);
  return { text, shape, asks: [chosen], offers: others, problem };
}

/** Removes duplicate readings. */
function distinct(ids: readonly RecognisedId[]): readonly RecognisedId[] {
  const isNew = (one: RecognisedId, at: number): boolean =>
    ids.findIndex(({ kind, id }) => kind === one.kind && id === one.id) === at;
  return ids.filter(isNew);
}

export function findIdProblem(text: string): IdProblem | null {
  if (text === '') return 'empty';
  if (/[\n\r\t]/.test(text)) return 'several-lines';
  if (text.length > longestId) return 'too-long';
  if (text.includes('#')) return 'separator';
  return /\p{Surrogate}/u.test(text) ? 'half-character' : null;
}

/** Tells whether a sluice:// link can carry an id. Links come from anywhere, so they accept plain ids only. */
export function fitsInLink(id: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9._:@+=-]{0,255}$/.test(id);
}

/** Returns the most likely kind of a pasted text by its form alone. */
export function recogniseId(pasted: string): RecognisedId | undefined {
  if (pasted.length > longestPaste) return undefined;
  const document = wholeDocument(pasted);
  if (document !== undefined) return document;
  const bare = pasted.trim();
  const arn = findArn(bare);
  if (arn !== undefined) return { kind: 'execution', id: arn };
  // A quote that was copied at one end only does not hide a known form.
  for (const text of [unwrap(bare), bare.replace(/^[\s"'`<([{]+|[\s"'`>)\]},;.]+$/g, '')]) {
    for (const { kind, pattern, accepts } of shapes) {
      const { id, tenantId } = pattern.exec(text)?.groups ?? {};
      if (id === undefined || accepts?.(id) === false) continue;
      const plain = /^sluice:/i.test(text) ? safelyDecoded(id) : id;
      if (findIdProblem(plain) !== null) continue;
      return { kind, id: plain, ...(tenantId !== undefined && { tenantId }) };
    }
  }
  return undefined;
}

const longestPaste = 8_192;

/** A key prefix, a link, an ARN or a mailto: link fixes the kind of an id. Other forms may be a coincidence. */
function isOnlyOfKind(pasted: string, { kind, id, within }: RecognisedId): boolean {
  if (within !== undefined) return true;
  // A batch may have an id that looks like an e-mail address.
  if (kind === 'e-mail') return /^\W*mailto:/i.test(pasted);
  if (kind === 'execution') return id.startsWith('arn:');
  return /^\W*sluice:/i.test(pasted) || pasted.includes('#');
}

/** Finds both parts of a document's key in two cells of a table, two lines of JSON or one link. */
function wholeDocument(pasted: string): RecognisedId | undefined {
  const link = documentLink.exec(pasted.trim())?.groups;
  const [partition, sort] = [batchKey.exec(pasted)?.groups, documentKey.exec(pasted)?.groups];
  const { tenantId, batchId } = link ?? partition ?? batchAlone.exec(pasted)?.groups ?? {};
  const id = (link ?? sort)?.['documentId'];
  if (id === undefined || batchId === undefined) return undefined;
  const decoded = (text: string): string => (link === undefined ? text : safelyDecoded(text));
  const within = {
    ...(tenantId !== undefined && { tenantId: decoded(tenantId) }),
    batchId: decoded(batchId.trim()),
  };
  const document = { kind: 'document', id: decoded(id.trim()), within } as const;
  const parts = [document.id, within.batchId, within.tenantId ?? 'any'];
  return parts.every((part) => findIdProblem(part) === null) ? document : undefined;
}

/** Ids are copied from tickets and chats, in quotes or brackets, or at the end of a sentence. */
function unwrap(pasted: string): string {
  let text = pasted.trim();
  for (let before = ''; before !== text;) {
    before = text;
    const close = pairs.get(text.charAt(0));
    if (close !== undefined && text.length > 2 && text.endsWith(close)) text = text.slice(1, -1).trim();
    else if (text.length > 1) text = text.replace(/[,;.]$/, '').trimEnd();
  }
  return text;
}

const pairs: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ["'", "'"],
  ['`', '`'],
  ['<', '>'],
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
  ['“', '”'],
  ['«', '»'],
]);

/** Also finds the ARN in the address of the execution's own page. */
function findArn(text: string): string | undefined {
  return executionArn.exec(safelyDecoded(text))?.[0].replace(/[).'!]+$/, '');
}

function safelyDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A lone % is not an escape, so the text is used unchanged.
    return text;
  }
}

interface Shape {
  readonly kind: IdKind;
  readonly pattern: RegExp;
  readonly accepts?: (id: string) => boolean;
}

/** A name may be in any alphabet. */
const executionName = /[^\s<>{}[\]?*"#%\\^|~`$&,;/]+/.source;
/** `local` is the region of the embedded AWS. */
const executionArn = new RegExp(
  String.raw`arn:aws[a-z-]*:states:(?:${awsRegionForm}|local):\d{12}:(?:execution|express):[\w.-]+:${executionName}`,
);
const uuid = String.raw`[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}`;
const token = String.raw`[A-Za-z0-9][\w-]{2,127}`;
/** A key or a link states the kind, so any id is accepted in it. */
const inKey = String.raw`(?:(?!\s*DOCUMENT#)[^#\t\r\n"]){1,${longestId}}`;
const inLink = String.raw`[^#\s"/?]{1,2000}`;

const batchKey = new RegExp(String.raw`\bTENANT#(?<tenantId>${inKey})#BATCH#(?<batchId>${inKey})`);
/** Only the part of the key that names the batch was copied. */
const batchAlone = new RegExp(String.raw`^\s*BATCH#(?<batchId>${inKey})`);
const documentKey = new RegExp(String.raw`\bDOCUMENT#(?<documentId>${inKey})`);
const documentLink = new RegExp(
  `^sluice://document/(?<tenantId>${inLink})/(?<batchId>${inLink})/(?<documentId>${inLink})/?$`,
  'i',
);

/** The most specific forms come first, and the first match wins. */
const shapes: readonly Shape[] = [
  { kind: 'e-mail', pattern: /^(?:mailto:)?(?<id>[^\s@#/]+@[a-z0-9-]+(?:\.[a-z0-9-]+)+)$/i },
  { kind: 'message', pattern: new RegExp(`^(?<id>${uuid})$`, 'i') },
  // The deepest id of a pasted key is the intended one: TENANT#t#BATCH#b names a batch.
  { kind: 'document', pattern: new RegExp(`^(?:\\S*#)?DOCUMENT#(?<id>[^#"]+)$`) },
  {
    kind: 'batch',
    pattern: new RegExp(
      `^(?:TENANT#(?<tenantId>[^#"]+)(?:#PROJECT#[^#"]+)?[#\\s]+)?BATCH#(?<id>[^#"]+)(?:#STATUS#[A-Z_]+)?$`,
    ),
  },
  { kind: 'batch', pattern: new RegExp(`^\\S*#BATCH#(?<id>[^#"]+)(?:#STATUS#[A-Z_]+)?$`) },
  { kind: 'tenant', pattern: new RegExp(`^TENANT#(?<id>[^#"]+)(?:#STATUS#[A-Z_]+)?$`) },
  { kind: 'batch', pattern: new RegExp(`^sluice://batch/(?<id>${inLink})/?$`, 'i') },
  { kind: 'document', pattern: new RegExp(`^sluice://document/(?<id>${inLink})/?$`, 'i') },
  { kind: 'tenant', pattern: new RegExp(`^sluice://tenant/(?<id>${inLink})/?$`, 'i') },
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
