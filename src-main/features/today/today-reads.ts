import type { PatternName } from '#shared/catalogue/catalogue.ts';
import type { Persona } from '#shared/contract/session.ts';
import type { CatalogueReader } from '../../aws/reading.ts';
import { paidReads, type PaidReads } from '../review/queue/paid-reads.ts';

/** One part of the page: one reader, one bill, one person, one moment. */
export interface TodayReads {
  readonly reader: CatalogueReader;
  readonly reads: PaidReads;
  /** How many requests were answered so far. */
  readonly calls: () => number;
  readonly who: Persona | null;
  readonly now: number;
}

interface Parts {
  readonly reader: CatalogueReader;
  readonly who: Persona | null;
  readonly now: () => number;
}

/** `of`: what nearly all of it is spent on. */
export function todayReads(
  of: { readonly pattern: PatternName; readonly index: string },
  { reader, who, now }: Parts,
): TodayReads {
  const { paid, billed } = paidReads(of, now);
  let calls = 0;
  return {
    reader,
    who,
    now: now(),
    calls: () => calls,
    reads: {
      billed,
      paid(result) {
        calls += result.receipt?.pages ?? 0;
        return paid(result);
      },
    },
  };
}
