import { documentsAtOnce } from './pipeline-limits.ts';

/** Ten at a time within a call, and one call after the other: how long what is left will take. */
export function secondsLeft({
  calls,
  secondsPerDocument,
}: {
  /** How many are left in each. */
  readonly calls: readonly number[];
  readonly secondsPerDocument: number;
}): number {
  const waves = calls.reduce((sum, size) => sum + Math.ceil(size / documentsAtOnce), 0);
  return waves * secondsPerDocument;
}
