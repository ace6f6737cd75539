import { attentionShards, otherCauses } from '#shared/domain/attention.ts';
import { counted, grouped } from '#shared/domain/formatting.ts';
import { mostBatchesInPlan, mostInPlanOfMany } from '#shared/domain/job-kinds/job-kind.ts';
import type { TargetOf } from '#shared/domain/job-kinds/job-kinds.ts';
import { plainText, type Attributes } from '#shared/catalogue/items/attribute-value.ts';
import type { Plan } from '#shared/contract/plans.ts';
import { ok, type Result } from '#shared/contract/result.ts';
import { listOnlyTenants, maySeeTenant } from '#shared/permissions.ts';
import { outOfScope } from '../../aws/scope/out-of-scope.ts';
import { passingReader, type PageRead, type StoredItem } from '../../aws/dynamodb/reading.ts';
import { inLanes } from '../../reads/in-lanes.ts';
import { readRow } from '../../rows/read-row.ts';
import { tenantFacts } from '../../rows/tenant-rows.ts';
import type { DraftParts } from './plan-draft.ts';
import { good, warning } from './plan-documents.ts';

type ManyTarget = TargetOf<'reprocess-many'>;
type Matching = Extract<ManyTarget['of'], { is: 'matching' }>;
type FindParts = Pick<DraftParts, 'reader' | 'reads' | 'now' | 'who'>;

/** A batch that may have documents for the plan. */
export interface FoundBatch {
  readonly tenantId: string;
  readonly projectId: string;
  readonly batchId: string;
  readonly workflowId: string | null;
  /** These are exactly the documents; undefined where those that stand FAILED are meant. */
  readonly documentIds?: readonly string[] | undefined;
}

export interface FoundBatches {
  readonly batches: readonly FoundBatch[];
  /** How many documents match at least, in all batches that were found; 0 if batches do not say. */
  readonly atLeast: number;
  /** There are more batches than a plan takes. */
  readonly isCut: boolean;
  readonly checks: Plan['checks'];
}

/** Finds the batches of a plan: those that were chosen, or all failed ones that match, the newest first. */
export async function findBatches(target: ManyTarget, parts: FindParts): Promise<Result<FoundBatches>> {
  const { of, fingerprint } = target;
  const named = of.is === 'batches' ? of.batches.map(({ tenantId }) => tenantId) : [of.tenantId ?? null];
  const foreign = named.find((tenantId) => tenantId !== null && !maySeeTenant(parts.who, tenantId));
  if (foreign !== undefined && foreign !== null) {
    return outOfScope(foreign, 'Nothing was read, and no plan was made.');
  }
  if (of.is === 'batches') {
    const unique = new Map(of.batches.map((batch) => [toKey(batch), batch]));
    const batches = [...unique.values()].map((batch) => ({ ...batch, workflowId: null }));
    return ok({ batches, atLeast: 0, isCut: false, checks: [] });
  }
  const matching = { ...of, fingerprint, leftOut: new Set((of.except ?? []).map(toPlace)) };
  const tenants = of.tenantId === undefined ? listOnlyTenants(parts.who) : [of.tenantId];
  if (tenants !== null) return askTenants(tenants, matching, parts);
  const kept = await readAttention(matching, parts);
  if (!kept.ok || kept.value !== null) return kept as Result<FoundBatches>;
  return askDirectory(matching, parts);
}

function toKey({ tenantId, projectId, batchId }: Omit<FoundBatch, 'workflowId'>): string {
  return JSON.stringify([tenantId, projectId, batchId]);
}

function toPlace({ tenantId, batchId }: Pick<FoundBatch, 'tenantId' | 'batchId'>): string {
  return JSON.stringify([tenantId, batchId]);
}

interface Asked extends Matching {
  readonly fingerprint: string | undefined;
  /** The places of batches that were deselected. */
  readonly leftOut: ReadonlySet<string>;
}

interface Candidate extends FoundBatch {
  readonly since: string;
  readonly documents: number;
}

