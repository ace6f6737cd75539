import type { Receipt } from '#shared/contract/receipt.ts';
import type { Result } from '#shared/contract/result.ts';

/** What one plan has read: several questions, one bill. */
export interface ReadsSoFar {
  /** Notes down what it cost, also where it failed. */
  readonly paid: <T>(result: Result<T>) => Result<T>;
  readonly sum: () => { readonly calls: number; readonly rru: number };
  /** Undefined where nothing was paid for. */
  readonly receipt: () => Receipt | undefined;
}

export function readsSoFar(): ReadsSoFar {
  const receipts: Receipt[] = [];
  const total = (of: 'pages' | 'items' | 'rru' | 'bytes'): number =>
    receipts.reduce((sum, receipt) => sum + receipt[of], 0);
  return {
    paid(result) {
      if (result.receipt !== undefined) receipts.push(result.receipt);
      return result;
    },
    sum: () => ({ calls: total('pages'), rru: total('rru') }),
    receipt() {
      const [first] = receipts;
      if (first === undefined) return undefined;
      return {
        // What a plan is about is asked first.
        pattern: first.pattern,
        index: first.index,
        pages: total('pages'),
        items: total('items'),
        rru: total('rru'),
        bytes: total('bytes'),
        // They were asked beside each other.
        ms: Math.max(...receipts.map(({ ms }) => ms)),
        asOf: receipts.map(({ asOf }) => asOf).toSorted()[0] ?? first.asOf,
      };
    },
  };
}
