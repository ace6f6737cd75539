import type { InputOf } from '#shared/contract/contract.ts';
import type { Failure } from '#shared/contract/result.ts';

export type SaveInput = InputOf<'workflows.saveThresholds'>;
export type SaidToSave = Omit<SaveInput, 'intentKey'>;

export interface SaveIntent {
  readonly said: SaidToSave;
  readonly key: string;
}

/**
 * Said again after an answer that left it open, it is the same request, whatever became of the first; anything else
 * is a new one.
 */
export function intentOf(said: SaidToSave, open: SaveIntent | null, newKey: () => string): SaveIntent {
  return open !== null && isSame(open.said, said) ? open : { said, key: newKey() };
}

/** It may have been saved without our hearing of it. */
export function isOpen({ code }: Pick<Failure, 'code'>): boolean {
  return unclear.has(code);
}

const unclear: ReadonlySet<Failure['code']> = new Set([
  'host-unreachable',
  'pipeline-unreachable',
  'pipeline-unreadable',
  'aws-unreachable',
  'unexpected',
]);

function isSame(one: SaidToSave, other: SaidToSave): boolean {
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
}

function sorted(said: SaidToSave): readonly unknown[] {
  return Object.entries(said).toSorted(([one], [other]) => one.localeCompare(other));
}
