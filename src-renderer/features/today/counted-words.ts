import type { Counted } from '#shared/contract/today/today.ts';
import { grouped } from '#shared/domain/grouped-number.ts';

/** "7", "at least 7", "unknown" */
export function countedText(counted: Counted): string {
  if (isUnknown(counted)) return 'unknown';
  return counted.isAtLeast ? `at least ${grouped(counted.count)}` : grouped(counted.count);
}

/** Nobody has counted: not the same as none. */
export function isUnknown({ count, isAtLeast }: Counted): boolean {
  return count === 0 && isAtLeast;
}

/** "1 batch", "at least 7 batches", "batches unknown" */
export function countedNouns(counted: Counted, one: string, many: string): string {
  if (isUnknown(counted)) return `${many} unknown`;
  return `${countedText(counted)} ${counted.count === 1 ? one : many}`;
}

export function nouns(count: number, one: string, many: string): string {
  return countedNouns({ count, isAtLeast: false }, one, many);
}

/** None, and that is known. */
export function isNone({ count, isAtLeast }: Counted): boolean {
  return count === 0 && !isAtLeast;
}
