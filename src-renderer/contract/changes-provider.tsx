import { useQueryClient } from '@tanstack/react-query';
import { createContext, useContext, useEffect, useState, type ReactNode } from 'react';
import type { Changes } from '#shared/contract/jobs.ts';
import type { Batch } from '#shared/contract/pipeline-items.ts';
import type { DocumentRow } from '#shared/contract/triage.ts';
import { findBridge } from './query-client.ts';

interface ChangesProviderProps {
  readonly connectionId: string;
  /** The changes belong to this connection, person and sandbox only. */
  readonly scope: string;
  readonly children: ReactNode;
}

/** This mounts once. It does not use useWatch, which keeps only the last push, because every change counts. */
export function ChangesProvider({ connectionId, scope, children }: ChangesProviderProps) {
  const bridge = findBridge(useQueryClient());
  const [kept, setKept] = useState<Kept>({ scope, latest: noChanges });

  useEffect(
    () =>
      bridge.watch('changes.watch', {}, (result) => {
        if (!result.ok || result.value.connectionId !== connectionId) return;
        const changes = result.value;
        setKept((before) => ({
          scope,
          latest: withChanges(before.scope === scope ? before.latest : noChanges, changes),
        }));
      }),
    [bridge, connectionId, scope],
  );

  return <LatestContext value={kept.scope === scope ? kept.latest : noChanges}>{children}</LatestContext>;
}

interface Kept {
  readonly scope: string;
  readonly latest: LatestChanges;
}

/** These are the results of actions since this window opened, which are newer than any list read before. */
interface LatestChanges {
  /** The keys come from `batchKey`. */
  readonly batches: ReadonlyMap<string, Batch>;
  /** The keys come from `documentKey`. */
  readonly documents: ReadonlyMap<string, DocumentRow>;
}

export const noChanges: LatestChanges = { batches: new Map(), documents: new Map() };

export const LatestContext = createContext<LatestChanges>(noChanges);

/** Returns the changes that `latestBatches` and `latestDocuments` apply to a list. */
export function useLatest(): LatestChanges {
  return useContext(LatestContext);
}

/** The limit is twice the largest plan; beyond it the oldest changes are forgotten. */
const mostKept = 20_000;

export function withChanges(
  before: LatestChanges,
  { batches, documents }: Pick<Changes, 'batches' | 'documents'>,
  most = mostKept,
): LatestChanges {
  return {
    batches: merged(before.batches, batches, batchKey, most),
    documents: merged(before.documents, documents, documentKey, most),
  };
}

function merged<R extends Versioned>(
  before: ReadonlyMap<string, R>,
  rows: readonly R[],
  keyOf: (row: R) => string,
  most: number,
): ReadonlyMap<string, R> {
  if (rows.length === 0) return before;
  const after = new Map(before);
  for (const row of rows) {
    const key = keyOf(row);
    if (!mayReplace(after.get(key), row)) continue;
    after.delete(key);
    after.set(key, row);
  }
  for (const key of after.keys()) {
    if (after.size <= most) break;
    after.delete(key);
  }
  return after;
}

/**
 * Applies the changes made by actions to a list, since its index may not know them yet. A row is replaced
 * only by a version that is not lower. Rows that no longer belong leave, and new ones come in at the top.
 */
export function latestBatches(
  rows: readonly Batch[],
  latest: ReadonlyMap<string, Batch>,
  belongs: (batch: Batch) => boolean,
): readonly Batch[] {
  return laid(rows, latest, belongs, batchKey);
}

export function latestDocuments(
  rows: readonly DocumentRow[],
  latest: ReadonlyMap<string, DocumentRow>,
  belongs: (document: DocumentRow) => boolean,
): readonly DocumentRow[] {
  return laid(rows, latest, belongs, documentKey);
}

/** The tenant is part of the key because ids are unique only within a tenant. */
export function batchKey({ tenantId, batchId }: Pick<Batch, 'tenantId' | 'batchId'>): string {
  return `${tenantId} ${batchId}`;
}

export function documentKey({
  tenantId,
  batchId,
  documentId,
}: Pick<DocumentRow, 'tenantId' | 'batchId' | 'documentId'>): string {
  return `${tenantId} ${batchId} ${documentId}`;
}

interface Versioned {
  readonly version: number | null;
}

/** Is false only if the new item is certainly older. */
export function mayReplace(row: Versioned | undefined, by: Versioned): boolean {
  if (row === undefined || row.version === null) return true;
  return by.version !== null && by.version >= row.version;
}

interface Listed extends Versioned {
  readonly statusSince: string | null;
}

function laid<R extends Listed>(
  rows: readonly R[],
  latest: ReadonlyMap<string, R>,
  belongs: (row: R) => boolean,
  keyOf: (row: R) => string,
): readonly R[] {
  const listed = newestOfEach(rows, keyOf);
  const incoming = [...latest].filter(([key, row]) => !listed.has(key) && belongs(row));
  const shown = incoming.map(([, row]) => row).toSorted(newestFirst);
  let changed = shown.length > 0 || listed.size < rows.length;
  for (const [key, row] of listed) {
    const newer = latest.get(key);
    if (newer === undefined || newer === row || !mayReplace(row, newer)) {
      shown.push(row);
      continue;
    }
    changed = true;
    if (belongs(newer)) shown.push(newer);
  }
  return changed ? shown : rows;
}

/** An item that moved while the list was paged may be on two of its pages. */
function newestOfEach<R extends Listed>(
  rows: readonly R[],
  keyOf: (row: R) => string,
): ReadonlyMap<string, R> {
  const byKey = new Map<string, R>();
  for (const row of rows) {
    const key = keyOf(row);
    if (mayReplace(byKey.get(key), row)) byKey.set(key, row);
  }
  return byKey;
}

function newestFirst(left: Listed, right: Listed): number {
  return (right.statusSince ?? '').localeCompare(left.statusSince ?? '');
}
