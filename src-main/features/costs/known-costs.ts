import type { UsageTotals } from '#shared/contract/costs.ts';
import type { Session } from '#shared/contract/session.ts';
import type { Batch } from '#shared/contract/pipeline-items.ts';
import { countDocuments } from '../../rows/batch-rows.ts';

/** Holds the batches that a watch has listed and metered so far. */
export interface KnownCosts {
  /** Lists the newest first. */
  readonly batches: readonly ListedBatch[];
  /** This is keyed by `batchKey`. */
  readonly metered: ReadonlyMap<string, Metered>;
}

export interface Asked {
  readonly tenantId: string | null;
  readonly days: 1 | 7 | 30;
}

/** Keeps the last lists by question and person, so that no person is shown what another has read. */
export interface KnownCostsShelf {
  put(session: Session, asked: Asked, known: KnownCosts): void;
  find(session: Session, asked: Asked): KnownCosts | undefined;
}

const mostKept = 6;

export function knownCostsShelf(): KnownCostsShelf {
  const kept = new Map<string, KnownCosts>();
  return {
    put(session, asked, known) {
      const key = shelfKey(session, asked);
      kept.delete(key);
      kept.set(key, known);
      for (const oldest of kept.keys()) {
        if (kept.size <= mostKept) break;
        kept.delete(oldest);
      }
    },
    /** Falls back to the list of all tenants, which includes this tenant's batches. */
    find: (session, asked) =>
      kept.get(shelfKey(session, asked)) ?? kept.get(shelfKey(session, { ...asked, tenantId: null })),
  };
}

export function worldOfSession({ connection, who, sandboxResets }: Session): string {
  return JSON.stringify([connection.id, who?.id ?? null, who?.tenants ?? null, sandboxResets]);
}

function shelfKey(session: Session, { tenantId, days }: Asked): string {
  return JSON.stringify([worldOfSession(session), tenantId, days]);
}

/** Contains the facts of a batch that matter for its costs. */
export interface ListedBatch {
  readonly tenantId: string;
  readonly projectId: string;
  readonly batchId: string;
  readonly workflowId: string | null;
  readonly createdAt: string | null;
  /** This is the day of submission in UTC. */
  readonly day: string | null;
  readonly run: number | null;
  /** This is the batch's own count or, where it gives none, the number of documents it is known to have. */
  readonly documents: number;
  readonly isCounted: boolean;
  /** Counts documents that have been worked on, and so have consumed something. */
  readonly processed: number;
  /** This is true while some of its consumption is not recorded yet. */
  readonly isInWork: boolean;
  /** Differs after each change of the batch, so after a reprocess too; null where the batch shows no changes. */
  readonly stamp: string | null;
}

export function listedBatch(batch: Batch): ListedBatch {
  const { tenantId, projectId, batchId, workflowId, createdAt, run, runs, status, version, updatedAt } =
    batch;
  const left = countStatuses(batch, ['QUEUED', 'PROCESSING']);
  const processed = countStatuses(batch, ['SUCCEEDED', 'REVIEW_REQUIRED', 'FAILED', 'REJECTED']);
  const counted = countDocuments(batch);
  const runStates = Object.values(runs);
  return {
    tenantId,
    projectId,
    batchId,
    workflowId,
    createdAt,
    day: readDay(createdAt),
    run,
    documents: Math.max(counted ?? 0, left + processed),
    isCounted: counted !== null,
    processed,
    isInWork:
      status === 'QUEUED' ||
      status === 'PROCESSING' ||
      // A batch that does not record its runs may still have one at work on the documents that are left.
      (left > 0 && (runStates.length === 0 || runStates.includes('RUNNING'))),
    stamp: version === null && updatedAt === null ? null : `${version ?? ''}|${updatedAt ?? ''}`,
  };
}

export function batchKey({ tenantId, batchId }: Pick<ListedBatch, 'tenantId' | 'batchId'>): string {
  return JSON.stringify([tenantId, batchId]);
}

function countStatuses({ counts }: Batch, statuses: readonly (keyof Batch['counts'])[]): number {
  return statuses.reduce((sum, status) => sum + Math.max(0, counts[status] ?? 0), 0);
}

function readDay(createdAt: string | null): string | null {
  const time = Date.parse(createdAt ?? '');
  if (Number.isNaN(time)) return null;
  const day = new Date(time).toISOString().slice(0, 10);
  // A page cannot show a year of five digits.
  return /^\d{4}-/.test(day) ? day : null;
}

/** Sums what the documents of one batch consumed. */
export interface Metered {
  readonly totals: UsageTotals;
  /** Counts documents that were processed more than once, because their item shows only the last run. */
  readonly repeated: number;
}