/** Asks the eight shards of attention; null if the pipeline keeps none. */
async function readAttention(
  asked: Asked,
  { reader, reads, now }: FindParts,
): Promise<Result<FoundBatches | null>> {
  const state = reads.paid(await reader.run('extraction.attentionState', {}));
  if (!state.ok) {
    // Tenants can still be asked one by one where AWS does not let this role read attention.
    const isUnavailable = state.failure.code === 'read-denied' || state.failure.code === 'not-found';
    return isUnavailable ? ok(null) : state;
  }
  const [kept] = state.value.items;
  if (kept === undefined) return ok(null);
  const passing = passingReader(reader);
  const before = findLatest(asked, now);
  const found = await collect(
    attentionShards,
    asked,
    now,
    (shard, cursor) =>
      before === null
        ? passing.run(
            'extraction.attentionByStatus',
            { status: 'FAILED', shard },
            { cursor, pageSize: pageOfBatches },
          )
        : passing.run(
            'extraction.attentionBefore',
            { status: 'FAILED', shard, before },
            { cursor, pageSize: pageOfBatches },
          ),
    reads,
  );
  if (!found.ok) return found;
  const upTo = readText(kept.attributes, 'upTo');
  const isWhole = readText(kept.attributes, 'wholeSince') !== null;
  const since = formatTime(readText(kept.attributes, 'keptSince'));
  return ok({
    ...found.value,
    checks: [
      good(`All tenants were asked at once, as the pipeline kept it up to ${formatTime(upTo)}`),
      ...(isWhole ? [] : [warning(`Batches that have not changed since ${since} are missing`)]),
    ],
  });
}

function formatTime(at: string | null): string {
  return at === null ? 'an unknown time' : `${at.slice(0, 19).replace('T', ' ')} UTC`;
}

/** Asks each tenant for its failed batches. */
async function askTenants(
  tenants: readonly string[],
  asked: Asked,
  { reader, reads, now }: FindParts,
): Promise<Result<FoundBatches>> {
  const passing = passingReader(reader);
  const found = await collect(
    tenants,
    asked,
    now,
    (tenantId, cursor) =>
      passing.run(
        'extraction.batchesByStatus',
        { tenantId, status: 'FAILED' },
        { cursor, pageSize: pageOfBatches },
      ),
    reads,
  );
  if (!found.ok) return found;
  return ok({
    ...found.value,
    checks: [good(`${counted(tenants.length, 'tenant')} asked for failed batches`)],
  });
}

/** The most tenants that are asked one by one. */
const mostTenants = 200;

async function askDirectory(asked: Asked, parts: FindParts): Promise<Result<FoundBatches>> {
  const { reader, reads } = parts;
  const tenants: string[] = [];
  let cursor: string | undefined;
  let isAll = false;
  while (tenants.length < mostTenants && !isAll) {
    const page = reads.paid(
      await passingReader(reader).run('extraction.tenants', {}, { cursor, pageSize: mostTenants }),
    );
    if (!page.ok) return page;
    tenants.push(...page.value.items.map((item) => tenantFacts(item, 'TenantInDirectory').tenantId));
    cursor = page.value.cursor ?? undefined;
    isAll = cursor === undefined;
  }
  const found = await askTenants(tenants.slice(0, mostTenants), asked, parts);
  if (!found.ok || isAll) return found;
  const says = `Nothing kept about all tenants can be read: only the first ${grouped(mostTenants)} were asked`;
  return ok({ ...found.value, checks: [warning(says)] });
}

/** A page holds 1 MB at most; a batch's attention has some 900 bytes. */
const pageOfBatches = 500;
const lanes = 8;

/**
 * Reads each list until it has enough for a whole plan, because all of the newest batches may be in one of them. A batch
 * that does not say its causes is included; its documents do.
 */
