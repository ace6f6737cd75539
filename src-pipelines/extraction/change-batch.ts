import type { CancellationReason, TransactWriteItem } from '@aws-sdk/client-dynamodb';
import { deriveBatchStatus } from '#shared/domain/statuses.ts';
import type { PipelineParts } from '../parts.ts';
import { isRefused, OthersWereQuicker, transact, transactInTurn } from '../transact.ts';
import { keepInvoice, type Invoice } from './accepted-invoices.ts';
import { countCauses, movesCauses } from './attention.ts';
import type { BatchItem, DocumentItem, HistoryEvent } from './item-shapes.ts';
import { putNew, putOver, toStoredBatch, toStoredDocument, toStoredDocumentEvent } from './stored-items.ts';
import { parseBatch, findBatch, getBatch } from './read-items.ts';

export interface DocumentChange {
  /** The document as it was read. */
  readonly before: DocumentItem;
  /** The document as `nextDocument` makes it. */
  readonly next: DocumentItem;
  /** Its line in the passport. */
  readonly event?: HistoryEvent;
  /** Its key and amount, under which it is kept once it is accepted; undefined where a part of the key is not known. */
  readonly invoice?: Invoice | undefined;
  /** No earlier document of this supplier and number was found. If there is one by now, the change is `lost`. */
  readonly isOnlyIfFirst?: boolean;
}

/**
 * `lost`: a document has changed since it was read, and nothing was written.
 * `refused`: a condition in `also` does not hold, and nothing was written.
 */
export type ChangeOutcome = 'done' | 'lost' | 'refused';

/**
 * A document, its batch's counts and status, a line of its passport, its entry among the accepted ones and `also`: all
 * of them or none (decisions 009 and 038).
 */
export async function changeDocument(
  parts: PipelineParts,
  change: DocumentChange & {
    /** However old; it is looked up where it is left out and needed. */
    readonly batch?: BatchItem;
    readonly also?: readonly TransactWriteItem[];
  },
): Promise<ChangeOutcome> {
  const { batch, also, ...document } = change;
  const documents = [document];
  if (!movesCounts(documents)) return changeAlone(parts, documents, also);
  const found = batch ?? (await findBatch(parts, document.before.batchId, document.before.tenantId));
  if (!found) throw new Error(`There is no batch ${document.before.batchId}`);
  return changeBatch(parts, found, { documents, ...(also && { also }) });
}

/** The same for up to 32 documents of a batch, or 48 that are not accepted before or after. */
export async function changeBatch(
  parts: PipelineParts,
  batch: BatchItem,
  {
    documents = [],
    alter = () => ({}),
    also = [],
  }: {
    readonly documents?: readonly DocumentChange[];
    /** Returns the changes to the current batch. Undefined means that it is too late, and the change is `lost`. */
    readonly alter?: (batch: BatchItem) => Partial<BatchItem> | undefined;
    readonly also?: readonly TransactWriteItem[];
  },
): Promise<ChangeOutcome> {
  let actionsOf = documentActions(parts, documents, new Set());
  let current = batch;
  for (let attempt = 1; attempt <= mostAttempts; attempt += 1) {
    const altered = alter(current);
    if (!altered) return 'lost';
    const next = nextBatch(parts, { ...current, ...altered }, documents);
    const actions = [putOver(parts, toStoredBatch(next), current), ...actionsOf.changes, ...also];
    const reasons = await transact(parts, actions);
    if (reasons === 'done') return 'done';
    const outcome = readOutcome(reasons.slice(1), actionsOf.changes.length, actionsOf.kept);
    if (outcome) return outcome;
    const later = [...actionsOf.kept]
      .filter(([place]) => isRefused(reasons[place + 1]))
      .map(([, one]) => one);
    if (later.some((one) => documents[one]?.isOnlyIfFirst)) return 'lost';
    if (later.length > 0)
      actionsOf = documentActions(parts, documents, new Set([...actionsOf.later, ...later]));
    const { Item: quicker } = reasons[0] ?? {};
    const now = quicker ? parseBatch(quicker) : await getBatch(parts, current);
    if (!now) throw new Error(`There is no batch ${current.batchId} any more`);
    current = now;
    await parts.pause(attempt);
  }
  throw new OthersWereQuicker(
    `The batch ${batch.batchId} was changed by others ${mostAttempts} times in a row`,
  );
}

type Changes<Item> = { readonly [Name in keyof Item]?: Item[Name] | undefined };

