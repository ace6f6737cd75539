import { ok, type Result } from '#shared/contract/result.ts';
import type { TodayBatches, todayOperations } from '#shared/contract/today.ts';
import { batchFigures, figuresOfTenant } from '#shared/domain/today-figures.ts';
import type { ConnectionDoors } from '../../aws/doors.ts';
import type { CatalogueReader } from '../../aws/dynamodb/reading.ts';
import { createSlots } from '../../aws/patience.ts';
import type { Handlers } from '../../gate/gate.ts';
import { batchesByStatus } from './batches-by-status.ts';
import { countThroughput } from './count-throughput.ts';
import { countWaiting } from './count-waiting.ts';
import { batchesFromAttention, fromAttentionOr, type FleetParts } from './from-attention.ts';
import { groupFailures } from './group-failures.ts';
import {
  askedTenants,
  handedOn,
  tenantsOfToday,
  todayReads,
  type ListingParts,
  type TodayParts,
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
