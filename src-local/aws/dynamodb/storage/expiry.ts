import type { Clock, Timer } from '../../../world/clock.ts';
import { memberOf } from '../values/attribute-value.ts';
import type { Shown } from './entry.ts';
import { SortedEntries, type Sorted } from './sorted-entries.ts';

/** How often expired items are looked for. AWS only promises a few days, and mostly takes minutes. */
const sweepEvery = 5 * 60 * 1000;
const fiveYears = 5 * 365 * 24 * 60 * 60 * 1000;

interface Expiring extends Sorted {
  /** Milliseconds since 1970. */
  readonly time: number;
}

/**
 * The items of a table in the order in which they expire. Until it is swept away an expired item is an item like
 * any other. One that expired more than five years ago is never deleted: it was hardly meant to be.
 *
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/howitworks-ttl.html
 */
export class Expiry {
  readonly #clock: Clock;
  readonly #attribute: string;
  readonly #sweep: (primaryKeys: readonly string[]) => void;
  readonly #items = new SortedEntries<Expiring>();
  #look: (() => void) | undefined;
  #armed: { readonly time: number; readonly timer: Timer } | undefined;

  constructor(clock: Clock, attribute: string, sweep: (primaryKeys: readonly string[]) => void) {
    this.#clock = clock;
    this.#attribute = attribute;
    this.#sweep = sweep;
  }

  replace(primaryKey: string, before: Shown | undefined, after: Shown | undefined): void {
    const was = before && this.#expiring(primaryKey, before);
    const is = after && this.#expiring(primaryKey, after);
    if (was?.time === is?.time) return;
    if (was) this.#items.delete(was.sort, was.tie);
    if (is) this.#items.put(is);
    this.#arm();
  }

  /** Nobody knows yet whether there is more: `look` tells before the first round. */
  lookFirst(look: () => void): void {
    this.#look = look;
    this.#arm();
  }

  stop(): void {
    this.#armed?.timer.cancel();
    this.#armed = undefined;
  }

  #expiring(primaryKey: string, item: Shown): Expiring | undefined {
    const value = memberOf(item, this.#attribute);
    if (!value || !('N' in value)) return undefined;
    const time = Math.floor(Number(value.N)) * 1000;
    if (!(time > 0 && time < Number.MAX_SAFE_INTEGER)) return undefined;
    return { sort: String(time).padStart(16, '0'), tie: primaryKey, time };
  }

  /** Nothing is armed as long as nothing expires, and then for the first round after the first item. */
  #arm(): void {
    const first = this.#items.first;
    if (!first && !this.#look) return this.stop();
    const from = Math.max(this.#look ? 0 : (first?.time ?? 0), this.#clock.now());
    const time = (Math.floor(from / sweepEvery) + 1) * sweepEvery;
    if (this.#armed && this.#armed.time <= time) return;
    this.stop();
    this.#armed = { time, timer: this.#clock.at(time, () => this.#round()) };
  }

  #round(): void {
    this.#armed = undefined;
    const look = this.#look;
    this.#look = undefined;
    look?.();
    const now = this.#clock.now();
    const due = [
      ...this.#items.between(
        () => false,
        ({ time }) => time > now,
      ),
    ];
    for (const { sort, tie } of due) this.#items.delete(sort, tie);
    this.#sweep(due.filter(({ time }) => time > now - fiveYears).map(({ tie }) => tie));
    this.#arm();
  }
}
