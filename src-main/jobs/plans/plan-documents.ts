import type { Plan, PlanItem } from '#shared/contract/plans.ts';
import type { PlanTarget } from '#shared/domain/job-kinds/job-kinds.ts';
import { ok, refused, type Result } from '#shared/contract/result.ts';
import type { Batch } from '#shared/contract/pipeline-items.ts';
import type { DocumentRow } from '#shared/contract/triage.ts';
import { grouped } from '#shared/domain/formatting.ts';
import { timesFailedTheSame } from '#shared/domain/failure-groups.ts';
import { mayBePoison, reprocessVerdict, type Verdict } from '#shared/domain/reprocess-outcome.ts';
import { isCallable, notCallable } from '#shared/pipeline-api/operation.ts';
import { moneyText } from '#shared/pricing/decimal.ts';
import { isOfOthersToo } from '../../aws/batches-by-id.ts';
import type { CatalogueReader } from '../../aws/dynamodb/reading.ts';
import type { ReadsSoFar } from '../../reads/paid-reads.ts';
import { batchRow } from '../../rows/batch-rows.ts';
import { documentRow } from '../../rows/document-rows.ts';
import { passportRow } from '../../rows/passport-rows.ts';
import type { DraftParts, PlanDraft } from './plan-draft.ts';
import { documentPrices, estimateCost } from './estimate.ts';
import { findDocuments, type FoundDocuments } from './find-documents.ts';

type DocumentsTarget = Extract<PlanTarget, { kind: 'reprocess' }>;
type ReadingParts = Pick<DraftParts, 'reader' | 'reads' | 'book' | 'now' | 'doors' | 'otherJobs'>;

/** Reads each document as its table has it now, by its key; documents that join its batch later are not included. */
export async function planDocuments(
  target: DocumentsTarget,
  parts: ReadingParts,
): Promise<Result<PlanDraft>> {
  const { tenantId, batchId } = target;
  if (!isCallable(batchId)) return notPlanned('batchId');
  const found = await listOrFind(target, parts);
  if (!found.ok) return found;
  const { ids, stillMatches, ended, checks } = found.value;
  if (ids.length > 0 && !ids.some(isCallable)) return notPlanned('documentIds');
  const read = await readDocumentsOfBatch(target, ids, parts);
  if (!read.ok) return read;
  const { batch, isOfOthersToo: isShared, rows } = read.value;
  if (batch === null) return noSuchBatch(batchId);
  if (isShared) return severalTenants();

  const prices = documentPrices([...rows.values()], parts.book, ended);
  const items = ids.map((id): PlanItem => {
    const row = rows.get(id) ?? null;
    const verdict = parts.otherJobs.judge(
      { tenantId, batchId, documentId: id },
      leaveAlone(documentVerdict(id, read.value, parts.now), row, stillMatches),
    );
    return {
      id,
      name: row?.fileName ?? null,
      version: row?.version ?? null,
      ...verdict,
      usd: mayGo(verdict) && row !== null ? prices.of(row) : null,
    };
  });
  const going = items.filter(({ verdict }) => verdict === 'go');
  return ok({
    tenantId,
    items,
    workflowId: batch.workflowId,
    estimate: estimateCost(going.map(({ id }) => rows.get(id)).filter(isThere), prices),
    checks: [...checks, ...batchChecks(batch), ...reasonChecks(items, prices.sum)],
    nothingToDo: items.length === 0 ? 'No document of this batch matches now.' : nothingToDo(items.length),
  });
}

type Listed = Pick<FoundDocuments, 'ids' | 'ended' | 'checks'> &
  Partial<Pick<FoundDocuments, 'stillMatches'>>;

