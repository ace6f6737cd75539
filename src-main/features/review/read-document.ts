import { findDeclared } from '#shared/catalogue/declaration.ts';
import type { Attributes, AttributeValue } from '#shared/catalogue/items/attribute-value.ts';
import { ok, refused, type Failure, type Result } from '#shared/contract/result.ts';
import {
  lineColumns,
  type ReviewDocument,
  type ReviewKey,
  type ReviewLine,
} from '#shared/contract/review-document.ts';
import type { Session } from '#shared/contract/session.ts';
import { buildWordsKey, mostBytesOfWords, parseWordFile } from '#shared/domain/review/stored-words.ts';
import { whyReadOnly } from '#shared/permissions.ts';
import type { ConnectionDoors } from '../../aws/doors.ts';
import type { DocumentFiles, FileRead } from '../../aws/document-files.ts';
import type { StoredItem } from '../../aws/dynamodb/reading.ts';
import type { Handlers } from '../../gate/gate.ts';
import { readsSoFar, type ReadsSoFar } from '../../reads/paid-reads.ts';
import { noDocument } from '../../rows/document-rows.ts';
import { isObject, jsonAttributes, readAttributes, type AttributeReading } from '../../rows/read-row.ts';
import { shownText } from '../../rows/shown-text.ts';
import { viewFields, identifyWorld, type BatchFacts, type BatchFactsStore } from './batch-facts.ts';
import { readKnowledge } from './knowledge.ts';
import { explainOwnOpinion, readDocumentStanding, type Standing } from './document-standing.ts';
import { boxIn, toList, toMap, pageIn, shareIn, textIn, valueText, type Note } from './read-values.ts';

interface ReadParts {
  readonly doors: ConnectionDoors;
  readonly session: Session;
  readonly facts: BatchFactsStore;
}

export interface ReadNow {
  readonly document: ReviewDocument;
  /** Stays in the main process, because it contains opinions that must not be seen yet. */
  readonly standing: Standing;
}

/** Reads the document as the table has it at this moment, with the facts of its batch and its workflow. */
export async function readDocument(key: ReviewKey, parts: ReadParts): Promise<Result<ReadNow>> {
  const { doors, session, facts } = parts;
  const { tenantId, batchId, documentId } = key;
  const reads = readsSoFar();
  const asked = { tenantId, batchId, documentId };
  const found = reads.paid(await doors.reader.run('extraction.documentById', asked, { consistent: true }));
  if (!found.ok) return found;
  const [item] = found.value.items;
  if (item === undefined) {
    return { ...refused({ code: 'not-found', ...noDocument(documentId) }), receipt: found.value.receipt };
  }
  const [batch, results] = await Promise.all([
    facts.of(identifyWorld(session), key, doors.reader, reads),
    storedResults(item.attributes, doors.files, reads),
  ]);
  if (!batch.ok) {
    const receipt = reads.receipt();
    return { ...batch, ...(receipt !== undefined && { receipt }) };
  }
  const viewed = viewDocument({ key, item, results, batch: batch.value, session });
  const of = { attributes: item.attributes, batch: batch.value };
  const document = { ...viewed, ...(await readKnowledge(key, viewed, of, parts, reads)) };
  const receipt = reads.receipt();
  return ok({ document, standing: readDocumentStanding(item.attributes) }, receipt);
}

/** A page loads the whole file, and keeps two more beside it. */
const mostBytes = 25 * 1_048_576;

/** Reads the file from S3. */
export function readFile(doors: () => ConnectionDoors): Handlers['review.file'] {
  return async (key) => {
    const read = await readDocumentFile(doors(), key, { findPlace: findObjectKey, mostBytes });
    if (!read.ok) return read;
    const { bytes, contentType } = read.value;
    const base64 = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64');
    return { ...read, value: { base64, bytes: bytes.length, contentType } };
  };
}

function findObjectKey({ attributes }: StoredItem): string | undefined {
  const place = findDeclared(attributes, 'objectKey');
  return place !== undefined && 'S' in place && place.S !== '' ? place.S : undefined;
}

/** Reads the words that the pipeline keeps beside the results. An older pipeline, or another one, keeps none. */
export function readWordFile(doors: () => ConnectionDoors): Handlers['review.words'] {
  return async (key) => {
    const place = buildWordsKey(key);
    const asked = { findPlace: () => place, mostBytes: mostBytesOfWords };
    const read = await readDocumentFile(doors(), key, asked);
    if (!read.ok) return isAbsent(read.failure, place) ? ok({ words: null }, read.receipt) : read;
    const words = parseWordFile(Buffer.from(read.value.bytes).toString('utf8'));
    return {
      ...read,
      value: { words: words?.map(({ text, page, box }) => ({ text, page, box: [...box] })) ?? null },
    };
  };
}

