import { useKept } from '#renderer/contract/use-kept.ts';
import { anyAmount } from './queue/amount-range.ts';
import type { AmountRange } from './queue/amount-range.ts';
import type { GoReview, ReviewAddress } from './review-address.ts';

/** Amounts stay in the window: an address can be shared, and says nothing of what documents say. */
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