/** Lists the documents that were chosen by their ids, or finds those that match. */
async function listOrFind(target: DocumentsTarget, parts: ReadingParts): Promise<Result<Listed>> {
  const { tenantId, projectId, batchId, documentIds, matching } = target;
  if (matching === undefined) return ok({ ids: [...new Set(documentIds)], ended: [], checks: [] });
  const { reader, reads } = parts;
  const key = { tenantId, projectId, batchId };
  const batches = reads.paid(await reader.run('extraction.batchByKey', key, { consistent: true }));
  if (!batches.ok) return batches;
  const [kept] = batches.value.items;
  return kept === undefined
    ? noSuchBatch(batchId)
    : findDocuments({ ...target, matching }, batchRow(kept), parts);
}

/** A document that was found goes only while it still matches; a chosen one is judged as it is. */
function leaveAlone(
  verdict: Verdict,
  row: DocumentRow | null,
  stillMatches: FoundDocuments['stillMatches'] | undefined,
): Verdict {
  if (stillMatches === undefined || row === null || !mayGo(verdict) || stillMatches(row)) return verdict;
  const why = row.status === 'FAILED' ? 'Failed for another cause since' : `Now ${row.status}`;
  return { verdict: 'skip', why, needsReason: false };
}

export interface DocumentsOfBatch {
  readonly batch: Batch | null;
  /** Another tenant has a batch with this id, and the pipeline API takes only the id. */
  readonly isOfOthersToo: boolean;
  readonly rows: ReadonlyMap<string, DocumentRow>;
  /** How often documents with several runs have failed with their present error. */
  readonly failures: ReadonlyMap<string, number>;
}

/** Reads the batch and these documents of it consistently by their keys. */
export async function readDocumentsOfBatch(
  { tenantId, projectId, batchId }: Pick<DocumentsTarget, 'tenantId' | 'projectId' | 'batchId'>,
  ids: readonly string[],
  parts: ReadingParts,
): Promise<Result<DocumentsOfBatch>> {
  const { reader, reads } = parts;
  const keys = ids.filter(isCallable).map((documentId) => ({ tenantId, batchId, documentId }));
  const [documents, batches, shared] = await Promise.all([
    // A question for no keys would be refused, and a description may match nothing.
    keys.length === 0 ? null : reader.run('extraction.documentsByKeys', keys, { consistent: true }),
    reader.run('extraction.batchByKey', { tenantId, projectId, batchId }, { consistent: true }),
    isOfOthersToo(parts.doors, { tenantId, batchId }),
  ]);
  // All of them were paid for, whichever failed.
  if (documents !== null) reads.paid(documents);
  reads.paid(batches);
  reads.paid(shared);
  if (documents?.ok === false) return documents;
  if (!batches.ok) return batches;
  const [kept] = batches.value.items;
  if (kept === undefined) {
    return ok({ batch: null, isOfOthersToo: false, rows: new Map(), failures: new Map() });
  }
  if (!shared.ok) return shared;
  const rows = new Map((documents?.value.items ?? []).map(documentRow).map((row) => [row.documentId, row]));
  const failures = shared.value ? ok(new Map()) : await countFailures([...rows.values()], parts);
  if (!failures.ok) return failures;
  return ok({ batch: batchRow(kept), isOfOthersToo: shared.value, rows, failures: failures.value });
}

export function documentVerdict(
  id: string,
  { batch, rows, failures }: Pick<DocumentsOfBatch, 'batch' | 'rows' | 'failures'>,
  now: number,
): Verdict {
  if (!isCallable(id)) return { verdict: 'blocked', why: notCallable, needsReason: false };
  return reprocessVerdict(rows.get(id) ?? null, {
    runs: batch?.runs ?? {},
    timesFailedTheSame: failures.get(id) ?? 0,
    now,
  });
}

/** Only what may go has a price. */
export function mayGo({ verdict, needsReason }: Verdict): boolean {
  return verdict === 'go' || needsReason;
}

function batchChecks(batch: Batch): Plan['checks'] {
  const { confidenceThreshold, reviewThreshold } = batch;
  const thresholds =
    confidenceThreshold === null || reviewThreshold === null
      ? warning('The batch does not record its thresholds')
      : good(
          `The batch's thresholds apply: fail under ${confidenceThreshold}, review under ${reviewThreshold}`,
        );
  return [runCheck(batch), thresholds, good('Each document starts again in a new run')];
}