/** To those who may not list the bucket, S3 says of an object that is not there that they may not read it. */
function isAbsent(failure: Failure, place: string): boolean {
  return failure.code === 'read-denied' || (failure.code === 'not-found' && failure.what === place);
}

interface FileAsked {
  readonly findPlace: (item: StoredItem) => string | undefined;
  readonly mostBytes: number;
}

/** Reads a file of a document. Its place is taken from the document, and never from a page. */
async function readDocumentFile(
  { reader, files }: ConnectionDoors,
  { tenantId, batchId, documentId }: ReviewKey,
  asked: FileAsked,
): Promise<Result<FileRead>> {
  const reads = readsSoFar();
  const key = { tenantId, batchId, documentId };
  const found = reads.paid(await reader.run('extraction.documentById', key));
  if (!found.ok) return found;
  const { items, receipt } = found.value;
  const [item] = items;
  if (item === undefined) return { ...refused({ code: 'not-found', ...noDocument(documentId) }), receipt };
  const place = asked.findPlace(item);
  if (place === undefined) {
    const message = 'The document has no file location. Nothing was read from S3.';
    return { ...refused({ code: 'not-found', message, what: 'objectKey' }), receipt };
  }
  const read = reads.paid(await files.read(place, asked.mostBytes));
  return { ...read, receipt: reads.receipt() ?? receipt };
}

interface Seen {
  readonly key: ReviewKey;
  readonly item: Pick<StoredItem, 'attributes'>;
  readonly results: StoredResults;
  readonly batch: BatchFacts | null;
  readonly session: Pick<Session, 'connection' | 'who'>;
}

/**
 * Builds everything that a reviewer decides on, whatever the item is like; anything missing is listed in `problems`.
 */
export function viewDocument({
  key,
  item,
  results,
  batch,
  session,
}: Seen): Omit<ReviewDocument, 'weights' | 'knowledge'> {
  const problems: string[] = [];
  const read = readAttributes(item.attributes, problems);
  const note: Note = (place, problem) => read.note(place, problem);
  const standing = readDocumentStanding(item.attributes);
  if (results.missing !== null) note('resultsAt', results.missing);
  if (batch === null) note('batch', `"${key.batchId}" not found in this project`);
  const schema = batch?.workflow?.schema ?? new Map<string, string | null>();
  const person = namesFor(session);
  const isThird = standing.step === 'third';
  return {
    tenantId: key.tenantId,
    projectId: key.projectId,
    batchId: key.batchId,
    documentId: key.documentId,
    workflowId: batch?.workflowId ?? null,
    workflowName: batch?.workflow?.name ?? null,
    fileName: read.text('fileName'),
    status: standing.status,
    version: standing.version,
    run: read.count('run', 'optional'),
    score: read.number('score', 'optional'),
    waitingSince: read.time('statusSince', 'optional') ?? read.time('updatedAt'),
    thresholds: batch?.thresholds ?? null,
    fourEyes: batch?.fourEyes ?? false,
    step: standing.step,
    whyNot: whyNot(standing, session, results.missing === null),
    claimedBy: person(standing.claimedBy),
    claimExpiresAt: read.time('claimExpiresAt', 'optional'),
    assigned: assignedIn(read, person(standing.assignedTo), person(standing.assignedBy)),
    fields: viewFields(results.fields, schema, note),
    lines: viewLines(results.lineItems, note),
    checks: viewChecks(results.checks, note),
    // An opinion stays hidden until a second person has decided without seeing it.
    opinions: isThird
      ? standing.opinions.map((one) => ({ ...one, by: person(one.by), reason: said(one.reason) }))
      : [],
    differs: isThird ? [...standing.differs] : [],
    reviewedBy: person(standing.reviewedBy),
    reviewedAt: read.time('reviewedAt', 'optional'),
    decision: standing.decision,
    holdUntil: read.time('holdUntil', 'optional'),
    problems: [...problems, ...(batch?.problems ?? [])],
  };
}

function assignedIn(
  read: AttributeReading,
  to: string | null,
  by: string | null,
): ReviewDocument['assigned'] {
  if (to === null) return null;
  const note = read.text('assignedNote', 'optional');
  return { to, by: by ?? 'a colleague', note, at: read.time('assignedAt', 'optional') };
}

/** Keeps the person's own id, which a page has to know; another's may be an e-mail address and is masked. */
function namesFor({ who }: Seen['session']) {
  return <Name extends string | null>(name: Name): Name =>
    name === null || name === who?.id ? name : (shownText(name) as Name);
}

function said(reason: string | null): string | null {
  return reason === null ? null : shownText(reason);
}

