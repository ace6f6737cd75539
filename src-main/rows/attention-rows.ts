import { keyText } from '#shared/catalogue/items/attribute-value.ts';
import type { CauseOfRow, FleetBatch } from '#shared/contract/fleet.ts';
import type { Batch } from '#shared/contract/pipeline-items.ts';
import { batchStatuses } from '#shared/domain/statuses.ts';
import type { StoredItem } from '../aws/dynamodb/reading.ts';
import { readCounts } from './batch-rows.ts';
import { readRow, readStatus, type AttributeReading } from './read-row.ts';
import { shownText } from './shown-text.ts';

/** An item of attention without the tenant's name, which no such item has. */
export type AttentionRow = Omit<FleetBatch, 'tenantName' | 'listedAt'>;

export function attentionRow(item: StoredItem): AttentionRow {
  const { read, id, problems } = readRow(item, 'Attention');
  const documentCount = read.size('documentCount');
  const workedOnBy = read.whole('workedOnBy', 'optional');
  return {
    tenantId: id('tenantId'),
    projectId: id('projectId'),
    workflowId: read.whole('workflowId'),
    batchId: id('batchId'),
    status: readStatus(read, batchStatuses).status,
    since: read.time('since', 'optional'),
    changedAt: read.time('changedAt'),
    counts: readCounts(read.map('counts'), documentCount).counts,
    documentCount,
    causes: readCauses(read.map('causes')),
    waiting: read.size('waiting'),
    oldestReviewAt: read.time('oldestReviewAt', 'optional'),
    deliveriesGivenUp: read.size('deliveriesGivenUp', 'optional') ?? 0,
    givenUpAt: read.time('givenUpAt', 'optional'),
    workedOnBy: workedOnBy === null ? null : shownText(workedOnBy),
    workedOnSince: read.time('workedOnSince', 'optional'),
    problems,
  };
}

/** Returns the time in the index that the item was read from; null when that is not a time. */
export function placeInAttention({ attributes }: StoredItem, sortKey: string): number | null {
  const at = Date.parse(keyText(attributes, sortKey) ?? '');
  return Number.isNaN(at) ? null : at;
}

/** Makes the row of a batch; what attention does not hold is null. */
export function batchOfAttention(row: AttentionRow): Batch {
  const { tenantId, projectId, batchId, workflowId, status, since, counts, documentCount } = row;
  return {
    tenantId,
    projectId,
    batchId,
    status,
    otherStatus: null,
    statusSince: since,
    counts,
    otherCounts: [],
    documentCount,
    received: null,
    workflowId,
    run: null,
    runs: {},
    execution: null,
    confidenceThreshold: null,
    reviewThreshold: null,
    submittedBy: null,
    version: null,
    createdAt: null,
    updatedAt: row.changedAt,
    ...(row.workedOnBy !== null && { workedOnBy: row.workedOnBy, workedOnSince: row.workedOnSince }),
    catchingUp: false,
    expired: false,
    problems: row.problems,
  };
}

/** A cause of which no document stands failed any more is left out. */
function readCauses(causes: AttributeReading | null): CauseOfRow[] {
  const rows = (causes?.names() ?? []).flatMap((fingerprint): CauseOfRow[] => {
    const cause = causes?.map(fingerprint) ?? null;
    const count = cause?.size('count') ?? 0;
    if (cause === null || count === 0) return [];
    return [
      {
        fingerprint,
        count,
        stage: cause.text('stage', 'optional') || null,
        code: cause.text('code', 'optional') || null,
        pattern: cause.text('pattern', 'optional') ?? '',
      },
    ];
  });
  return rows.toSorted((a, b) => b.count - a.count || (a.fingerprint < b.fingerprint ? -1 : 1));
}
