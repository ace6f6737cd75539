import { ok, type Failure, type Result } from '#shared/contract/result.ts';
import type { QueueInput } from '#shared/contract/review.ts';
import type { Persona } from '#shared/contract/session.ts';
import type { Batch } from '#shared/contract/pipeline-items.ts';
import { findMergeOrder, placeInOrder } from '#shared/domain/review/review-order.ts';
import { unopened, type Stream } from '#shared/domain/review/review-queue.ts';
import { listOnlyTenants, maySeeTenant } from '#shared/permissions.ts';
import { passingReader, type CatalogueReader } from '../../aws/dynamodb/reading.ts';
import { outOfScope } from '../../aws/scope/out-of-scope.ts';
import {
  concernsAll,
  everyItem,
  everyTenant,
  type NotAsked,
  type PaidReads,
} from '../../reads/paid-reads.ts';
import { latestWanted, type QueueReads } from '../../reads/queue-filters.ts';
import {
  neverWhole,
  openBatch,
  streamKey,
  type OpenBatch,
  wholeForEver,
  type QueuePlace,
} from '../../reads/review-queue.ts';
import { explainUsualOrder, noWorkflows } from '../../reads/workflow-facts.ts';
import { batchRow } from '../../rows/batch-rows.ts';
import { itemsOfKind } from '../../rows/page-of-rows.ts';
import { tenantFacts } from '../../rows/tenant-rows.ts';
import type { WaitingDocument } from '../../rows/waiting-document.ts';

interface Parts {
  readonly reader: CatalogueReader;
  readonly reads: PaidReads;
  readonly who: Persona | null;
  /** Says why attention is not asked; null where one tenant is meant. */
  readonly whyNot: string | null;
  readonly workflows?: QueueReads['workflows'];
  readonly now: number;
}

/** Finds the batches that have waiting documents, without opening any of them. */
export async function beginQueue(
  input: QueueInput,
  { reader: lasting, reads, who, whyNot, workflows: findWorkflows, now }: Parts,
): Promise<Result<{ readonly place: QueuePlace; readonly throttled: number }>> {
  const reader = passingReader(lasting);
  const scope = await tenantsInScope(input.tenantId, { reader, reads, who });
  if (!scope.ok) return scope;
  const { tenants } = scope.value;
  const notAsked: NotAsked[] = [...scope.value.notAsked];
  const answers = await Promise.all(
    tenants.map(async ({ tenantId }) => ({
      tenantId,
      found: await waitingBatches(tenantId, { reader, reads }),
    })),
  );

  const batches: Batch[] = [];
  const failures: Failure[] = [];
  let [waiting, throttled, isExact] = [0, 0, true];
  for (const { tenantId, found } of answers) {
    if (!found.ok) {
      if (concernsAll(found.failure)) return found;
      failures.push(found.failure);
      notAsked.push({ tenantId, why: found.failure.message });
      continue;
    }
    batches.push(...found.value.batches);
    waiting += found.value.waiting;
    throttled += found.value.throttled;
    isExact &&= found.value.isExact;
    if (!found.value.isAll) notAsked.push({ tenantId, why: tooManyBatches });
  }
  const [failure] = failures;
  // If every tenant failed, there is nothing to show beside the failure.
  if (failure !== undefined && failures.length === tenants.length) return { ok: false, failure };

  const latest = latestWanted(input, now);
  const asked = batches.filter(
    (batch) => input.workflowId === undefined || batch.workflowId === input.workflowId,
  );
  const streams = new Map<string, Stream<WaitingDocument>>();
  const open = new Map<string, OpenBatch>();
  const order = findMergeOrder(input.sort) ?? 'waiting';
  const workflows = await (findWorkflows?.(asked) ?? noWorkflows);
  notAsked.push(...explainUsualOrder(workflows, input.tenantId ?? everyTenant));
  for (const batch of asked) {
    const [key, from] = [streamKey(batch), findBeginning(batch)];
    if (from > latest) continue;
    const unread = openBatch(batch, input, workflows);
    streams.set(key, unopened(key, placeInOrder(order, from, unread.order)));
    open.set(key, unread);
  }
  const place: QueuePlace = {
    begunAt: now,
    keptAt: now,
    streams,
    open,
    shards: new Map(),
    tenantNames: new Map(tenants.map(({ tenantId, name }) => [tenantId, name])),
    given: [],
    said: {
      answeredFrom: {
        from: 'tenants',
        asked: tenants.length,
        areAll: !notAsked.some(({ tenantId }) => tenantId === everyTenant),
        whyNotAttention: whyNot,
      },
      waiting,
      waitingExact: isExact && notAsked.length === 0,
      batches: asked.length,
      read: 0,
      notAsked,
      leftOut: new Map(),
    },
    wholeUntil: notAsked.length === 0 ? wholeForEver : neverWhole,
  };
  return ok({ place, throttled });
}

const tooManyBatches =
  'It has more batches in progress than were read, so the longest-waiting documents may be missing. Choose a workflow, or open its batches in Triage.';

/** No document of a batch can have waited longer than the batch exists. */
function findBeginning({ createdAt }: Batch): number {
  return createdAt === null ? Number.NEGATIVE_INFINITY : Date.parse(createdAt);
}

