import type { ManyBatches, Plan, PlanItem, PlannedBatch } from '#shared/contract/plans.ts';
import { ok, type Result } from '#shared/contract/result.ts';
import type { DocumentRow } from '#shared/contract/triage.ts';
import { counted, grouped } from '#shared/domain/formatting.ts';
import { mostInPlanOfMany } from '#shared/domain/job-kinds/job-kind.ts';
import type { TargetOf } from '#shared/domain/job-kinds/job-kinds.ts';
import { chooseFirstTenant, groupByTenant, toItemId } from '#shared/domain/many-batches.ts';
import { isOfCause } from '#shared/domain/matching-documents.ts';
import type { Verdict } from '#shared/domain/reprocess-outcome.ts';
import { isCallable, notCallable } from '#shared/pipeline-api/operation.ts';
import { passingReader } from '../../aws/dynamodb/reading.ts';
import { inChunks, inLanes } from '../../reads/in-lanes.ts';
import { documentRow } from '../../rows/document-rows.ts';
import { documentPrices, estimateCostOfMany, type Metered } from './estimate.ts';
import { findBatches, type FoundBatch, type FoundBatches } from './find-batches.ts';
import {
  documentVerdict,
  good,
  mayGo,
  nothingToDo,
  readDocumentsOfBatch,
  reasonChecks,
  warning,
} from './plan-documents.ts';
import type { DraftParts, PlanDraft } from './plan-draft.ts';

type ManyTarget = TargetOf<'reprocess-many'>;
type Parts = Pick<DraftParts, 'reader' | 'reads' | 'book' | 'now' | 'doors' | 'who' | 'otherJobs'>;

/**
 * Finds the documents of many batches and reads each of them again by its key, up to the most that a plan may have. Of
 * each document only what the plan needs is held, so that 50,000 of them fit.
 */
export async function planMany(target: ManyTarget, parts: Parts): Promise<Result<PlanDraft>> {
  const found = await findBatches(target, parts);
  if (!found.ok) return found;
  const read = await readBatches(found.value.batches, target.fingerprint, parts);
  if (!read.ok) return read;
  const { batches, matched } = read.value;
  const atLeast = Math.max(found.value.atLeast, matched);
  return ok(toDraft(batches, { ...found.value, atLeast }, { ...parts, fingerprint: target.fingerprint }));
}

/** Holds what the plan needs of a document. */
interface PlannedDocument extends Metered, Verdict {
  readonly documentId: string;
  readonly name: string | null;
  readonly version: number | null;
}

interface BatchRead {
  readonly found: FoundBatch;
  readonly documents: readonly PlannedDocument[];
  readonly isRunning: boolean;
  /** Documents that match and were not read, because the plan was full. */
  readonly isCut: boolean;
}

const lanes = 4;

/** Reads batches in their order until the plan is full; those that are being read then are cut to fit. */
async function readBatches(
  batches: readonly FoundBatch[],
  fingerprint: string | undefined,
  parts: Parts,
): Promise<Result<{ readonly batches: readonly BatchRead[]; readonly matched: number }>> {
  const read: (BatchRead | undefined)[] = [];
  const texts = internTexts();
  let documents = 0;
  let failure: Extract<Result<never>, { ok: false }> | undefined;
  await inLanes([...batches.entries()], lanes, async ([at, batch]) => {
    if (documents >= mostInPlanOfMany || failure !== undefined) return;
    const one = await readBatch(batch, { fingerprint, texts, most: mostInPlanOfMany }, parts);
    if (!one.ok) {
      failure ??= one;
      return;
    }
    read[at] = one.value;
    documents += one.value.documents.length;
  });
  if (failure !== undefined) return failure;
  let left = mostInPlanOfMany;
  const cut = Array.from(batches, (found, at): BatchRead => {
    const one = read[at];
    if (one === undefined) return { found, documents: [], isRunning: false, isCut: true };
    const fits = one.documents.slice(0, left);
    left -= fits.length;
    return { ...one, documents: fits, isCut: one.isCut || fits.length < one.documents.length };
  });
  return ok({ batches: cut, matched: documents });
}

interface ReadingOfBatch {
  readonly fingerprint: string | undefined;
  readonly texts: (text: string) => string;
  readonly most: number;
}

