import type { TransactWriteItem } from '@aws-sdk/client-dynamodb';
import { lineColumns, linesPlace } from '#shared/contract/review-document.ts';
import { cellPlace, correctedValue, toCellPlace } from '#shared/domain/review/draft-rules.ts';
import { cellType, normalisedValue } from '#shared/domain/review/normalised-value.ts';
import { changeDocument, type DocumentChange } from '../extraction/change-batch.ts';
import type { BatchItem, DocumentItem, HistoryEvent, Undo, Opinion } from '../extraction/item-shapes.ts';
import { getDocument } from '../extraction/read-items.ts';
import type { PipelineParts } from '../parts.ts';
import {
  ApiProblem,
  KeyTaken,
  notFound,
  requireTenant,
  requireVersion,
  type ApiAnswer,
  type OwnCall,
} from './call.ts';
import type { Results } from './corrections.ts';

export interface Decision {
  readonly next: DocumentItem;
  readonly event: HistoryEvent;
  /** Present where it was looked up; changes of status need it. */
  readonly batch?: BatchItem;
  /** Items that are written in the same transaction. */
  readonly also?: readonly TransactWriteItem[];
  readonly invoice?: DocumentChange['invoice'];
  readonly isOnlyIfFirst?: boolean;
}

/** Refusals in their order: not there, not that version, and then what `decide` throws. */
export async function changeOneDocument(
  parts: PipelineParts,
  call: OwnCall,
  decide: (before: DocumentItem) => Decision | Promise<Decision>,
): Promise<ApiAnswer> {
  for (let attempt = 1; attempt <= mostAttempts; attempt += 1) {
    const before = await requireDocument(parts, call);
    requireVersion(call.ifMatch, before, toDocumentAnswer(before));
    const decision = await decide(before);
    const answer = { status: 200, body: { document: toDocumentAnswer(decision.next) } };
    const outcome = await changeDocument(parts, {
      before,
      ...decision,
      also: [call.remembered(answer), ...(decision.also ?? [])],
    });
    if (outcome === 'done') return answer;
    if (outcome === 'refused') throw new KeyTaken();
    // Lost: the next look says to whom.
  }
  throw new ApiProblem(
    'try-again',
    'Others keep changing this document. Nothing was done; look at it again.',
  );
}

/** Answers with the current document where the answer was too large to be stored. */
export async function tellDocumentAgain(
  parts: PipelineParts,
  call: OwnCall,
  kept: ApiAnswer,
): Promise<ApiAnswer> {
  if ('document' in kept.body) return kept;
  return { ...kept, body: { document: toDocumentAnswer(await requireDocument(parts, call)) } };
}

const mostAttempts = 5;

async function requireDocument(parts: PipelineParts, { caller, params }: OwnCall): Promise<DocumentItem> {
  const { tenantId = '', batchId = '', documentId = '' } = params;
  requireTenant(caller, tenantId, 'document');
  const document = await getDocument(parts, { tenantId, batchId, documentId });
  if (!document) throw notFound('document');
  return document;
}

type ToOne = Pick<OwnCall, 'caller'>;

/** The document must be in review and not claimed by another person, and one person may not decide it twice. */
export function requireReviewable(parts: PipelineParts, call: ToOne, document: DocumentItem): void {
  requireInReview(document);
  if (readOpinions(document).some(({ by }) => by === call.caller.sub)) {
    const detail =
      'You have given an opinion on this document. It needs another reviewer. Nothing was done; take another document.';
    throw new ApiProblem('not-twice-by-you', detail, toDocumentAnswer(document));
  }
  requireUnheld(parts, call, document);
}

export function requireInReview(document: DocumentItem): void {
  const { status } = document as Partial<DocumentItem>;
  if (status === 'REVIEW_REQUIRED') return;
  const detail = `The document is ${status ?? 'in no status'}; only one that is REVIEW_REQUIRED waits for review. Nothing was done.`;
  throw new ApiProblem('not-in-review', detail, toDocumentAnswer(document));
}

export function isHeldByAnother(
  { now }: Pick<PipelineParts, 'now'>,
  { caller }: ToOne,
  { claimedBy, claimExpiresAt }: DocumentItem,
): boolean {
  if (claimedBy === undefined || claimedBy === caller.sub) return false;
  // An expiry that is not a time, as on hand-imported items, would otherwise hold the document for ever.
  return claimExpiresAt !== undefined && Date.parse(claimExpiresAt) > now();
}

/** Refuses when another person holds the claim. */
export function requireUnheld(parts: PipelineParts, call: ToOne, document: DocumentItem): void {
  if (!isHeldByAnother(parts, call, document)) return;
  const { claimedBy, claimExpiresAt } = document;
  const detail = `${claimedBy} holds the document until ${claimExpiresAt}. Nothing was done; take another, or wait.`;
  throw new ApiProblem('claimed-by-another', detail, toDocumentAnswer(document));
}

export const unclaimed = { claimedBy: undefined, claimExpiresAt: undefined };

export const unassigned = {
  assignedTo: undefined,
  assignedBy: undefined,
  assignedNote: undefined,
  assignedAt: undefined,
} as const;

/** Stored with a decision while it can be undone. An undo returns the document to its old place in the queue. */
export function saveForUndo({ status, statusSince, updatedAt, ...before }: DocumentItem): Undo {
  const since = (statusSince ?? updatedAt) as string | undefined;
  const { opinions, differs, holdUntil } = before;
  return {
    status,
    ...(since !== undefined && { statusSince: since }),
    ...(opinions && { opinions }),
    ...(differs && { differs }),
    ...(holdUntil !== undefined && { holdUntil }),
    ...pickAssignment(before),
  };
}

