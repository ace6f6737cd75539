import type { Batch } from '#shared/contract/pipeline-items.ts';
import { ok, type Result, type Failure } from '#shared/contract/result.ts';
import type { TodayBatches, todayOperations, TodayGroups } from '#shared/contract/today.ts';
import {
  batchFigures,
  figuresOfTenant,
  groupsOfToday,
  type FailedBatch,
} from '#shared/domain/today-figures.ts';
import type { ConnectionDoors } from '../../aws/doors.ts';
import type { CatalogueReader } from '../../aws/dynamodb/reading.ts';
import { createSlots } from '../../aws/patience.ts';
import type { Handlers } from '../../gate/gate.ts';
import { concernsAll } from '../../reads/paid-reads.ts';
import { documentRow } from '../../rows/document-rows.ts';
import { itemsOfKind } from '../../rows/page-of-rows.ts';
import { batchesByStatus, troubleByCause } from './batches-by-status.ts';
import { countThroughput } from './count-throughput.ts';
import { countWaiting } from './count-waiting.ts';
import {
  batchesFromAttention,
  fromAttentionOr,
  groupsFromAttention,
  type FleetParts,
} from './from-attention.ts';
import {
  askedTenants,
  handedOn,
  tenantsOfToday,
  todayReads,
  type ListingParts,
  type TodayParts,
  type TodayReads,
} from './today-reads.ts';

export type { TodayParts } from './today-reads.ts';

/**
 * Serves what needs attention now. Each part is read separately, so that a failed or slow one does not hold up the
 * others.
 */
export function todayHandlers(parts: TodayParts): Pick<Handlers, keyof typeof todayOperations> {
  const lists = handedOn(parts.now);
  const after = { ...parts, doors: leavingRoom(parts.doors) };
  return {
    'today.batches': countBatches({ ...parts, readList: lists.first }),
    'today.groups': groupFailures({ ...after, readList: lists.after() }),
    'today.review': countWaiting({ ...after, readList: lists.after() }),
    'today.throughput': countThroughput(after),
  };
}

/** A connection allows eight reads in flight; this leaves room for what a person asks meanwhile. */
export const mostBeside = 4;

/** Limits the reads after the first paint: there are dozens, no person waits for them, and many parts ask at once. */
function leavingRoom(doors: () => ConnectionDoors): () => ConnectionDoors {
  const slots = createSlots(mostBeside);
  return () => {
    const own = doors();
    const run: CatalogueReader['run'] = (...asked) => slots.run(() => own.reader.run(...asked));
    return { ...own, reader: { ...own.reader, run } };
  };
}

/** Takes three reads of each shard, or of each tenant, and the first paint waits for them. */
function countBatches({ doors, session, attention, readList, now }: ListingParts): Handlers['today.batches'] {
  return async ({ tenantId }) => {
    const asked = { pattern: 'extraction.batchesByStatus', index: 'GSI2' } as const;
    const held = session();
    const own = todayReads(asked, { reader: doors().reader, who: held.who, now });
    const parts = { ...own, session: held, attention, readList };
    return own.reads.billed(
      await fromAttentionOr(tenantId, parts, {
        attention: (answeredFrom) => batchesFromAttention(answeredFrom, parts),
        tenants: (whyNot) => batchesOfTenants(tenantId, whyNot, parts),
      }),
    );
  };
}

async function batchesOfTenants(
  tenantId: string | null,
  whyNot: string | null,
  parts: FleetParts & Pick<ListingParts, 'readList'>,
): Promise<Result<TodayBatches>> {
  const { calls, readAt, now: begun } = parts;
  const scope = await tenantsOfToday(tenantId, parts);
  if (!scope.ok) return scope;
  const read = await batchesByStatus(scope.value, ['FAILED', 'PROCESSING', 'REVIEW_REQUIRED'], parts);
  if (!read.ok) return read;
  const { of, ofTenant, problems } = read.value;
  const tenants = [...scope.value.tenants];
  return ok({
    answeredFrom: askedTenants(scope.value, whyNot),
    tenants,
    isAllTenants: scope.value.isAll,
    ...batchFigures(
      { failed: of('FAILED'), running: of('PROCESSING'), review: of('REVIEW_REQUIRED') },
      begun,
    ),
    byTenant: tenants.map((tenant) =>
      figuresOfTenant(tenant.tenantId, {
        failed: ofTenant(tenant.tenantId, 'FAILED'),
        running: ofTenant(tenant.tenantId, 'PROCESSING'),
        review: ofTenant(tenant.tenantId, 'REVIEW_REQUIRED'),
      }),
    ),
    problems: [...scope.value.problems, ...problems],
    calls: calls(),
    readAt: readAt(),
  });
}

