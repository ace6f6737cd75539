import type { DownloadBatch } from '../../contract/downloads/downloads.ts';

/** A batch's files by what it says of them, each sorted. */
export interface FileSets {
  readonly expected: readonly string[];
  readonly completed: readonly string[];
  readonly failed: readonly string[];
  /** Expected, and neither completed nor failed. */
  readonly open: readonly string[];
  /** Completed or failed, and not expected. */
  readonly unexpected: readonly string[];
  /** Said to be completed and to have failed. */
  readonly inBoth: readonly string[];
}

export function fileSetsOf({
  expected,
  completed,
  failed,
}: Pick<DownloadBatch, 'expected' | 'completed' | 'failed'>): FileSets {
  const [all, done, lost] = [new Set(expected), new Set(completed), new Set(failed)];
  const ended = new Set([...done, ...lost]);
  return {
    expected: sorted(all),
    completed: sorted(done),
    failed: sorted(lost),
    open: sorted(all).filter((id) => !ended.has(id)),
    unexpected: sorted(ended).filter((id) => !all.has(id)),
    inBoth: sorted(done).filter((id) => lost.has(id)),
  };
}

function sorted(ids: ReadonlySet<string>): readonly string[] {
  return [...ids].toSorted();
}