/** Keeps each line at its place in the item, because corrections refer to it by its place. */
function viewLines(value: AttributeValue | undefined, note: Note): ReviewLine[] {
  if (value !== undefined && !('L' in value) && !('NULL' in value)) note('lineItems', 'expected a list');
  return toList(value).map((line, index) => {
    const at = `lineItems.${index}`;
    const map = toMap(line);
    if (map === undefined) {
      note(at, 'expected a map');
      return { ...noLine };
    }
    const [description, quantity, unit, amount] = lineColumns.map((column) => {
      const text = valueText(findDeclared(map, column));
      if (text === undefined) note(`${at}.${column}`, 'expected text');
      return text ?? '';
    });
    return {
      description: description ?? '',
      quantity: quantity ?? '',
      unit: unit ?? '',
      amount: amount ?? '',
      confidence: shareIn(map, at, note),
      page: pageIn(map, at, note),
      box: boxIn(map, at, note),
    };
  });
}

const noLine: ReviewLine = {
  description: '',
  quantity: '',
  unit: '',
  amount: '',
  confidence: null,
  page: null,
  box: null,
};

/** Returns the checks; their details quote values, so they are for people who may see those. */
function viewChecks(value: AttributeValue | undefined, note: Note): ReviewDocument['checks'] {
  return toList(value).flatMap((check, index) => {
    const map = toMap(check);
    const name = valueText(findDeclared(map, 'name'));
    const passed = findDeclared(map, 'passed');
    if (name !== undefined && passed !== undefined && 'BOOL' in passed) {
      return [{ name, passed: passed.BOOL, detail: valueText(findDeclared(map, 'detail')) ?? '' }];
    }
    note(`checks.${index}`, 'expected a name and whether it passed');
    return [];
  });
}

/** Explains in a sentence why this person may not decide a document; null where they may. */
export function whyNot(
  { status, opinionsBy, checkedBy, reviewedBy, hasNoVersion }: Standing,
  { connection, who }: Pick<Session, 'connection' | 'who'>,
  hasValues: boolean,
): string | null {
  if (who === null) return 'You are not identified on this connection. Sign in first.';
  const locked = whyReadOnly(connection);
  if (locked !== null) return locked;
  if (!hasValues) return "Its values are not available, so it can't be decided.";
  if (hasNoVersion)
    return "The pipeline can't tell whether someone else changes this document, so it can't be decided. Ask the pipeline's owner to repair it.";
  const own = status === 'REVIEW_REQUIRED' ? explainOwnOpinion(opinionsBy, who.id) : null;
  if (own !== null) return own;
  if (status === 'SUCCEEDED' && reviewedBy === who.id)
    return 'You have decided this document, so another person checks it.';
  if (status === 'SUCCEEDED' && checkedBy !== null)
    return `${checkedBy === who.id ? 'You have' : `${checkedBy} has`} already checked this document.`;
  return null;
}

/** Holds fields, lines and checks, wherever they are stored. */
interface StoredResults {
  readonly fields: AttributeValue | undefined;
  readonly lineItems: AttributeValue | undefined;
  readonly checks: AttributeValue | undefined;
  /** Explains in a sentence why they could not be read. */
  readonly missing: string | null;
}

/** Allows ten times as much as an item can hold. */
const mostBytesOfResults = 4 * 1_048_576;

/** Reads the results from the item, or from S3 where they are too large for it. */
export async function storedResults(
  attributes: Attributes,
  files: DocumentFiles,
  { paid }: ReadsSoFar,
): Promise<StoredResults> {
  const place = findDeclared(attributes, 'resultsAt');
  if (place === undefined || 'NULL' in place) return resultsIn(attributes);
  const [bucket, key] = [textIn(toMap(place), 'bucket'), textIn(toMap(place), 'key')];
  if (bucket === null || key === null) return missing('The document has no S3 location for its results.');
  const read = paid(await files.read(key, mostBytesOfResults, bucket));
  if (!read.ok) return missing(read.failure.message);
  const json = parsed(read.value.bytes);
  if (!isObject(json) || Array.isArray(json)) return missing(`The file "${key}" is not JSON with results.`);
  return resultsIn(jsonAttributes(json));
}

function resultsIn(attributes: Attributes): StoredResults {
  return {
    fields: findDeclared(attributes, 'fields'),
    lineItems: findDeclared(attributes, 'lineItems'),
    checks: findDeclared(attributes, 'checks'),
    missing: null,
  };
}

function missing(why: string): StoredResults {
  return { fields: undefined, lineItems: undefined, checks: undefined, missing: why };
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8'));
  } catch {
    // The caller reports it without quoting any of the content.
    return undefined;
  }
}