/** People ask about the latest failures; Triage shows the rest. */
const mostBatches = 5;
/** A page of documents with their fields takes some 50 read units. */
const pageOfDocuments = 100;

/** Groups the reasons why the documents of the newest failed batches failed. */
function groupFailures({ doors, session, attention, readList, now }: ListingParts): Handlers['today.groups'] {
  return async ({ tenantId }) => {
    const asked = { pattern: 'extraction.documentsByStatus', index: 'GSI2' } as const;
    const held = session();
    const own = todayReads(asked, { reader: doors().reader, who: held.who, now });
    const parts = { ...own, session: held, attention, readList };
    return own.reads.billed(
      await fromAttentionOr(tenantId, parts, {
        attention: (answeredFrom) => groupsFromAttention(answeredFrom, parts),
        tenants: (whyNot) => groupsOfTenants(tenantId, whyNot, parts),
      }),
    );
  };
}

async function groupsOfTenants(
  tenantId: string | null,
  whyNot: string | null,
  parts: FleetParts & Pick<ListingParts, 'readList'>,
): Promise<Result<TodayGroups>> {
  const { calls, readAt, now: begun } = parts;
  const scope = await tenantsOfToday(tenantId, parts);
  if (!scope.ok) return scope;
  const failed = await batchesByStatus(scope.value, ['FAILED'], parts);
  if (!failed.ok) return failed;
  const { batches, isAll } = failed.value.of('FAILED');
  const withFailures = batches.map(({ batch }) => batch).filter(({ counts }) => counts.FAILED !== 0);
  const read = await failedDocuments(withFailures.slice(0, mostBatches), parts);
  if (!read.ok) return read;
  const { found, isCut, problems } = read.value;
  return ok({
    answeredFrom: askedTenants(scope.value, whyNot),
    groups: groupsOfToday(found, begun),
    batchesRead: found.length,
    batchesLeft: { count: withFailures.length - found.length, isAtLeast: !isAll },
    documentsRead: {
      count: found.reduce((sum, { documents }) => sum + documents.length, 0),
      isAtLeast: isCut,
    },
    problems: [...scope.value.problems, ...failed.value.problems, ...problems],
    calls: calls(),
    readAt: readAt(),
  });
}

interface Documents {
  readonly found: readonly FailedBatch[];
  /** This is true when one of the batches has more failed documents. */
  readonly isCut: boolean;
  readonly problems: readonly string[];
}

async function failedDocuments(
  batches: readonly Batch[],
  { reader, reads }: TodayReads,
): Promise<Result<Documents>> {
  const answers = await Promise.all(
    batches.map(async (batch) => {
      const { tenantId, batchId } = batch;
      const key = { tenantId, batchId, status: 'FAILED' };
      const options = { pageSize: pageOfDocuments };
      const read = reads.paid(await reader.run('extraction.documentsByStatus', key, options));
      return { batch, read };
    }),
  );
  const trouble = troubleByCause();
  const found: FailedBatch[] = [];
  let isCut = false;
  let stopped: Failure | null = null;
  for (const { batch, read } of answers) {
    if (read.ok) {
      found.push({ batch, documents: itemsOfKind(read.value.items, 'Document').own.map(documentRow) });
      isCut ||= read.value.cursor !== null;
    } else if (concernsAll(read.failure)) stopped ??= read.failure;
    else trouble.note(`the failed documents of ${batch.batchId}`, read.failure);
  }
  if (stopped !== null) return { ok: false, failure: stopped };
  return ok({ found, isCut, problems: trouble.sentences() });
}