async function collect<Key>(
  keys: readonly Key[],
  asked: Asked,
  now: number,
  read: (key: Key, cursor: string | undefined) => Promise<Result<PageRead>>,
  reads: FindParts['reads'],
): Promise<Result<Omit<FoundBatches, 'checks'>>> {
  const found: Candidate[] = [];
  let isCut = false;
  let failure: Result<never> | undefined;
  await inLanes(keys, lanes, async (key) => {
    let cursor: string | undefined;
    let documents = 0;
    let batches = 0;
    do {
      const page: Result<PageRead> = reads.paid(await read(key, cursor));
      if (!page.ok) {
        failure ??= page;
        return;
      }
      for (const item of page.value.items) {
        const candidate = toCandidate(item, asked, now);
        if (candidate === undefined) continue;
        found.push(candidate);
        documents += candidate.documents;
        batches += 1;
      }
      cursor = page.value.cursor ?? undefined;
    } while (cursor !== undefined && documents <= mostInPlanOfMany && batches <= mostBatchesInPlan);
    if (cursor !== undefined) isCut = true;
  });
  if (failure !== undefined) return failure;
  const newest = found.toSorted((a, b) => (a.since < b.since ? 1 : -1));
  return ok({
    batches: newest.slice(0, mostBatchesInPlan),
    atLeast: newest.reduce((sum, { documents }) => sum + documents, 0),
    isCut: isCut || newest.length > mostBatchesInPlan,
  });
}

/** Returns the time before which a batch has to be FAILED; null if there is no such filter. */
function findLatest({ olderThanMinutes }: Asked, now: number): string | null {
  return olderThanMinutes === undefined ? null : new Date(now - olderThanMinutes * 60_000).toISOString();
}

/** Attention and batches count their causes in the same way; undefined for one that cannot match. */
function toCandidate(item: StoredItem, asked: Asked, now: number): Candidate | undefined {
  const { attributes } = item;
  const isBatch = item.entity === 'Batch';
  const { id, read } = readRow(item, isBatch ? 'Batch' : 'Attention');
  const workflowId = read.whole('workflowId');
  if (asked.workflowId !== undefined && workflowId !== asked.workflowId) return undefined;
  const since = isBatch
    ? (read.time('statusSince', 'optional') ?? read.time('updatedAt') ?? '')
    : (read.time('since') ?? '');
  const latest = findLatest(asked, now);
  if (latest !== null && since >= latest) return undefined;
  const documents = countMatching(attributes, asked.fingerprint);
  if (documents === 0) return undefined;
  // The key of an attention item does not name the project.
  const projectId = isBatch ? id('projectId') : read.whole('projectId');
  if (projectId === null) return undefined;
  const [tenantId, batchId] = [id('tenantId'), id('batchId')];
  if (asked.leftOut.has(toPlace({ tenantId, batchId }))) return undefined;
  return { tenantId, projectId, batchId, workflowId, since, documents: documents ?? 0 };
}

/** Counts failed documents, or those of the cause; null if the batch does not say, or counts this cause among others. */
function countMatching(attributes: Attributes, fingerprint: string | undefined): number | null {
  const causes = attributes['causes'];
  if (fingerprint === undefined) return countFailed(attributes);
  if (causes === undefined || !('M' in causes)) return countFailed(attributes) === 0 ? 0 : null;
  const own = readCountIn(causes.M, fingerprint);
  if (own > 0) return own;
  return readCountIn(causes.M, otherCauses) > 0 ? null : 0;
}

/** A batch leaves out the statuses that none of its documents has. */
function countFailed({ counts }: Attributes): number | null {
  if (counts === undefined || !('M' in counts)) return null;
  return counts.M['FAILED'] === undefined ? 0 : readCount(counts.M['FAILED']);
}

function readCountIn(causes: Attributes, fingerprint: string): number {
  const cause = Object.hasOwn(causes, fingerprint) ? causes[fingerprint] : undefined;
  return cause !== undefined && 'M' in cause ? (readCount(cause.M['count']) ?? 0) : 0;
}

function readCount(value: Attributes[string] | undefined): number | null {
  return value !== undefined && 'N' in value && Number.isFinite(Number(value.N)) ? Number(value.N) : null;
}

function readText(attributes: Attributes, name: string): string | null {
  const value = attributes[name];
  return value !== undefined && 'S' in value ? plainText(value) : null;
}
