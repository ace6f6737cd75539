import type { Receipt } from '#shared/contract/result.ts';
import type { StoredItem } from './reading.ts';

/** What one question has cost so far. */
export interface Tally {
  answered(units: number): void;
  /** DynamoDB asked for a slower pace. */
  slowed(): void;
  throttled(): number;
  /** For a request beside the question, an item that is looked at again: it costs, and is no page. */
  aside(): Tally;
  receipt(of: Asked, items: readonly StoredItem[]): Receipt;
  /** Of what has failed: a receipt for what was answered before that, if anything was. */
  paid(of: Asked): { readonly receipt?: Receipt };
}

interface Asked {
  readonly pattern: string;
  readonly index: string | null;
}

export interface TimeSources {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Milliseconds on a clock that nobody sets. */
  readonly elapsed: () => number;
}

export function openTally({ now, elapsed }: TimeSources): Tally {
  // What is read is at least as new as the moment of asking.
  const asOf = new Date(now()).toISOString();
  const begun = elapsed();
  let pages = 0;
  let rru = 0;
  let throttled = 0;
  const tally: Tally = {
    answered(units) {
      pages += 1;
      rru += units;
    },
    slowed() {
      throttled += 1;
    },
    throttled: () => throttled,
    aside: () => ({
      ...tally,
      answered(units) {
        rru += units;
      },
    }),
    receipt: ({ pattern, index }, items) => ({
      pattern,
      index: index ?? 'table',
      pages,
      items: items.length,
      rru,
      bytes: items.reduce((sum, { bytes }) => sum + bytes, 0),
      ms: elapsed() - begun,
      asOf,
    }),
    paid: (of) => (rru === 0 ? {} : { receipt: tally.receipt(of, []) }),
  };
  return tally;
}
