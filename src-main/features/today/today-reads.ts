import type { PatternName } from '#shared/catalogue/catalogue.ts';
import type { Persona } from '#shared/contract/session.ts';
import { passingReader } from '../../aws/passing-reader.ts';
import type { CatalogueReader } from '../../aws/reading.ts';
import { paidReads, type PaidReads } from '../../reads/paid-reads.ts';

/** One part of the page: one reader, one bill, one person, one moment. */
export interface TodayReads {
  readonly reader: CatalogueReader;
  readonly reads: PaidReads;
  /** How many requests were answered so far. */
  readonly calls: () => number;
  readonly who: Persona | null;
  readonly now: number;
  /** Something that was read for another part is in it. */
  readonly asOldAs: (at: number) => void;
  /** Nothing in it is older. */
  readonly readAt: () => string;
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
  const begun = now();
  let [calls, oldest] = [0, begun];
  const readAt = (): string => new Date(oldest).toISOString();
  return {
    reader: passingReader(reader),
    who,
    now: begun,
    asOldAs: (at) => void (oldest = Math.min(oldest, at)),
    readAt,
    calls: () => calls,
    reads: {
      billed(result) {
        const bill = billed(result);
        if (bill.receipt === undefined || oldest === begun) return bill;
        return { ...bill, receipt: { ...bill.receipt, asOf: readAt() } };
      },
      paid(result) {
        calls += result.receipt?.pages ?? 0;
        return paid(result);
      },
    },
  };
}
