import { useKept } from '#renderer/contract/use-kept.ts';
import { grouped } from '#shared/domain/formatting.ts';
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

/** Parses "1,250.50", "1 250.50" or "1250.5": null if it is empty, undefined if it is not an amount. */
function readAmount(typed: string): number | null | undefined {
  const bare = typed.replaceAll(/[\s,]/g, '');
  if (bare === '') return null;
  if (!/^\d{1,12}(\.\d+)?$/.test(bare)) return undefined;
  return Number(bare);
}

const expected = messages.filters.notANumber;
