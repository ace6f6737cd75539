import { useMemo } from 'react';
import type { Batch } from '#shared/contract/triage/batches.ts';
import type { DocumentRow } from '#shared/contract/triage/documents.ts';
import { failureGroups } from '#shared/domain/failure-groups.ts';
import type { FailureGroup } from '#shared/domain/failure-groups.ts';
import { useLatest } from '#renderer/contract/use-changes.ts';
import { restPrice } from './list-words.ts';
import { useReadAll } from './read-all.ts';
import type { ReadingAll } from './read-all.ts';
import type { BatchDocuments } from './use-batch-documents.ts';

/** The failed documents of a batch that were read, by cause. */
export interface Failed {
  readonly groups: readonly FailureGroup[];
  readonly read: number;
  /** By the batch item. */
  readonly counted: number | null;
  readonly complete: boolean;
  /** How many are left in the index to be read, and what that would cost. */
  readonly left: number;
  readonly price: string | undefined;
  /** How many the batch counts that its index does not list. */
  readonly missing: number;
  readonly isReadingFirst: boolean;
  readonly reading: ReadingAll;
  readonly readRest: () => void;
  readonly readBase: () => void;
  /** Reads what is left first; null where that failed or was stopped. */
  readonly allFailed: () => Promise<readonly DocumentRow[] | null>;
}

export function useFailed(batch: Batch, { known, failed, base, receipts }: BatchDocuments): Failed {
  const { documents: latest } = useLatest();
  const reading = useReadAll(failed);
  const readingBase = useReadAll(base);
  const documents = useMemo(() => known.filter(isFailed), [known]);
  const groups = useMemo(() => failureGroups(documents), [documents]);
  const isChanged = useMemo(
    () => [...latest.values()].some(({ batchId }) => batchId === batch.batchId),
    [latest, batch.batchId],
  );

  const counted = batch.counts.FAILED;
  const allListed = failed.complete || base.complete;
  const left = allListed ? 0 : Math.max(0, (counted ?? 0) - documents.length);
  const isAllRead = allListed || (counted !== null && left === 0);
  // While an action moves documents on, their batch's counts and their own news come one after the other.
  const missing =
    failed.complete && !base.complete && !isChanged ? Math.max(0, (counted ?? 0) - documents.length) : 0;
  return {
    groups,
    read: documents.length,
    counted,
    complete: missing === 0 && isAllRead,
    left,
    price: restPrice(left, receipts),
    missing,
    isReadingFirst: failed.reading && documents.length === 0,
    reading: readingBase.at === null ? reading : readingBase,
    readRest: () => void reading.readAll(),
    readBase: () => void readingBase.readAll(),
    allFailed: async () => (isAllRead ? documents : ((await reading.readAll())?.filter(isFailed) ?? null)),
  };
}

function isFailed({ status }: DocumentRow): boolean {
  return status === 'FAILED';
}
