export type IdKind =
  | 'batch'
  | 'download batch'
  | 'document'
  | 'execution'
  | 'message'
  | 'file'
  | 'e-mail'
  | 'tenant';

export interface RecognisedId {
  readonly kind: IdKind;
  /** The id itself, without the quotes, link or key prefix it was pasted in. */
  readonly id: string;
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
  const text = unwrap(pasted);
  if (text === '' || /\s/.test(text)) return undefined;
  for (const { kind, pattern, accepts } of shapes) {
    const id = pattern.exec(text)?.groups?.['id'];
    if (id !== undefined && (accepts === undefined || accepts(id))) return { kind, id };
  }
  return undefined;
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

const executionArn =
  /arn:aws[a-z-]*:states:[a-z]{2}(?:-[a-z]+)+-\d:\d{12}:(?:execution|express):[\w.-]+:[\w.:-]+/;
const uuid = String.raw`[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}`;
const token = String.raw`[A-Za-z0-9][\w-]{2,127}`;

/** From the most telling shape to the least; the first that fits wins. */
const shapes: readonly Shape[] = [
  { kind: 'execution', pattern: new RegExp(`^(?<id>${executionArn.source})$`) },
  { kind: 'e-mail', pattern: /^(?:mailto:)?(?<id>[^\s@#/]+@[a-z0-9-]+(?:\.[a-z0-9-]+)+)$/i },
  { kind: 'message', pattern: new RegExp(`^(?<id>${uuid})$`, 'i') },
  // The deepest id of a pasted key is the one that was meant: TENANT#t#BATCH#b names a batch.
  { kind: 'document', pattern: new RegExp(`^(?:\\S*#)?DOCUMENT#(?<id>${token})$`) },
  { kind: 'batch', pattern: new RegExp(`^(?:\\S*#)?BATCH#(?<id>${token})(?:#STATUS#[A-Z_]+)?$`) },
  { kind: 'tenant', pattern: new RegExp(`^TENANT#(?<id>${token})(?:#STATUS#[A-Z_]+)?$`) },
  { kind: 'batch', pattern: new RegExp(`^sluice://batch/(?<id>${token})$`, 'i') },
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
  { kind: 'batch', pattern: /^(?<id>(?:batch|bat)[-_][A-Za-z0-9][\w-]{2,})$/i },
  { kind: 'document', pattern: /^(?<id>(?:document|doc)[-_][A-Za-z0-9][\w-]{2,})$/i },
  { kind: 'tenant', pattern: /^(?<id>(?:tenant|tnt)[-_][A-Za-z0-9][\w-]{1,})$/i },
];

function isCalendarDate(date: string): boolean {
  const parsed = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(date);
}