function runCheck({ run, runs, status }: Batch): Plan['checks'][number] {
  const latest = run === null ? undefined : runs[String(run)];
  const running = latest === 'RUNNING' ? String(run) : Object.keys(runs).find((n) => runs[n] === 'RUNNING');
  if (running !== undefined)
    return warning(`Run ${running} of this batch is still running: both runs share the pipeline's capacity`);
  if (latest !== undefined) return good(`Run ${run} of this batch has ended ${latest}`);
  const says = 'The batch does not record whether a run is in progress';
  return warning(status === 'PROCESSING' ? `${says}, and it is PROCESSING` : says);
}

export function reasonChecks(
  items: readonly PlanItem[],
  sum: (usd: readonly string[]) => string,
): Plan['checks'] {
  const waiting = items.filter(({ needsReason }) => needsReason);
  if (waiting.length === 0) return [];
  const more = moneyText(sum(waiting.flatMap(({ usd }) => usd ?? [])));
  const words =
    waiting.length === 1
      ? '1 is expected to fail the same way again'
      : `${grouped(waiting.length)} are expected to fail the same way again`;
  return [
    warning(
      `${words}. With a reason ${waiting.length === 1 ? 'it is' : 'they are'} sent too, for ${more} more`,
    ),
  ];
}

export function nothingToDo(count: number): string {
  if (count === 1) return "This document can't be reprocessed. See the reason next to it.";
  return `None of these ${grouped(count)} documents can be reprocessed. See the reason next to each.`;
}

export function good(says: string): Plan['checks'][number] {
  return { says, state: 'good' };
}

export function warning(says: string): Plan['checks'][number] {
  return { says, state: 'warning' };
}

function noSuchBatch(batchId: string): Result<never> {
  const message = `Batch ${batchId} not found in this project. Nothing was planned. Open the batch again and plan from there.`;
  return refused({ code: 'not-found', message, what: 'batch' });
}

/** Gives the same answer to everyone, so it does not say which tenants these are. */
function severalTenants(): Result<never> {
  const message =
    'This batch id belongs to more than one tenant, and the pipeline API takes only the id. Nothing was planned.';
  const problem = 'is the id of batches of more than one tenant';
  return refused({ code: 'invalid-input', message, issues: [{ path: 'batchId', problem }] });
}

function notPlanned(path: string): Result<never> {
  const message = `${notCallable}. Nothing was planned.`;
  return refused({ code: 'invalid-input', message, issues: [{ path, problem: 'is no id for an address' }] });
}

function isThere(row: DocumentRow | undefined): row is DocumentRow {
  return row !== undefined;
}

interface Parts {
  readonly reader: CatalogueReader;
  readonly reads: ReadsSoFar;
}

/** A run leaves two or three lines, so this covers many runs. */
const linesRead = 100;

/** Counts, for documents with several runs, how often each has failed with its present error. */
async function countFailures(
  rows: readonly DocumentRow[],
  { reader, reads }: Parts,
): Promise<Result<ReadonlyMap<string, number>>> {
  const counts = new Map<string, number>();
  const candidates = rows.filter((row) => row.error !== null && mayBePoison(row));
  // The reader itself limits how many it reads at a time.
  const counted = await Promise.all(
    candidates.map(async ({ tenantId, documentId, error }): Promise<Result<null>> => {
      const of = { tenantId, documentId };
      const options = { pageSize: linesRead, consistent: true };
      const read = reads.paid(await reader.run('extraction.documentHistory', of, options));
      if (!read.ok) return read;
      // This is counted at once, so that for 10,000 documents only the counts are held and not their passports.
      if (error !== null)
        counts.set(documentId, timesFailedTheSame(error, read.value.items.map(passportRow)));
      return ok(null);
    }),
  );
  return counted.find((one) => !one.ok) ?? ok(counts);
}