/** An assignment made since then stays. */
export function restoreFromUndo(decided: DocumentItem): Partial<DocumentItem> {
  const {
    status = 'REVIEW_REQUIRED',
    statusSince,
    opinions,
    differs,
    holdUntil,
    ...undo
  } = decided.undo ?? {};
  return {
    status,
    ...(statusSince && { statusSince }),
    ...(opinions && { opinions }),
    ...(differs && { differs }),
    // A waiting document with a hold has a first opinion, still hidden; that hold is restored with it.
    ...(holdUntil !== undefined && { holdUntil }),
    ...(decided.assignedTo === undefined && pickAssignment(undo)),
  };
}

export const undecided = {
  decision: undefined,
  reviewedBy: undefined,
  reviewedAt: undefined,
  holdUntil: undefined,
  undo: undefined,
  opinions: undefined,
  differs: undefined,
  findings: undefined,
} as const;

type Assignment = Pick<DocumentItem, keyof typeof unassigned>;

function pickAssignment({ assignedTo, assignedBy, assignedNote, assignedAt }: Assignment): Assignment {
  return {
    ...(assignedTo !== undefined && { assignedTo }),
    ...(assignedBy !== undefined && { assignedBy }),
    ...(assignedNote !== undefined && { assignedNote }),
    ...(assignedAt !== undefined && { assignedAt }),
  };
}

/** An item that was imported by hand may have anything in their place. */
export function readOpinions({ opinions }: { readonly opinions?: unknown }): readonly Opinion[] {
  return Array.isArray(opinions) ? (opinions as Opinion[]) : [];
}

/**
 * True where the decision is one opinion of two: under four eyes, and against a rule that asks for two people. Once there
 * is a first opinion, the second one is compared with it, whatever it is. A third person sees both, and decides alone.
 */
export function isOneOfTwo(
  { secondReview }: Partial<BatchItem>,
  document: DocumentItem,
  isForTwo: boolean,
): boolean {
  const given = readOpinions(document).length;
  return given === 1 || (given === 0 && (secondReview === 'blind' || isForTwo));
}

/**
 * Returns the places where two decisions have different results, however they are written. An empty list means that they
 * agree. "decision" comes first where one approves and the other rejects.
 */
export function findDifferingPlaces(
  one: Opinion,
  other: Opinion,
  { results, schema }: { readonly results: Results; readonly schema: Readonly<Record<string, string>> },
): string[] {
  const all = [...one.corrections, ...other.corrections];
  // Where either has arranged the lines, a cell of one is no cell of the other.
  const isWhole = all.some((correction) => 'lines' in correction);
  const places = new Set(all.map(({ field }) => field));
  const differing = [...places].filter((place) => {
    if (isWhole && (place === linesPlace || toCellPlace(place))) return false;
    const [mine, theirs] = [one, other].map((opinion) => findValue(opinion, place, results));
    if (mine === undefined || theirs === undefined) return mine !== theirs;
    const type = findFieldType(place, schema);
    return normalisedValue(type, mine) !== normalisedValue(type, theirs);
  });
  const isTable = isWhole && writeTable(one, results) !== writeTable(other, results);
  const different = isTable ? [...differing, linesPlace] : differing;
  return one.decision === other.decision ? different : ['decision', ...different];
}

/** Returns the value after this opinion. Undefined means the field is unreadable; an absent one has no value. */
function findValue({ corrections }: Opinion, place: string, results: Results): string | undefined {
  const correction = corrections.find(({ field }) => field === place);
  if (!correction) return readText(results, place);
  return 'unreadable' in correction ? undefined : correctedValue(correction);
}

/** Writes all lines after this opinion in the notation that is compared. */
function writeTable(opinion: Opinion, results: Results): string {
  const whole = opinion.corrections.find((one) => 'lines' in one);
  const cells: readonly string[][] = whole
    ? whole.lines.map((line) => lineColumns.map((column) => line[column]))
    : results.lineItems.map((_, line) =>
        lineColumns.map((column) => findValue(opinion, cellPlace(line, column), results) ?? ''),
      );
  return JSON.stringify(
    cells.map((line) => line.map((value, at) => normalisedValue(cellType(lineColumns[at] ?? ''), value))),
  );
}

function readText({ fields, lineItems }: Results, place: string): string {
  const cell = toCellPlace(place);
  const line: object | undefined = cell && lineItems[cell.line];
  const value: unknown = cell
    ? Object.entries(line ?? {}).find(([column]) => column === cell.column)?.[1]
    : Object.entries(fields).find(([name]) => name === place)?.[1].value;
  return typeof value === 'string' ? value : '';
}

function findFieldType(place: string, schema: Readonly<Record<string, string>>): string | null {
  const cell = toCellPlace(place);
  if (cell) return cellType(cell.column);
  return Object.hasOwn(schema, place) ? (schema[place] ?? null) : null;
}

/**
 * Leaves out the pipeline's internal attributes and the findings of quality checks. The first decision stays hidden
 * until a second person has decided, so that they decide blind.
 */
export function toDocumentAnswer(document: DocumentItem): Readonly<Record<string, unknown>> {
  const { undo: _1, ttl: _2, found: _3, opinions: _4, keptAs: _5, ...told } = document;
  const opinions = readOpinions(document);
  return {
    ...told,
    ...(opinions.length > 1 && { opinions }),
    version: (document as Partial<DocumentItem>).version ?? 0,
  };
}

/** Values are read by a call of their own, and so the answer is small enough to be remembered. */
export function toAnswerWithoutValues(document: DocumentItem): Readonly<Record<string, unknown>> {
  const { fields: _1, lineItems: _2, checks: _3, opinions: _4, ...told } = toDocumentAnswer(document);
  return told;
}
