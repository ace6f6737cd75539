import { useKept } from '#renderer/contract/use-kept.ts';
import { grouped } from '#shared/domain/formatting.ts';
import { printedAmount } from '#shared/domain/review/printed-amount.ts';
import type { GoReview, ReviewAddress } from '../address.ts';
import { messages } from '../messages.ts';

/** Amounts stay in the window. An address can be shared, so it must not reveal values of documents. */
export function useAmounts(written: ReviewAddress, go: GoReview): readonly [ReviewAddress, GoReview] {
  const [amounts, setAmounts] = useKept<AmountRange>(amountsKey, anyAmount);
  return [
    { ...written, amountFrom: amounts.from, amountTo: amounts.to },
    (change, how) => {
      const { amountFrom, amountTo } = change;
      setAmounts(({ from, to }) => ({
        from: amountFrom === undefined ? from : amountFrom,
        to: amountTo === undefined ? to : amountTo,
      }));
      go(change, how);
    },
  ];
}

const amountsKey = ['review', 'amounts'];

export interface AmountRange {
  readonly from: number | null;
  readonly to: number | null;
}

export const anyAmount: AmountRange = { from: null, to: null };

interface TypedRange {
  readonly from: string;
  readonly to: string;
}

/** The problem of the range, or of one of its ends. */
export type ReadRange =
  | { readonly ok: true; readonly range: AmountRange }
  | { readonly ok: false; readonly from?: string; readonly to?: string };

export function readRange(typed: TypedRange): ReadRange {
  const from = readAmount(typed.from);
  const to = readAmount(typed.to);
  if (from === undefined || to === undefined) {
    return {
      ok: false,
      ...(from === undefined && { from: expected }),
      ...(to === undefined && { to: expected }),
    };
  }
  if (from !== null && to !== null && from > to) return { ok: false, to: messages.filters.belowLower };
  return { ok: true, range: { from, to } };
}

export function formatRange({ from, to }: AmountRange): TypedRange {
  return { from: from === null ? '' : String(from), to: to === null ? '' : String(to) };
}

export function describeRange({ from, to }: AmountRange): string {
  if (from === null && to === null) return messages.filters.anyAmount;
  if (to === null) return messages.filters.fromAmount(grouped(from ?? 0));
  return from === null
    ? messages.filters.upToAmount(grouped(to))
    : messages.filters.betweenAmounts(grouped(from), grouped(to));
}

/**
 * Reads an amount as a document prints it: "7.733,00", "7,733.00", "7 733,00" and "€ 7733" are the same. Null if it is
 * empty, undefined if it is not an amount.
 */
function readAmount(typed: string): number | null | undefined {
  if (typed.trim() === '') return null;
  const amount = printedAmount(typed);
  return amount === null || amount < 0 || amount > mostAmount ? undefined : amount;
}

const mostAmount = 1e12;

/** Says how the typed range is understood, because "1.250" may be written for two amounts. Empty if nothing is typed. */
export function describeTyped(typed: TypedRange): string {
  const read = readRange(typed);
  if (!read.ok || (read.range.from === null && read.range.to === null)) return '';
  return messages.filters.understood(describeRange(read.range));
}

const expected = messages.filters.notANumber;
