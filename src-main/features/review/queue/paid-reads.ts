import type { PatternName } from '#shared/catalogue/catalogue.ts';
import type { Receipt } from '#shared/contract/receipt.ts';
import type { Result } from '#shared/contract/result.ts';
import { readsSoFar } from '../../plans/reads-so-far.ts';

/** What one call has read, as one bill. */
export interface PaidReads {
  readonly paid: <T>(result: Result<T>) => Result<T>;
  /** With the bill, whether it went well or not. */
  readonly billed: <T>(result: Result<T>) => Result<T>;
}

/** `of`: what nearly all of it is spent on, whatever was asked first. */
export function paidReads(
  of: { readonly pattern: PatternName; readonly index: string },
  now: () => number,
): PaidReads {
  const reads = readsSoFar();
  const begun = now();
  const bill = (): { readonly receipt?: Receipt } => {
    const sum = reads.receipt();
    return sum === undefined ? {} : { receipt: { ...sum, ...of, ms: Math.max(sum.ms, now() - begun) } };
  };
  return { paid: reads.paid, billed: (result) => ({ ...result, ...bill() }) };
}
