import type { OutputOf } from '#shared/contract/contract.ts';
import type { Receipt } from '#shared/contract/receipt.ts';

export type Spend = OutputOf<'spend.watch'>;

export interface SpendTally {
  add(receipt: Receipt): void;
  current(): Spend;
  onChange(listener: (spend: Spend) => void): () => void;
}

/** What this session's reads have really cost, by access pattern, dearest first. */
export function openSpendTally(): SpendTally {
  const patterns = new Map<string, Spend['byPattern'][number]>();
  const listeners = new Set<(spend: Spend) => void>();

  return {
    add({ pattern, index, rru, items, pages }) {
      const key = `${pattern}\n${index}`;
      const sum = patterns.get(key) ?? { pattern, index, calls: 0, rru: 0, items: 0 };
      patterns.set(key, { ...sum, calls: sum.calls + pages, rru: sum.rru + rru, items: sum.items + items });
      const spend = current();
      for (const listener of listeners) listener(spend);
    },
    current,
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };

  function current(): Spend {
    const byPattern = [...patterns.values()].toSorted((a, b) => b.rru - a.rru);
    return {
      calls: byPattern.reduce((sum, { calls }) => sum + calls, 0),
      rru: byPattern.reduce((sum, { rru }) => sum + rru, 0),
      byPattern,
    };
  }
}
