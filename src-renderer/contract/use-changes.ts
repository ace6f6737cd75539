import { createContext, useContext } from 'react';
import type { Changes } from '#shared/contract/jobs.ts';
import type { Batch } from '#shared/contract/pipeline-items.ts';
import type { DocumentRow } from '#shared/contract/triage.ts';
import { batchKey, documentKey, mayReplace } from './lay-changes.ts';
import type { Versioned } from './lay-changes.ts';

/** What actions have made of items since this window was opened, newer than any list that was read. */
export interface LatestChanges {
  /** By `batchKey`. */
  readonly batches: ReadonlyMap<string, Batch>;
  /** By `documentKey`. */
  readonly documents: ReadonlyMap<string, DocumentRow>;
}

export const noChanges: LatestChanges = { batches: new Map(), documents: new Map() };

export const LatestContext = createContext<LatestChanges>(noChanges);

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
