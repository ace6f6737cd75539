import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { batchKey, useLatest } from '#renderer/contract/changes-provider.tsx';
import { toFailure } from '#renderer/contract/failure-text.ts';
import type { WorkflowPlace } from '#renderer/contract/names.tsx';
import { operationOptions, pagedOptions } from '#renderer/contract/operation-options.ts';
import { useShowReceipt } from '#renderer/ui/view-receipts.tsx';
import type {
  CauseOfRow,
  Counted,
  FleetBatch,
  FleetCounts,
  FleetList,
  FleetOrder,
  Kept,
} from '#shared/contract/fleet.ts';
import type { Batch } from '#shared/contract/pipeline-items.ts';
import type { Failure } from '#shared/contract/result.ts';
import type { TriageAddress } from '../address.ts';

/** A list of all tenants as far as it was read, and a way to read more. */
export interface Fleet {
  readonly rows: readonly FleetBatch[];
  /** Undefined before the first answer. */
  readonly kept: Kept | undefined;
  readonly order: FleetOrder;
  readonly read: ReadSum;
  readonly throttled: number;
  /** True if the whole list was read, as far as it is kept. */
  readonly isAll: boolean;
  readonly isReading: boolean;
  readonly failure: Failure | undefined;
  readonly readOn: () => void;
  readonly readAgain: () => void;
}

interface ReadSum {
  readonly batches: number;
  readonly matched: number;
  readonly budget: number;
  /** True if the last page ended because its budget was used up. */
  readonly isCut: boolean;
}

type Chosen = Pick<TriageAddress, 'order' | 'of' | 'workflow' | 'cause' | 'olderThanMinutes'>;

const pageSize = 50;
/** A person who comes back after a minute gets fresh data; the row that was left stays active. */
const freshMs = 60_000;

/** Reads one list. An order that the list does not have is not asked for. */
export function useFleet(list: FleetList, chosen: Chosen, isWanted: boolean): Fleet {
  const { order, of, workflow, cause, olderThanMinutes } = chosen;
  const orders = ordersOf[list];
  const asked = orders.find((one) => one === order) ?? orders[0];
  const query = useInfiniteQuery({
    ...pagedOptions('fleet.batches', {
      list,
      order: asked,
      ...(of !== null && { tenantId: of }),
      ...(workflow !== null && { workflowId: workflow }),
      ...(cause !== null && { fingerprint: cause }),
      ...(olderThanMinutes !== null && { olderThanMinutes }),
      pageSize,
    }),
    enabled: isWanted,
    staleTime: freshMs,
  });
  const { batches } = useLatest();
  const pages = query.data?.pages;
  const listed = useMemo(() => (pages ?? []).flatMap(({ value }) => value.rows), [pages]);
  const rows = useMemo(() => applyChanges(listed, batches, list), [listed, batches, list]);
  useShowReceipt(
    'list',
    pages?.flatMap(({ receipt }) => receipt ?? []),
  );
  const last = pages?.at(-1)?.value;
  return {
    rows,
    kept: last?.kept,
    order: last?.order ?? asked,
    read: {
      batches: (pages ?? []).reduce((sum, { value }) => sum + value.read.batches, 0),
      matched: (pages ?? []).reduce((sum, { value }) => sum + value.read.matched, 0),
      budget: last?.read.budget ?? 0,
      isCut: last?.read.isCut ?? false,
    },
    throttled: (pages ?? []).reduce((sum, { value }) => sum + value.throttled, 0),
    isAll: query.data !== undefined && !query.hasNextPage,
    isReading: query.isFetching,
    failure: query.error === null ? undefined : toFailure(query.error),
    readOn: () => {
      if (!query.isFetching && query.hasNextPage) void query.fetchNextPage();
    },
    readAgain: () => void query.refetch(),
  };
}

/** The orders that each list has, its usual one first. */
export const ordersOf: Readonly<Record<FleetList, readonly [FleetOrder, ...FleetOrder[]]>> = {
  failed: ['newest', 'longest'],
  review: ['longest'],
  running: ['newest', 'longest'],
  'standing-still': ['longest'],
  deliveries: ['newest'],
};

/** Counts the batches of each list. */
export function useFleetCounts(isWanted: boolean): FleetCounts | undefined {
  const query = useQuery({
    ...operationOptions('fleet.counts', {}),
    enabled: isWanted,
    staleTime: freshMs,
  });
  useShowReceipt('counts', query.data?.receipt);
  return query.data?.value;
}

/** "9", "at least 200" as "200+", and undefined for an unknown number. */
export function formatCounted(counted: Counted | undefined): string | undefined {
  if (counted === undefined || (counted.count === 0 && counted.isAtLeast)) return undefined;
  return `${counted.count.toLocaleString('en')}${counted.isAtLeast ? '+' : ''}`;
}

/**
 * Applies what actions of this person have changed since. A batch that left the status of a list leaves the list; a
 * batch that came into it appears when the list is read again.
 */
export function applyChanges(
  rows: readonly FleetBatch[],
  latest: ReadonlyMap<string, Batch>,
  list: FleetList,
): readonly FleetBatch[] {
  if (latest.size === 0) return rows;
  return rows.flatMap((row) => {
    const batch = latest.get(batchKey(row));
    if (batch === undefined || (batch.updatedAt ?? '') <= (row.changedAt ?? '')) return row;
    const status = statusOf[list];
    if (status !== undefined && batch.status !== status) return [];
    const { counts, documentCount } = batch;
    return { ...row, status: batch.status, counts, documentCount, waiting: counts.REVIEW_REQUIRED };
  });
}

const statusOf: Readonly<Partial<Record<FleetList, Batch['status']>>> = {
  failed: 'FAILED',
  running: 'PROCESSING',
  'standing-still': 'PROCESSING',
};

export interface Seen {
  readonly tenants: ReadonlyMap<string, string>;
  readonly workflows: ReadonlyMap<string, WorkflowPlace>;
  readonly causes: ReadonlyMap<string, CauseOfRow>;
}

export const nothingSeen: Seen = { tenants: new Map(), workflows: new Map(), causes: new Map() };

/** Adds what these rows offer as filters. Returns the same object if there is nothing new. */
export function addSeen(seen: Seen, rows: readonly FleetBatch[]): Seen {
  const tenants = new Map(seen.tenants);
  const workflows = new Map(seen.workflows);
  const causes = new Map(seen.causes);
  for (const { tenantId, tenantName, projectId, workflowId, causes: own } of rows) {
    tenants.set(tenantId, tenantName ?? tenants.get(tenantId) ?? tenantId);
    if (workflowId !== null) {
      workflows.set(`${tenantId} ${projectId} ${workflowId}`, { tenantId, projectId, workflowId });
    }
    for (const cause of own) causes.set(cause.fingerprint, causes.get(cause.fingerprint) ?? cause);
  }
  const isSame =
    tenants.size === seen.tenants.size &&
    workflows.size === seen.workflows.size &&
    causes.size === seen.causes.size;
  return isSame ? seen : { tenants, workflows, causes };
}
