import type { Receipt } from '#shared/contract/result.ts';

/** Where the parts of a view put their receipts; in the order in which they first came. */
export interface ReceiptShelf {
  /** Answers how to take it away again. */
  readonly put: (name: string, receipts: readonly Receipt[]) => () => void;
  readonly subscribe: (listener: () => void) => () => void;
  readonly read: () => readonly Receipt[];
}

export function receiptShelf(): ReceiptShelf {
  const parts = new Map<string, readonly Receipt[]>();
  const listeners = new Set<() => void>();
  let all: readonly Receipt[] = [];

  function changed(): void {
    all = onceEach([...parts.values()].flat());
    for (const listener of listeners) listener();
  }

  return {
    put(name, receipts) {
      const shown = byPattern(receipts);
      parts.set(name, shown);
      changed();
      return () => {
        // Another part may have taken the name meanwhile.
        if (parts.get(name) !== shown) return;
        parts.delete(name);
        changed();
      };
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    read: () => all,
  };
}

/** Two parts may show what was read once for both. */
function onceEach(receipts: readonly Receipt[]): readonly Receipt[] {
  return [...new Map(receipts.map((receipt) => [JSON.stringify(receipt), receipt])).values()];
}

/** The pages of a list as one receipt, as old as the oldest of them. */
function byPattern(receipts: readonly Receipt[]): readonly Receipt[] {
  const sums = new Map<string, Receipt>();
  for (const receipt of receipts) {
    const sum = sums.get(receipt.pattern);
    sums.set(receipt.pattern, sum === undefined ? receipt : together(sum, receipt));
  }
  return [...sums.values()];
}

function together(a: Receipt, b: Receipt): Receipt {
  return {
    ...a,
    pages: a.pages + b.pages,
    items: a.items + b.items,
    rru: a.rru + b.rru,
    bytes: a.bytes + b.bytes,
    ms: a.ms + b.ms,
    asOf: a.asOf < b.asOf ? a.asOf : b.asOf,
  };
}
