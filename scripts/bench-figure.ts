export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly better: 'lower' | 'higher';
  /** Counts the measurements behind the value. */
  readonly n: number;
  readonly note: string;
  /** This is the limit from the issue that asked for this figure, where there is one. */
  readonly bar?: number;
}

/** Each `*.bench.ts` exports one of these as `bench`. */
export type Bench = () => Promise<readonly Figure[]>;

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export function rounded(value: number, digits = 3): number {
  return Number(value.toPrecision(digits));
}
