import { earlier, later, type CauseRow } from './attention.ts';
import type { PlainItem } from '../plain-items.ts';
import type { BatchItem } from './item-shapes.ts';

/** Causes by day expire after this many days. */
export const causeDays = 90;

export function addToCauseOfTenant(
  before: PlainItem | undefined,
  row: CauseRow,
  { tenantId, projectId, batchId }: Pick<BatchItem, 'tenantId' | 'projectId' | 'batchId'>,
  now: number,
): PlainItem {
  // The order in which batches are counted must not matter.
  const newest = `${textIn(before, 'lastAt')}#${textIn(before, 'newestBatchId')}`;
  const isNewest = `${row.lastAt}#${batchId}` > newest;
  return {
    ...before,
    ...causeKeys.ofTenant(row, tenantId),
    ...addCounts(before, row, now),
    ...(isNewest && { newestBatchId: batchId, newestProjectId: projectId }),
  };
}

export function addToCauseOfDay(
  before: PlainItem | undefined,
  row: CauseRow,
  { newTenants, now }: { readonly newTenants: number; readonly now: number },
): PlainItem {
  return {
    ...writeCause(row),
    ...before,
    ...causeKeys.ofDay(row),
    ...addCounts(before, row, now),
    tenants: numberIn(before, 'tenants') + newTenants,
  };
}

/** Undefined: the cause was known by then. */
export function addToKnownCause(
  before: PlainItem | undefined,
  row: CauseRow,
  now: number,
): PlainItem | undefined {
  if (before && textIn(before, 'firstAt') <= row.firstAt) return undefined;
  return {
    ...writeCause(row),
    ...before,
    ...causeKeys.known(row),
    ...stamp(before, now),
    firstAt: row.firstAt,
  };
}

export const causeKeys = {
  ofTenant: ({ day, fingerprint }: Pick<CauseRow, 'day' | 'fingerprint'>, tenantId: string) => ({
    PK: `CAUSE#${fingerprint}#${day}`,
    SK: `TENANT#${tenantId}`,
  }),
  ofDay: ({ day, fingerprint }: Pick<CauseRow, 'day' | 'fingerprint'>) => ({
    PK: `CAUSES#${day}`,
    SK: `CAUSE#${fingerprint}`,
  }),
  known: ({ fingerprint }: Pick<CauseRow, 'fingerprint'>) => ({
    PK: 'CAUSES#KNOWN',
    SK: `CAUSE#${fingerprint}`,
  }),
} as const;

function addCounts(before: PlainItem | undefined, row: CauseRow, now: number): PlainItem {
  return {
    ...stamp(before, now),
    ttl: Math.floor(Date.parse(row.day) / 1_000) + (causeDays + 1) * 86_400,
    count: numberIn(before, 'count') + row.count,
    ...Object.fromEntries(
      Object.entries(row.hours).map(([hour, count]) => [hour, numberIn(before, hour) + count]),
    ),
    firstAt: earlier(before && textIn(before, 'firstAt'), row.firstAt),
    lastAt: later(before && textIn(before, 'lastAt'), row.lastAt),
  };
}

function stamp(before: PlainItem | undefined, now: number): PlainItem {
  const at = new Date(now).toISOString();
  return {
    version: numberIn(before, 'version') + 1,
    createdAt: before?.createdAt ?? at,
    updatedAt: at,
  };
}

function writeCause({ cause: { stage, code, pattern } }: CauseRow): PlainItem {
  return { ...(stage !== '' && { stage }), ...(code !== '' && { code }), pattern };
}

function numberIn(item: PlainItem | undefined, name: string): number {
  const value = item?.[name];
  return typeof value === 'number' ? value : 0;
}

function textIn(item: PlainItem | undefined, name: string): string {
  const value = item?.[name];
  return typeof value === 'string' ? value : '';
}