/** Returns the changed document with the next version; an undefined value removes an attribute. */
export function nextDocument(
  parts: PipelineParts,
  before: DocumentItem,
  changes: Changes<Omit<DocumentItem, 'version' | 'updatedAt'>>,
): DocumentItem {
  // The version of a hand-imported item may be a text.
  const { version: seen } = before as { readonly version?: unknown };
  const version = Number(seen ?? 0) || 0;
  const now = isoNow(parts);
  const statusSince = findStatusSince(before, changes.status, now);
  const next = { ...before, ...changes, statusSince, version: version + 1, updatedAt: now };
  return Object.fromEntries(
    Object.entries(next).filter(([, value]) => value !== undefined),
  ) as unknown as DocumentItem;
}

/** Each lost attempt means that another writer succeeded, so this bounds how many may write at once. */
const mostAttempts = 120;

async function changeAlone(
  parts: PipelineParts,
  documents: readonly DocumentChange[],
  also: readonly TransactWriteItem[] = [],
): Promise<ChangeOutcome> {
  const { changes } = documentActions(parts, documents, new Set());
  const reasons = await transactInTurn(parts, [...changes, ...also], { mostAttempts });
  if (reasons === 'done') return 'done';
  return readOutcome(reasons, changes.length) ?? 'lost';
}

/** `kept`: the actions whose refusal only says that another document of the same supplier and number was first. */
function readOutcome(
  reasons: readonly CancellationReason[],
  changes: number,
  kept: ReadonlyMap<number, number> = new Map(),
): ChangeOutcome | undefined {
  if (reasons.slice(0, changes).some((one, place) => isRefused(one) && !kept.has(place))) return 'lost';
  return reasons.slice(changes).some(isRefused) ? 'refused' : undefined;
}

interface DocumentActions {
  readonly changes: readonly TransactWriteItem[];
  /** The actions that keep an accepted document as the first one, with the place of the document in the list. */
  readonly kept: ReadonlyMap<number, number>;
  /** The documents that are kept as later ones. */
  readonly later: ReadonlySet<number>;
}

function documentActions(
  parts: PipelineParts,
  documents: readonly DocumentChange[],
  later: ReadonlySet<number>,
): DocumentActions {
  const changes: TransactWriteItem[] = [];
  const kept = new Map<number, number>();
  const seen = new Set<string>();
  for (const [index, change] of documents.entries()) {
    const { before, event } = change;
    let entry = keepInvoice(parts, change, !later.has(index));
    // A transaction has one action for an item, and two documents of it may be the same invoice.
    if (entry.key !== undefined && seen.has(entry.key)) entry = keepInvoice(parts, change, false);
    if (entry.key !== undefined) seen.add(entry.key);
    const { next, action } = entry;
    changes.push(putOver(parts, toStoredDocument(next), before));
    if (event) changes.push(putNew(parts, toStoredDocumentEvent(next.tenantId, next.documentId, event)));
    if (!action) continue;
    if (action.Put?.ConditionExpression !== undefined) kept.set(changes.length, index);
    changes.push(action);
  }
  return { changes, kept, later };
}

/** Returns the batch after these changes of its documents: its counts, its causes and its status. */
export function nextBatch(
  parts: PipelineParts,
  batch: BatchItem,
  documents: readonly Pick<DocumentChange, 'before' | 'next'>[],
): BatchItem {
  const counts: Record<string, number> = { ...batch.counts };
  for (const { before, next } of documents) {
    counts[before.status] = (counts[before.status] ?? 0) - 1;
    counts[next.status] = (counts[next.status] ?? 0) + 1;
  }
  const { version = 0, runs = {} } = batch as Partial<BatchItem>;
  const status = deriveBatchStatus({ counts, runs: inOrder(runs) });
  const now = isoNow(parts);
  return {
    ...batch,
    ...countCauses(batch, documents),
    counts: counts as BatchItem['counts'],
    status,
    statusSince: findStatusSince(batch, status, now),
    version: version + 1,
    updatedAt: now,
  };
}

/** An item from before there was `statusSince` keeps its place in the status index, too. */
function findStatusSince(
  before: { readonly status: string; readonly statusSince?: unknown; readonly updatedAt?: unknown },
  status: string | undefined,
  now: string,
): string {
  const held = before.statusSince ?? before.updatedAt;
  return (status ?? before.status) === before.status && typeof held === 'string' && held !== '' ? held : now;
}

/** Returns how the runs of a batch went, by their number. */
export function inOrder(runs: BatchItem['runs']): BatchItem['runs'][string][] {
  return Object.entries(runs)
    .toSorted(([one], [other]) => Number(one) - Number(other))
    .map(([, status]) => status);
}

function movesCounts(documents: readonly DocumentChange[]): boolean {
  return documents.some(({ before, next }) => before.status !== next.status || movesCauses(before, next));
}

function isoNow(parts: PipelineParts): string {
  return new Date(parts.now()).toISOString();
}
