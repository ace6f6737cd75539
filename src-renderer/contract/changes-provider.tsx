import { useQueryClient } from '@tanstack/react-query';
import { createContext, useContext, useEffect, useState, type ReactNode } from 'react';
import type { Changes } from '#shared/contract/jobs.ts';
import type { Batch } from '#shared/contract/pipeline-items.ts';
import type { DocumentRow } from '#shared/contract/triage.ts';
import { bridgeOf } from './query-client.ts';

interface ChangesProviderProps {
  readonly connectionId: string;
  /** What is known belongs to this connection, person and sandbox, and to no other. */
  readonly scope: string;
  readonly children: ReactNode;
}

/** Mounted once. Not by useWatch, which keeps the last push only: of changes every one counts. */
export function ChangesProvider({ connectionId, scope, children }: ChangesProviderProps) {
  const bridge = bridgeOf(useQueryClient());
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

/** What actions have made of items since this window was opened, newer than any list that was read. */
interface LatestChanges {
  /** By `batchKey`. */
  readonly batches: ReadonlyMap<string, Batch>;
  /** By `documentKey`. */
  readonly documents: ReadonlyMap<string, DocumentRow>;
}

export const noChanges: LatestChanges = { batches: new Map(), documents: new Map() };

const LatestContext = createContext<LatestChanges>(noChanges);

/** For `latestBatches` and `latestDocuments`. */
export function useLatest(): LatestChanges {
  return useContext(LatestContext);
}

/** The largest plan twice over; of more than that, those that changed first are forgotten. */
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
 * A list as it is after what actions have changed, though its index may not know yet. A row gives way only to one
 * with a version that is not lower. Those that no longer belong leave; those that now do come in at the top.
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

/** Ids are unique only within a tenant. */
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

/** False only where it is certain to be older. */
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

/** An item that moved while a list was paged may be in two of its pages. */
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
