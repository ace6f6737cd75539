import { parseExecutionName } from './id-forms.ts';
import { findIdProblem, recogniseId, type IdKind, type RecognisedId } from './recognise-id.ts';

/** Where in a pasted text an id was found. */
export const idSources = [
  'link',
  'address',
  'AWS console address',
  'S3 key',
  'table key',
  'ARN',
  'JSON',
  'named value',
  'text',
  'other spelling',
] as const;
export type IdSource = (typeof idSources)[number];

export interface IdInText {
  readonly id: RecognisedId;
  readonly source: IdSource;
}

/** A longer text is cut here: a log of a megabyte must not stop the page. */
const longestText = 65_536;
/** A list of more ids is no longer a choice. */
export const mostIdsInText = 12;

/**
 * Takes the ids out of whatever was copied: a message from a chat, a log line, JSON, an S3 key, an address of the AWS
 * console, a link of ours. The most exact comes first: a document with its batch before a batch, a batch before a
 * tenant. Nothing is read here.
 */
export function findIdsInText(pasted: string): readonly IdInText[] {
  const text = pasted.slice(0, longestText);
  const found: IdInText[] = [];
  const add = (source: IdSource, id: RecognisedId | undefined): void => {
    if (id !== undefined && isPossible(id)) found.push({ id, source });
  };
  for (const address of text.match(/\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s<>"'`]+/gi) ?? [])
    readAddress(address, add);
  for (const arn of text.match(/\barn:aws[^\s<>"'`,;)\]}]+/gi) ?? []) add('ARN', recogniseId(arn));
  readKeys(text, add);
  readObjectKeys(text.replaceAll(/\bs3:\/\/\S*/gi, ' '), 'S3 key', add);
  readJson(text, add);
  for (const line of text.split(/[\r\n]+/)) add('named value', toId(readNamedValues(line)));
  readTokens(text, add);
  return sorted(withDocumentsOfBatch(found));
}

/** Writes an id so that it can be pasted again without losing its tenant or its batch. */
export function writeAsPaste({ kind, id, within, tenantId }: RecognisedId): string {
  if (within?.tenantId !== undefined)
    return `TENANT#${within.tenantId}#BATCH#${within.batchId} DOCUMENT#${id}`;
  if (within !== undefined) return `BATCH#${within.batchId} DOCUMENT#${id}`;
  if (kind === 'batch' && tenantId !== undefined) return `TENANT#${tenantId}#BATCH#${id}`;
  return id;
}

type Add = (source: IdSource, id: RecognisedId | undefined) => void;

function isPossible({ id, within, tenantId, kind }: RecognisedId): boolean {
  if (kind === 'execution' && id.startsWith('arn:')) return true;
  return [id, within?.tenantId, within?.batchId, tenantId].every(
    (part) => part === undefined || findIdProblem(part) === null,
  );
}

function readAddress(address: string, add: Add): void {
  const own = /^sluice:/i.test(address) ? recogniseId(address.replace(/[).,;!?]+$/, '')) : undefined;
  if (own !== undefined) return add('link', own);
  const isConsole = /(?:console\.aws|console\.amazonaws|\.aws\.amazon)\./i.test(address);
  const source = isConsole ? 'AWS console address' : 'address';
  const decoded = decodeFully(address);
  add(source, recogniseId(/\barn:aws[^\s<>"'`?&#]+/.exec(decoded)?.[0] ?? ''));
  // The AWS console keeps its parameters behind the "#", so all pairs of the whole address are read.
  const values = new Map(
    Array.from(address.matchAll(/[?&#;]([a-z_-]{1,20})=([^&\s;]*)/gi), ([, name = '', value = '']) => [
      name.toLowerCase(),
      decodeFully(value),
    ]),
  );
  const [tenantId, batchId, documentId] = ['tenant', 'batch', 'document'].map((name) => values.get(name));
  add(source, toId({ tenantId, batchId, documentId }));
  const keys = `${values.get('pk') ?? ''} ${values.get('sk') ?? ''}`;
  if (keys.trim() !== '') add(source, recogniseId(keys));
  // The bucket may itself be called "documents".
  const isS3 = /^s3:/i.test(address);
  readObjectKeys(isS3 ? decoded.replace(/^s3:\/\/[^/]*\//i, '') : decoded, isS3 ? 'S3 key' : source, add);
  if (isConsole && keys.trim() === '') readTokens(decoded.replaceAll(/[/?&=#]/g, ' '), add);
}

/** The AWS console writes "/" as "$252F" in addresses of logs: escaped twice, with "$" for "%". */
function decodeFully(address: string): string {
  let text = address.replace(/\$(?=[0-9A-F]{2})/gi, '%');
  for (let times = 0; times < 3 && /%[0-9A-F]{2}/i.test(text); times += 1) {
    try {
      text = decodeURIComponent(text);
    } catch {
      return text;
    }
  }
  return text.replaceAll('+', ' ');
}

/** Keys of the table may stand in two cells, two lines or inside JSON. */
function readKeys(text: string, add: Add): void {
  if (!text.includes('#')) return;
  const whole = recogniseId(text);
  if (whole?.within !== undefined) add('table key', whole);
  const documents = [...text.matchAll(/\bDOCUMENT#([\w.-]{1,256})/g)];
  const batches = [...text.matchAll(/\bBATCH#([\w.-]{1,256})/g)];
  for (const [key] of text.matchAll(/\bTENANT#[\w.@-]{1,256}(?:#[A-Z]+#[\w.@-]{1,256})*/g)) {
    add('table key', recogniseId(key));
  }
  if (whole?.within !== undefined || batches.length !== 1) return;
  for (const [, id = ''] of documents) add('table key', toId({ batchId: batches[0]?.[1], documentId: id }));
}

const part = String.raw`([^/\s"'<>?&#]{1,256})`;
/** A bucket may be called `team-documents`. */
const notInWord = String.raw`(?<![\w-])`;
const objectKeys = [
  {
    pattern: new RegExp(`${notInWord}documents/${part}/${part}/${part}/[^/\\s]`, 'g'),
    names: ['tenantId', 'batchId', 'documentId'],
  },
  {
    pattern: new RegExp(`${notInWord}results/${part}/${part}/${part}\\.json`, 'g'),
    names: ['tenantId', 'batchId', 'documentId'],
  },
  {
    pattern: new RegExp(`${notInWord}temporary/${part}/${part}/r\\d+-`, 'g'),
    names: ['batchId', 'documentId'],
  },
  {
    pattern: new RegExp(`${notInWord}documents/${part}/${part}/(?=$|[\\s&"'])`, 'g'),
    names: ['tenantId', 'batchId'],
  },
  { pattern: new RegExp(`${notInWord}inbox/${part}/`, 'g'), names: ['tenantId'] },
] as const;

function readObjectKeys(text: string, source: IdSource, add: Add): void {
  for (const { pattern, names } of objectKeys) {
    for (const match of text.matchAll(pattern)) {
      add(source, toId(Object.fromEntries(names.map((name, at) => [name, match[at + 1]]))));
    }
  }
}

type Named = Partial<
  Record<'tenantId' | 'batchId' | 'documentId' | 'execution' | 'messageId' | 'fileId', string | undefined>
>;

/** The most exact thing that named values tell together. */
function toId({
  tenantId,
  batchId,
  documentId,
  execution,
  messageId,
  fileId,
}: Named): RecognisedId | undefined {
  if (has(documentId) && has(batchId)) {
    return { kind: 'document', id: documentId, within: { batchId, ...(has(tenantId) && { tenantId }) } };
  }
  if (has(batchId)) return { kind: 'batch', id: batchId, ...(has(tenantId) && { tenantId }) };
  if (has(execution)) return { kind: 'execution', id: execution };
  if (has(documentId)) return { kind: 'document', id: documentId };
  if (has(messageId)) return { kind: 'message', id: messageId };
  if (has(fileId)) return { kind: 'file', id: fileId };
  return has(tenantId) ? { kind: 'tenant', id: tenantId } : undefined;
}

function has(value: string | undefined): value is string {
  return value !== undefined && value !== '';
}

const names: Readonly<Record<string, keyof Named>> = {
  tenantid: 'tenantId',
  batchid: 'batchId',
  documentid: 'documentId',
  docid: 'documentId',
  executionarn: 'execution',
  executionname: 'execution',
  messageid: 'messageId',
  fileid: 'fileId',
};

/** Nothing that people copy is nested deeper. */
const deepest = 12;

function readJson(text: string, add: Add, depth = 0): void {
  const [start, end] = [text.search(/[[{]/), Math.max(text.lastIndexOf('}'), text.lastIndexOf(']'))];
  if (start === -1 || end <= start || depth > deepest) return;
  let parsed: unknown;
  try {
    parsed = JSON.parse(text.slice(start, end + 1));
  } catch {
    return;
  }
  walk(parsed, add, depth);
}

function walk(value: unknown, add: Add, depth: number): void {
  // A message's body is JSON inside a string.
  if (typeof value === 'string') return readJson(value, add, depth + 1);
  if (typeof value !== 'object' || value === null || depth > deepest) return;
  const named: Record<string, string> = {};
  for (const [name, one] of Object.entries(value)) {
    const known = names[name.toLowerCase().replaceAll(/[_-]/g, '')];
    if (known !== undefined && typeof one === 'string') named[known] ??= one;
    else walk(one, add, depth + 1);
  }
  add('JSON', toId(named));
}

/** A log line names values: `batchId=batch-01 document_id: "doc-7"`. */
function readNamedValues(line: string): Named {
  const named: Record<string, string> = {};
  const pairs = line.matchAll(
    /\b(tenant|batch|document|doc|execution|message|file)[ _-]?(?:id|arn|name)["']?\s{0,3}(?:[:=]|is)\s{0,3}["'“]?([^\s"'”,;)\]}]{1,512})/gi,
  );
  for (const [, word = '', value = ''] of pairs) {
    const lower = word.toLowerCase();
    const known = names[`${lower}id`] ?? (lower === 'execution' ? 'execution' : undefined);
    if (known !== undefined) named[known] ??= value.replace(/[.!?]+$/, '');
  }
  return named;
}

/** Ids in known forms that stand alone in a sentence, also with other capitals or with the number of a run. */
function readTokens(text: string, add: Add): void {
  for (const token of text.split(/[\s"'`<>()[\]{},;|=“”«»]+/).slice(0, 2_000)) {
    const bare = token.replace(/^[:.!?*_~]+|[:.!?*_~]+$/g, '');
    if (bare.length < 4 || bare.includes('://') || bare.includes('#')) continue;
    const isRun = /^(?:batch|bat)[-_].+-r[1-9]\d{0,6}$/i.test(bare) && parseExecutionName(bare) !== null;
    if (isRun) add('text', { kind: 'execution', id: bare });
    else add('text', recogniseId(bare));
    const usual = usualSpelling(bare);
    if (usual !== undefined)
      add('other spelling', { kind: usual.startsWith('doc') ? 'document' : 'batch', id: usual });
  }
}

/** `BATCH-01m7sj8ee04c` is usually written `batch-01M7SJ8EE04C`: a word in small letters and a ULID in capitals. */
function usualSpelling(token: string): string | undefined {
  const [, word, ulid] = /^(batch|doc)-([0-7][0-9A-HJKMNP-TV-Z]{9,25})(?:-r\d{1,7})?$/i.exec(token) ?? [];
  if (word === undefined || ulid === undefined) return undefined;
  const usual = `${word.toLowerCase()}-${ulid.toUpperCase()}`;
  return token.startsWith(usual) ? undefined : usual;
}

/** A text that names one batch and some documents most likely means documents of that batch. */
function withDocumentsOfBatch(found: readonly IdInText[]): readonly IdInText[] {
  const batches = new Map(
    found.flatMap(({ id }) => (id.kind === 'batch' ? [[id.id, id.tenantId]] : [])) as [
      string,
      string | undefined,
    ][],
  );
  const [only] = batches;
  if (only === undefined || batches.size > 1) return found;
  const [batchId, tenantId] = only;
  return found.map(({ id, source }) =>
    id.kind === 'document' && id.within === undefined
      ? { source, id: { ...id, within: { batchId, ...(tenantId !== undefined && { tenantId }) } } }
      : { id, source },
  );
}

/** The fewer questions an id takes, the earlier it stands. */
const order: readonly IdKind[] = [
  'document',
  'execution',
  'batch',
  'download batch',
  'file',
  'message',
  'e-mail',
  'tenant',
];

function sorted(found: readonly IdInText[]): readonly IdInText[] {
  const distinct = new Map<string, IdInText>();
  for (const one of found) {
    const key = `${one.id.kind} ${one.id.id}`;
    const before = distinct.get(key);
    if (before === undefined || exactness(one.id) > exactness(before.id)) distinct.set(key, one);
  }
  const place = ({ id }: IdInText): number =>
    id.kind === 'document' && id.within === undefined ? order.length : order.indexOf(id.kind);
  return [...distinct.values()].toSorted((a, b) => place(a) - place(b)).slice(0, mostIdsInText);
}

function exactness({ within, tenantId }: RecognisedId): number {
  return (within === undefined ? 0 : 2) + (within?.tenantId === undefined && tenantId === undefined ? 0 : 1);
}