async function readBatch(
  found: FoundBatch,
  { fingerprint, texts, most }: ReadingOfBatch,
  parts: Parts,
): Promise<Result<BatchRead>> {
  if (!isCallable(found.batchId)) {
    const ids = found.documentIds ?? [];
    const documents = ids.map((documentId) => blockedDocument(documentId, notCallable));
    return ok({ found, documents, isRunning: false, isCut: false });
  }
  const listed =
    found.documentIds === undefined
      ? await listFailed(found, fingerprint, most, parts)
      : ok({ ids: [...new Set(found.documentIds)], isCut: false });
  if (!listed.ok) return listed;
  const { ids, isCut } = listed.value;
  const documents: PlannedDocument[] = [];
  let isRunning = false;
  let { workflowId } = found;
  for (const chunk of inChunks(ids, documentsRead)) {
    const read = await readDocumentsOfBatch(found, chunk, parts);
    if (!read.ok) return read;
    const { batch, rows, isOfOthersToo } = read.value;
    workflowId ??= batch?.workflowId ?? null;
    isRunning ||= Object.values(batch?.runs ?? {}).includes('RUNNING');
    for (const documentId of chunk) {
      const row = rows.get(documentId);
      const verdict =
        batch === null
          ? blocked('Batch not found in its project')
          : isOfOthersToo
            ? blocked('Another tenant has a batch of the same id, and the pipeline API takes only the id')
            : parts.otherJobs.judge(
                { tenantId: found.tenantId, batchId: found.batchId, documentId },
                judge(documentId, row, { ...read.value, now: parts.now, fingerprint, found }),
              );
      documents.push({
        documentId,
        name: row?.fileName ?? null,
        version: row?.version ?? null,
        ...verdict,
        why: texts(verdict.why),
        usage: mayGo(verdict) ? (row?.usage ?? null) : null,
      });
    }
  }
  return ok({ found: { ...found, workflowId }, documents, isRunning, isCut });
}

const documentsRead = 1_000;
const pageOfDocuments = 500;

/** Lists the documents of a batch that stand FAILED for the cause; an index may be a moment behind. */
async function listFailed(
  { tenantId, batchId }: FoundBatch,
  fingerprint: string | undefined,
  most: number,
  { reader, reads }: Parts,
): Promise<Result<{ readonly ids: string[]; readonly isCut: boolean }>> {
  const passing = passingReader(reader);
  const asked = { tenantId, batchId, status: 'FAILED' } as const;
  const ids = new Set<string>();
  let cursor: string | undefined;
  do {
    const options = { cursor, pageSize: pageOfDocuments };
    const page = reads.paid(await passing.run('extraction.documentsByStatus', asked, options));
    if (!page.ok) return page;
    for (const item of page.value.items) {
      const row = documentRow(item);
      if (isFailed(row, fingerprint)) ids.add(row.documentId);
    }
    cursor = page.value.cursor ?? undefined;
  } while (cursor !== undefined && ids.size < most);
  return ok({ ids: [...ids], isCut: cursor !== undefined });
}

function isFailed(row: DocumentRow, fingerprint: string | undefined): boolean {
  return fingerprint === undefined ? row.status === 'FAILED' : isOfCause(row, fingerprint);
}

type Judged = Parameters<typeof documentVerdict>[1] & {
  readonly now: number;
  readonly fingerprint: string | undefined;
  readonly found: FoundBatch;
};

/** A document that was found for its cause goes only while it still has it; a chosen one is judged as it is. */
function judge(documentId: string, row: DocumentRow | undefined, judged: Judged): Verdict {
  const verdict = documentVerdict(documentId, judged, judged.now);
  if (judged.found.documentIds !== undefined || row === undefined || !mayGo(verdict)) return verdict;
  if (isFailed(row, judged.fingerprint)) return verdict;
  const why = row.status === 'FAILED' ? 'Failed for another cause since' : `Now ${row.status}`;
  return { verdict: 'skip', why, needsReason: false };
}

function blocked(why: string): Verdict {
  return { verdict: 'blocked', why, needsReason: false };
}

function blockedDocument(documentId: string, why: string): PlannedDocument {
  return { documentId, name: null, version: null, usage: null, ...blocked(why) };
}

/** Most documents have one of a few reasons, so each text is held once. */
function internTexts(): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    const before = known.get(text);
    if (before === undefined) known.set(text, text);
    return before ?? text;
  };
}

