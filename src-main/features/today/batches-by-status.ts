import { ok, type Failure, type Result } from '#shared/contract/result.ts';
import type { Session } from '#shared/contract/session.ts';
import { listed } from '#shared/domain/formatting.ts';
import type { ListedBatch, ListedBatches } from '#shared/domain/today-figures.ts';
import { inLanes } from '../../reads/in-lanes.ts';
import { concernsAll } from '../../reads/paid-reads.ts';
import { batchRow } from '../../rows/batch-rows.ts';
import { itemsOfKind } from '../../rows/page-of-rows.ts';
import { placeInQueue } from '../../rows/waiting-document.ts';
import type { ReadList, TodayReads, TodayTenants } from './today-reads.ts';

type StatusLooked = 'FAILED' | 'PROCESSING' | 'REVIEW_REQUIRED';

interface BatchesByStatus {
  /** Covers all tenants together. */
  readonly of: (status: StatusLooked) => ListedBatches;
  /** This is null where that was not read. */
  readonly ofTenant: (tenantId: string, status: StatusLooked) => ListedBatches | null;
  readonly problems: readonly string[];
}

interface Parts extends TodayReads {
  readonly session: Session;
  readonly readList: ReadList;
}

export const atOnce = 8;

const words = { FAILED: 'failed', PROCESSING: 'running', REVIEW_REQUIRED: 'waiting' } as const;

/** Reads the first page of each status, some 1,300 batches. A failure for one tenant leaves the others unaffected. */
export async function batchesByStatus(
  { tenants, isAll }: TodayTenants,
  statuses: readonly StatusLooked[],
  { reader, reads, session, readList, asOldAs }: Parts,
): Promise<Result<BatchesByStatus>> {
  const lists = new Map<string, ListedBatches>();
  const trouble = troubleByCause();
  let stopped: Failure | null = null;
  const questions = tenants.flatMap(({ tenantId }) => statuses.map((status) => ({ tenantId, status })));
  await inLanes(questions, atOnce, async ({ tenantId, status }) => {
    if (stopped !== null) return;
    const { list, begunAt } = await readList({ session, tenantId, status }, async () => {
      const read = reads.paid(await reader.run('extraction.batchesByStatus', { tenantId, status }));
      if (!read.ok) return read;
      const { items, cursor } = read.value;
      // An item of another kind has no documents that could fail or wait; Triage lists it.
      const batches = itemsOfKind(items, 'Batch').own.map((item) => ({
        batch: batchRow(item),
        since: placeInQueue(item),
      }));
      return ok({ batches, isAll: cursor === null });
    });
    asOldAs(begunAt);
    if (list.ok) lists.set(listKey(tenantId, status), list.value);
    else if (concernsAll(list.failure)) stopped = list.failure;
    else trouble.note(`the ${words[status]} batches of ${tenantId}`, list.failure);
  });
  if (stopped !== null) return { ok: false, failure: stopped };
  return ok({
    ofTenant: (tenantId, status) => lists.get(listKey(tenantId, status)) ?? null,
    of(status) {
      const own = tenants.map(({ tenantId }) => lists.get(listKey(tenantId, status)));
      return {
        batches: own.flatMap((list) => list?.batches ?? []).toSorted(newestFirst),
        isAll: isAll && own.every((list) => list?.isAll === true),
      };
    },
    problems: trouble.sentences(),
  });
}

function listKey(tenantId: string, status: StatusLooked): string {
  return `${tenantId}#${status}`;
}

/** Treats a batch without a time as the oldest. */
function newestFirst(a: ListedBatch, b: ListedBatch): number {
  const [one, other] = [a.since ?? 0, b.since ?? 0];
  if (one !== other) return other - one;
  return a.batch.batchId < b.batch.batchId ? 1 : -1;
}

interface Trouble {
  readonly note: (what: string, failure: Failure) => void;
  readonly sentences: () => string[];
}

const mostNamed = 3;

/** Groups failures by cause, because a person who is refused one tenant's batches is mostly refused all of them. */
export function troubleByCause(): Trouble {
  const causes = new Map<string, Set<string>>();
  return {
    note(what, { message }) {
      causes.set(message, (causes.get(message) ?? new Set()).add(what));
    },
    sentences: () => [...causes].map(([message, whats]) => `Not read: ${listSome([...whats])}. ${message}`),
  };
}

/** Formats as "A, B, C and 4 more". */
export function listSome(whats: readonly string[]): string {
  const named = whats.slice(0, mostNamed);
  const more = whats.length - named.length;
  return listed(more > 0 ? [...named, `${more} more`] : named);
}