interface TenantsInScope {
  readonly tenants: readonly { readonly tenantId: string; readonly name: string | null }[];
  readonly notAsked: readonly NotAsked[];
}

interface ScopeParts {
  readonly reader: CatalogueReader;
  readonly reads: PaidReads;
  readonly who: Persona | null;
}

/** Each tenant takes three questions, and a person waits for the answer. */
const mostTenants = 200;
const mostPagesOfTenants = 10;

/**
 * Chooses whose documents are listed: one tenant's, those of the person's tenants, or those of the whole directory.
 */
async function tenantsInScope(
  tenantId: string | undefined,
  { reader, reads, who }: ScopeParts,
): Promise<Result<TenantsInScope>> {
  if (tenantId !== undefined) {
    if (!maySeeTenant(who, tenantId)) return outOfScope(tenantId, 'Nothing was read.');
    return ok({ tenants: [{ tenantId, name: null }], notAsked: [] });
  }
  const mine = listOnlyTenants(who);
  if (mine !== null) {
    return ok(
      asMany(
        mine.map((one) => ({ tenantId: one, name: null })),
        true,
      ),
    );
  }
  const read = await everyItem(
    async (cursor) => reads.paid(await reader.run('extraction.tenants', {}, { cursor })),
    mostPagesOfTenants,
  );
  if (!read.ok) return concernsAll(read.failure) ? read : ok(unknown(read.failure.message));
  const tenants = read.value.items.map((item) => tenantFacts(item, 'TenantInDirectory'));
  if (tenants.length === 0)
    return ok({ tenants: [], notAsked: [{ tenantId: everyTenant, why: noDirectory }] });
  return ok(asMany(tenants, read.value.isAll));
}

function asMany(tenants: TenantsInScope['tenants'], isAll: boolean): TenantsInScope {
  if (tenants.length <= mostTenants && isAll) return { tenants, notAsked: [] };
  const why = `Only the first ${Math.min(mostTenants, tenants.length)} tenants were read. Choose a tenant in the top bar to see another.`;
  return { tenants: tenants.slice(0, mostTenants), notAsked: [{ tenantId: everyTenant, why }] };
}

/** The same sentence stands on Today, which reads the directory for itself. */
const noDirectory =
  "This deployment has no tenant directory, so nothing was read for all tenants. Open a tenant in Triage by its id or a member's e-mail, then choose it in the top bar.";

/**
 * Refuses to fall back to tenants that were pinned or opened here, because they say nothing about which tenants exist.
 */
function unknown(reason: string): TenantsInScope {
  const why = `Couldn't load the tenant list, so no queue was read. ${reason} Choose a tenant in the top bar.`;
  return { tenants: [], notAsked: [{ tenantId: everyTenant, why }] };
}

interface WaitingBatches {
  /** Each of them has waiting documents, or may have. */
  readonly batches: readonly Batch[];
  /** This is the number according to the batches' own counts. */
  readonly waiting: number;
  /** This is true when every batch was read and each gives a number. */
  readonly isExact: boolean;
  /** This is true when every batch was read. */
  readonly isAll: boolean;
  readonly throttled: number;
}

/**
 * A waiting document is in a batch with one of these, because a batch without failures or waiting documents is
 * SUCCEEDED.
 */
const statuses = ['REVIEW_REQUIRED', 'PROCESSING', 'FAILED'] as const;
/**
 * A page has 1 MB, some 1,300 batches. Most failed batches have nothing to review, so no more than a page of them is read;
 * the number of waiting documents is then not exact.
 */
const mostPages = { REVIEW_REQUIRED: 10, PROCESSING: 10, FAILED: 1 } as const;

/** Lists the tenant's batches that need a reviewer, with three questions to the status index. */
async function waitingBatches(
  tenantId: string,
  { reader, reads }: { readonly reader: CatalogueReader; readonly reads: PaidReads },
): Promise<Result<WaitingBatches>> {
  const answers = await Promise.all(
    statuses.map((status) =>
      everyItem(
        async (cursor) =>
          reads.paid(await reader.run('extraction.batchesByStatus', { tenantId, status }, { cursor })),
        mostPages[status],
      ),
    ),
  );
  const found = new Map<string, Batch>();
  let isAll = true;
  let throttled = 0;
  for (const answer of answers) {
    if (!answer.ok) return answer;
    isAll &&= answer.value.isAll;
    throttled += answer.value.throttled;
    // A batch may have changed its status between two questions.
    for (const batch of itemsOfKind(answer.value.items, 'Batch').own.map(batchRow))
      found.set(batch.batchId, batch);
  }
  // A batch that gives no number has to be read.
  const batches = [...found.values()].filter(({ counts }) => counts.REVIEW_REQUIRED !== 0);
  return ok({
    batches,
    waiting: batches.reduce((sum, { counts }) => sum + (counts.REVIEW_REQUIRED ?? 0), 0),
    isExact: isAll && batches.every(({ counts }) => counts.REVIEW_REQUIRED !== null),
    isAll,
    throttled,
  });
}