function toDraft(
  read: readonly BatchRead[],
  found: FoundBatches,
  { book, fingerprint }: Pick<Parts, 'book'> & Pick<ManyTarget, 'fingerprint'>,
): PlanDraft {
  const withDocuments = read.filter(({ documents }) => documents.length > 0);
  const counts = withDocuments.map(({ found: { tenantId }, documents }) => ({
    tenantId,
    ...countVerdicts(documents),
  }));
  const firstTenant = chooseFirstTenant(groupByTenant(counts)) ?? null;
  const sorted = sortBatches(withDocuments, firstTenant);
  const prices = documentPrices(
    sorted.flatMap(({ documents }) => documents.filter(mayGo)),
    book,
  );
  const texts = internTexts();
  const going: Metered[] = [];
  const items: PlanItem[] = [];
  for (const [index, { documents }] of sorted.entries()) {
    for (const document of documents.toSorted(compareVerdicts)) {
      const { documentId, name, version, verdict, why, needsReason } = document;
      const usd = mayGo(document) ? texts(prices.of(document)) : null;
      items.push({ id: toItemId(index + 1, documentId), name, version, verdict, why, usd, needsReason });
      if (verdict === 'go') going.push(document);
    }
  }
  const batches = sorted.map(toPlannedBatch);
  const waiting = items.filter(({ needsReason }) => needsReason);
  const tenants = new Set(batches.map(({ tenantId }) => tenantId));
  const many: ManyBatches = {
    batches,
    firstTenant,
    usdWithReason: prices.sum(waiting.flatMap(({ usd }) => usd ?? [])),
    items: items.length,
    limit: findLimit(read, found),
  };
  return {
    tenantId: tenants.size === 1 ? ([...tenants][0] ?? null) : null,
    items,
    many,
    estimate: estimateCostOfMany(
      going,
      batches.map(({ go }) => go),
      prices,
    ),
    checks: [
      ...limitChecks(many),
      ...found.checks,
      ...runChecks(sorted),
      good('The thresholds of each batch apply; each document starts again in a new run'),
      ...reasonChecks(items, prices.sum),
    ],
    nothingToDo:
      items.length === 0
        ? `No document stands FAILED ${fingerprint === undefined ? '' : 'for this cause '}in these batches now.`
        : nothingToDo(items.length),
  };
}

export function countVerdicts(
  documents: readonly Verdict[],
): Pick<PlannedBatch, 'go' | 'skip' | 'blocked' | 'needsReason'> {
  const counts = { go: 0, skip: 0, blocked: 0, needsReason: 0 };
  for (const { verdict, needsReason } of documents) {
    counts[verdict] += 1;
    if (needsReason) counts.needsReason += 1;
  }
  return counts;
}

function toPlannedBatch({ found, documents }: BatchRead): PlannedBatch {
  const { tenantId, projectId, batchId, workflowId } = found;
  return { tenantId, projectId, batchId, workflowId, ...countVerdicts(documents) };
}

/** Tenants keep the order in which they were found, after the first; batches with nothing to send come last. */
function sortBatches(read: readonly BatchRead[], firstTenant: string | null): readonly BatchRead[] {
  const order = new Map<string, number>();
  for (const { found } of read) if (!order.has(found.tenantId)) order.set(found.tenantId, order.size);
  if (firstTenant !== null) order.set(firstTenant, -1);
  const goes = ({ documents }: BatchRead): number =>
    documents.some(({ verdict }) => verdict === 'go') ? 0 : 1;
  return read.toSorted(
    (a, b) => (order.get(a.found.tenantId) ?? 0) - (order.get(b.found.tenantId) ?? 0) || goes(a) - goes(b),
  );
}

/** Documents that need a reason come after the others, so that one of the others goes first with a reason too. */
function compareVerdicts(a: Verdict, b: Verdict): number {
  return rankVerdict(a) - rankVerdict(b);
}

function rankVerdict({ verdict, needsReason }: Verdict): number {
  return verdict === 'go' ? 0 : needsReason ? 1 : 2;
}

function findLimit(read: readonly BatchRead[], { isCut, atLeast }: FoundBatches): ManyBatches['limit'] {
  const isFull = read.some((batch) => batch.isCut);
  if (!isFull && !isCut) return null;
  return { reached: isFull ? 'documents' : 'batches', atLeast };
}

function limitChecks({ limit, items, batches }: ManyBatches): Plan['checks'] {
  if (limit === null) return [];
  const of = `of at least ${grouped(limit.atLeast)} that match`;
  const most =
    limit.reached === 'documents'
      ? `${grouped(mostInPlanOfMany)} documents`
      : counted(batches.length, 'batch', 'batches');
  return [
    warning(
      `The plan covers the first ${grouped(items)} ${of}: a plan has at most ${most}. Plan the rest when it has ended`,
    ),
  ];
}

function runChecks(read: readonly BatchRead[]): Plan['checks'] {
  const running = read.filter(({ isRunning }) => isRunning).length;
  if (running === 0) return [good('No run of these batches is in progress')];
  const have = running === 1 ? '1 of the batches has' : `${grouped(running)} of the batches have`;
  return [warning(`${have} a run in progress: both runs share the pipeline's capacity`)];
}
