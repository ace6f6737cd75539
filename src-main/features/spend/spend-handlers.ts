import type { Receipt } from '#shared/contract/result.ts';
import type { Spend, SpendRow } from '#shared/contract/costs.ts';
import type { SpendScreen } from '#shared/domain/screens.ts';
import type { Watchers } from '../../gate/gate.ts';
import {
  byPattern,
  byScreen,
  byService,
  formatDay,
  openSpendDays,
  type SpendDaysParts,
} from './spend-days.ts';

export function spendWatchers(tally: SpendTally): Pick<Watchers, 'spend.watch'> {
  return {
    'spend.watch': (_input, emit) => {
      emit(tally.current());
      return tally.onChange(emit);
    },
  };
}

export interface SpendTally {
  readonly add: (receipt: Receipt, screen: SpendScreen) => void;
  readonly current: () => Spend;
  readonly onChange: (listener: (spend: Spend) => void) => () => void;
  readonly close: () => void;
}

/** A costs page makes a hundred reads a second, faster than its figures can be followed. */
const tellsEveryMs = 250;

/** Counts what the console's own reads have really cost, by screen and access pattern, dearest first. */
export function openSpendTally(parts: SpendDaysParts): SpendTally {
  const { now, after } = parts;
  const days = openSpendDays(parts);
  const since = new Date(now()).toISOString();
  const listeners = new Set<(spend: Spend) => void>();
  let rows: readonly SpendRow[] = [];
  let callOff: (() => void) | undefined;
  let isUntold = false;

  return {
    add({ pattern, index, rru, items, pages }, screen) {
      const row = { screen, pattern, index, calls: pages, rru, items };
      rows = byScreen([...rows, row]);
      days.add(row);
      isUntold = true;
      if (callOff === undefined) tell();
    },
    current,
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close() {
      callOff?.();
      days.close();
    },
  };

  /** Reports at once, and then no more often than a person can follow. */
  function tell(): void {
    callOff = undefined;
    if (!isUntold) return;
    isUntold = false;
    callOff = after(tellsEveryMs, tell);
    if (listeners.size === 0) return;
    const spend = current();
    for (const listener of listeners) listener(spend);
  }

  function current(): Spend {
    const from = `${formatDay(now()).slice(0, 8)}01`;
    const kept = days.all();
    const month = kept.filter(({ day }) => day >= from);
    return {
      calls: rows.reduce((sum, { calls }) => sum + calls, 0),
      rru: rows.reduce((sum, { rru }) => sum + rru, 0),
      byPattern: byPattern(rows),
      rows: [...rows],
      since,
      month: {
        from,
        rows: byScreen(month.flatMap((day) => day.rows)),
        isWhole: month.every(({ isWhole }) => isWhole),
      },
      days: kept.map((day) => ({ day: day.day, rows: byService(day.rows) })),
    };
  }
}
