import type { ParamsOf, PatternName } from '#shared/catalogue/catalogue.ts';
import type { Costs } from '#shared/contract/costs.ts';
import type { Result } from '#shared/contract/result.ts';
import {
  passingReader,
  type CatalogueReader,
  type PageRead,
  type ReadOptions,
} from '../../aws/dynamodb/reading.ts';

/** Makes the reads of one watch and counts their cost. */
export interface CostReads {
  /** Throws when its caller no longer waits. */
  run<N extends PatternName>(
    name: N,
    params: ParamsOf<N>,
    options: ReadOptions,
    signal: AbortSignal,
  ): Promise<Result<PageRead>>;
  spent(): Costs['spent'];
}

interface Parts {
  readonly reader: CatalogueReader;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}

/**
 * The reader itself has given up by then (decision 018). No person waits for these reads, so longer pauses are fine.
 */
const pauses = [1_000, 5_000];

export function costReads({ reader, sleep }: Parts): CostReads {
  // A period may have thousands of pages.
  const passing = passingReader(reader);
  let [rru, calls] = [0, 0];
  return {
    async run(name, params, options, signal) {
      for (let attempt = 0; ; attempt += 1) {
        signal.throwIfAborted();
        const read = await passing.run(name, params, options);
        rru += read.receipt?.rru ?? 0;
        calls += read.receipt?.pages ?? 0;
        signal.throwIfAborted();
        const pause = pauses[attempt];
        if (read.ok || read.failure.code !== 'throttled' || pause === undefined) return read;
        await sleep(pause, signal);
      }
    },
    spent: () => ({ rru, calls }),
  };
}

/** Describes what went wrong in one sentence or a few: the first of each kind, and how many there were. */
export interface CostTrouble {
  note(kind: Kind, sentence: string): void;
  said(): string | null;
}

type Kind = 'tenants' | 'listing' | 'cut' | 'bound' | 'names' | 'batch' | 'stopped';

export function costTrouble(): CostTrouble {
  const noted = new Map<Kind, { readonly first: string; count: number }>();
  return {
    note(kind, first) {
      const known = noted.get(kind);
      if (known === undefined) noted.set(kind, { first, count: 1 });
      else known.count += 1;
    },
    said() {
      if (noted.size === 0) return null;
      return [...noted].map(([kind, { first, count }]) => `${first}${others(kind, count - 1)}`).join(' ');
    },
  };
}

function others(kind: Kind, count: number): string {
  if (count === 0) return '';
  if (kind === 'cut') return count === 1 ? ' So is one more project.' : ` So are ${count} more projects.`;
  const [one, many] = kind === 'batch' ? ['batch', 'batches'] : ['list', 'lists'];
  return count === 1 ? ` One more ${one} was not read.` : ` ${count} more ${many} were not read.`;
}
