import type { Batch } from '#shared/contract/triage/batches.ts';

export interface RunOption {
  readonly run: number;
  /** "FAILED"; empty where the item does not say. */
  readonly outcome: string;
}

/** The newest first: those the item counts, and those it tells the outcome of. */
export function runOptions({ run, runs }: Pick<Batch, 'run' | 'runs'>): readonly RunOption[] {
  const told = Object.keys(runs)
    .map(Number)
    .filter((number) => Number.isInteger(number) && number > 0);
  const counted = Array.from({ length: Math.min(run ?? 0, mostRuns) }, (_, place) => place + 1);
  return [...new Set([...counted, ...told])]
    .toSorted((a, b) => b - a)
    .map((number) => ({ run: number, outcome: runs[String(number)] ?? '' }));
}

/** The run whose execution is looked at; null where there has been none. */
export function runAtHand(batch: Pick<Batch, 'run' | 'runs'>, chosen: number | null): number | null {
  const options = runOptions(batch);
  return (options.find(({ run }) => run === chosen) ?? options[0])?.run ?? null;
}

/** An item that counts to a million must not make a list of a million. */
const mostRuns = 1_000;
