import type { UsageTotals } from '#shared/contract/costs.ts';
import { ok, refused, type Result } from '#shared/contract/result.ts';
import type { Session } from '#shared/contract/session.ts';
import type { Batch } from '#shared/contract/pipeline-items.ts';
import type { ScoredDocument, WorkflowKey, WorkflowSample } from '#shared/contract/workflows.ts';
import { documentStatuses } from '#shared/domain/statuses.ts';
import { maySeeTenant } from '#shared/permissions.ts';
import { addTotals, emptyTotals, computeTotals } from '#shared/pricing/usage-totals.ts';
import type { ConnectionDoors } from '../../aws/doors.ts';
import { passingReader, type CatalogueReader } from '../../aws/dynamodb/reading.ts';
import { outOfScope } from '../../aws/scope/out-of-scope.ts';
import type { Handlers } from '../../gate/gate.ts';
import { batchesByTime, type IdOrder, type IdOrders } from '../../reads/batches-by-time.ts';
import { everyItem, paidReads, type PaidReads } from '../../reads/paid-reads.ts';
import { batchRow, countDocuments } from '../../rows/batch-rows.ts';
import { typesIn, type SchemaTypes } from '../../rows/judged-document.ts';
import { itemsOfKind } from '../../rows/page-of-rows.ts';
import { noWorkflow } from '../../rows/tenant-rows.ts';
import { reviewSeconds, sampledDocument, type SampledDocument } from './review-seconds.ts';

interface Parts {
  readonly doors: () => ConnectionDoors;
  readonly session: () => Session;
  readonly orders: IdOrders;
  readonly now: () => number;
}

/** Reads the basis for choosing thresholds (decision 013): by key and by index, page by page, with one receipt. */
export function readSample({ doors, session, orders, now }: Parts): Handlers['workflows.sample'] {
  return async ({ most, ...key }) => {
    if (!maySeeTenant(session().who, key.tenantId)) return outOfScope(key.tenantId, 'Nothing was read.');
    const reads = paidReads({ pattern: 'extraction.documentsOfBatch', index: 'table' }, now);
    const reader = passingReader(doors().reader);
    return reads.billed(await sample(key, most, { reader, reads, order: orders.of(session()), now: now() }));
  };
}

async function sample(key: WorkflowKey, most: number, parts: SampleReads): Promise<Result<WorkflowSample>> {
  const { reader, reads, now } = parts;
  const workflow = reads.paid(await reader.run('extraction.workflowById', { ...key }));
  if (!workflow.ok) return workflow;
  const [item] = workflow.value.items;
  if (item === undefined) return refused({ code: 'not-found', ...noWorkflow(key.workflowId) });
  const recent = await recentBatches(key, parts);
  if (!recent.ok) return recent;
  const running = await runningBatches(key, recent.value, parts);
  if (!running.ok) return running;
  const { batches, intake, cutAfter } = recent.value;
  const read = await readDocuments(batches, { most, types: typesIn(item) }, parts);
  if (!read.ok) return read;
  const { reviews, isCut, batches: opened, ...counts } = read.value;
  const seconds = await reviewSeconds(key.tenantId, reviews, parts);
  return ok({
    workflowId: key.workflowId,
    ...counts,
    documents: [...counts.documents],
    batches: opened.length,
    from: opened.at(-1)?.createdAt ?? null,
    to: opened[0]?.createdAt ?? null,
    endedBy: findEnd(recent.value, isCut),
    days: daysListed,
    cutAfter,
    intake,
    reviewSeconds: seconds,
    running: running.value,
    readAt: new Date(now).toISOString(),
  });
}

function findEnd({ endedBy }: Pick<RecentBatches, 'endedBy'>, isCut: boolean): WorkflowSample['endedBy'] {
  return isCut ? 'most' : endedBy;
}

interface DocumentsRead {
  readonly documents: readonly ScoredDocument[];
  readonly withoutScore: number;
  readonly failedOtherwise: number;
  readonly read: number;
  /** Lists the batches whose documents were read, the newest first. */
  readonly batches: readonly Batch[];
  readonly reviews: readonly NonNullable<SampledDocument['review']>[];
  readonly usage: UsageTotals;
  /** This is true when there were more, and the requested number was read. */
  readonly isCut: boolean;
}

/** An answer of DynamoDB may hold three times as many, and other requests wait while it is parsed. */
const pageOfDocuments = 100;

