import type { Receipt } from '#shared/contract/result.ts';
import type { SpendDaysParts } from '#main/features/spend/spend-days.ts';
import { aHome } from '#test/builders/a-home.ts';

export const aReceipt: Receipt = {
  pattern: 'extraction.batchById',
  index: 'main.GSI3',
  pages: 1,
  items: 1,
  rru: 0.5,
  bytes: 900,
  ms: 3,
  asOf: '2026-11-20T14:00:00Z',
};

interface SpendWorld {
  readonly parts: SpendDaysParts;
  readonly warned: string[];
  /** Moves the clock and does everything that falls due on the way. */
  readonly pass: (ms: number) => void;
  /** Returns how many timers still wait. */
  readonly waiting: () => number;
}

/** Returns a separate home, and a clock that stands still until the test moves it. */
export function aSpendWorld(start = '2026-11-22T10:00:00Z', home = aHome()): SpendWorld {
  let time = Date.parse(start);
  let due: { readonly at: number; readonly work: () => void }[] = [];
  const warned: string[] = [];
  return {
    parts: {
      home,
      log: { warn: (_fields, message) => void warned.push(message) },
      now: () => time,
      after(ms, work) {
        const one = { at: time + ms, work };
        due.push(one);
        return () => void (due = due.filter((other) => other !== one));
      },
    },
    warned,
    pass(ms) {
      const until = time + ms;
      for (;;) {
        const [next] = due.filter(({ at }) => at <= until).toSorted((a, b) => a.at - b.at);
        if (next === undefined) break;
        due = due.filter((one) => one !== next);
        time = next.at;
        next.work();
      }
      time = until;
    },
    waiting: () => due.length,
  };
}
