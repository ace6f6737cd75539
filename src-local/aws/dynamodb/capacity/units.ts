import type { PlannedWrite } from '../storage/write.ts';
import type { IndexChange } from '../storage/index-lag.ts';
import type { SecondaryIndex } from '../storage/secondary-index.ts';

/**
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/read-write-operations.html
 * and, for indexes, https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/GSI.html#GSI.ThroughputConsiderations.Writes
 */
export type ReadKind = 'eventual' | 'consistent' | 'transactional';

/** One rounding for all the bytes. Looking where nothing is costs as much as the smallest item. */
export function readUnits(bytes: number, kind: ReadKind): number {
  return Math.max(1, Math.ceil(bytes / 4096)) * perRead[kind];
}

const perRead = { eventual: 0.5, consistent: 1, transactional: 2 } as const;

export function writeUnits(bytes: number): number {
  return Math.max(1, Math.ceil(bytes / 1024));
}

/** What a write costs its table: the larger of the item before and after. */
export function tableWriteUnits({ before, after }: PlannedWrite): number {
  return writeUnits(Math.max(before?.size ?? 0, after?.size ?? 0));
}

/** An index is charged for what changes in it: nothing, one write, or a deletion and a write when the key moves. */
export function indexWriteUnits(index: SecondaryIndex, { before, after }: IndexChange): number {
  if (!before || !after) return writeUnits((before ?? after)?.entry.size ?? 0);
  const moved = before.hash !== after.hash || before.entry.sort !== after.entry.sort;
  if (moved) return writeUnits(before.entry.size) + writeUnits(after.entry.size);
  if (index.showsTheSame(before.entry.item, after.entry.item)) return 0;
  return writeUnits(Math.max(before.entry.size, after.entry.size));
}