/** Reads batch by batch, the newest first, page by page; the values of a page are dropped before the next is read. */
async function readDocuments(
  batches: readonly Batch[],
  { most, types }: { readonly most: number; readonly types: SchemaTypes | null },
  { reader, reads, now }: SampleReads,
): Promise<Result<DocumentsRead>> {
  const documents: ScoredDocument[] = [];
  const reviews: NonNullable<SampledDocument['review']>[] = [];
  const opened: Batch[] = [];
  let [read, others, failedOtherwise, isCut] = [0, 0, 0, false];
  let usage = emptyTotals;
  for (const batch of batches.filter(hasEndedDocuments)) {
    if (read >= most) isCut = true;
    if (isCut) break;
    opened.push(batch);
    const { tenantId, batchId } = batch;
    let cursor: string | null | undefined;
    while (cursor !== null && read < most) {
      const pageSize = Math.min(pageOfDocuments, most - read);
      const page = reads.paid(
        await reader.run('extraction.documentsOfBatch', { tenantId, batchId }, { cursor, pageSize }),
      );
      if (!page.ok) return page;
      const own = itemsOfKind(page.value.items, 'Document').own;
      for (const item of own) {
        const one = sampledDocument(item, batch, types, now);
        if (one.scored !== null) documents.push(one.scored);
        if (one.hasFailedOtherwise) failedOtherwise += 1;
        if (one.review !== null) reviews.push(one.review);
        usage = addTotals(usage, computeTotals(one.usage));
      }
      read += page.value.items.length;
      others += page.value.items.length - own.length;
      cursor = page.value.cursor;
    }
    isCut = cursor !== null;
  }
  // Items of other kinds in the partition count only for the budget.
  const documentsRead = read - others;
  const withoutScore = documentsRead - documents.length;
  return ok({
    documents,
    withoutScore,
    failedOtherwise,
    read: documentsRead,
    batches: opened,
    reviews,
    usage,
    isCut,
  });
}

/** A batch that says that none of its documents has ended yet is not opened. */
function hasEndedDocuments({ counts }: Batch): boolean {
  const known = documentStatuses.filter((status) => counts[status] !== null);
  return known.length === 0 || known.some((status) => !inWork.has(status) && counts[status] !== 0);
}

const inWork: ReadonlySet<string> = new Set(['QUEUED', 'PROCESSING']);

interface RecentBatches {
  /** Lists the workflow's batches, newest first, no older than `daysListed`. */
  readonly batches: readonly Batch[];
  readonly intake: { readonly documents: number; readonly days: number; readonly isAtLeast: boolean };
  /** Says why the list ends: there are no more, the days are over, or the maximum was reached. */
  readonly endedBy: 'all' | 'days' | 'most';
  /** This is how many batches of the project were read if newer ones may be left; otherwise null. */
  readonly cutAfter: number | null;
}

const daysListed = 30;
const aDay = 86_400_000;
/** Limits one project to 500 read units, because a person waits. */
const mostListed = 5_000;

export async function recentBatches(
  { tenantId, projectId, workflowId }: WorkflowKey,
  { reader, reads, order, now }: SampleReads,
): Promise<Result<RecentBatches>> {
  const since = now - daysListed * aDay;
  const found = await batchesByTime(
    { tenantId, projectId },
    {
      run: async (listing, key, options) => reads.paid(await reader.run(listing, key, options)),
      order,
      budget: { left: mostListed, moreInForm: 0 },
    },
  ).since(since);
  if (!found.ok) return found;
  const { isAll, isNewest, hasOlder, how } = found.value;
  // The age of a batch without a creation time is unknown.
  const young = found.value.batches.filter((batch) => createdAt(batch) >= since);
  const oldest = young.reduce((time, batch) => Math.min(time, createdAt(batch)), now);
  const listed = young.filter((batch) => batch.workflowId === workflowId);
  return ok({
    batches: listed,
    intake: {
      documents: listed.reduce((sum, batch) => sum + (countDocuments(batch) ?? 0), 0),
      days: isAll && hasOlder ? daysListed : Math.max(1, (now - oldest) / aDay),
      isAtLeast: !isAll || listed.some((batch) => countDocuments(batch) === null),
    },
    endedBy: !isAll ? 'most' : hasOlder ? 'days' : 'all',
    cutAfter: isNewest ? null : how.read,
  });
}

function createdAt(batch: Batch): number {
  return Date.parse(batch.createdAt ?? '');
}

/** This amounts to some thousands of batches. */
const mostPages = 4;

/**
 * Lists the workflow's batches that are in progress or wait for their files, because they have the thresholds of their
 * submission. A batch in progress is in the status index, however old it is. A QUEUED one is not, so it is found among the
 * listed batches.
 */
async function runningBatches(
  { tenantId, projectId, workflowId }: WorkflowKey,
  { batches, endedBy }: RecentBatches,
  { reader, reads }: SampleReads,
): Promise<Result<WorkflowSample['running']>> {
  const processing = await everyItem(async (cursor) => {
    const asked = { tenantId, status: 'PROCESSING' };
    return reads.paid(await reader.run('extraction.batchesByStatus', asked, { cursor }));
  }, mostPages);
  if (!processing.ok) return processing;
  const { items, isAll } = processing.value;
  const listed = batches.filter(({ status }) => status === 'QUEUED');
  const found = new Map<string, Batch>();
  // It may have gone from one status to the other between the two questions.
  for (const batch of [...listed, ...itemsOfKind(items, 'Batch').own.map(batchRow)]) {
    if (batch.projectId === projectId && batch.workflowId === workflowId) found.set(batch.batchId, batch);
  }
  return ok({
    batches: [...found.values()].map((batch) => ({
      batchId: batch.batchId,
      projectId,
      documentCount: batch.documentCount,
      confidenceThreshold: batch.confidenceThreshold,
      reviewThreshold: batch.reviewThreshold,
    })),
    isAtLeast: !isAll || endedBy === 'most',
  });
}

/** Holds one sample, with one reader, one receipt and one moment. */
export interface SampleReads {
  readonly reader: CatalogueReader;
  readonly reads: PaidReads;
  readonly order: IdOrder;
  readonly now: number;
}
