import type { Batch } from '#shared/contract/pipeline-items.ts';
import type { DocumentRow } from '#shared/contract/triage.ts';

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

export interface Versioned {
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
