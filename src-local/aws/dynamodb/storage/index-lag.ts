import type { EntryPartitions } from './partitions.ts';
import type { Placed } from './secondary-index.ts';

/** What happens to one item in one index. */
export interface IndexChange {
  readonly before: Placed | undefined;
  readonly after: Placed | undefined;
}

/**
 * Changes on their way into an index. AWS applies them within a fraction of a second; a fault rule may keep them
 * back for longer, so that readers of the index see the table as it was.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/GSI.html#GSI.Writes
 */
export class IndexLag {
  readonly #entries: EntryPartitions;
  #waiting: { readonly time: number; readonly change: IndexChange }[] = [];

  constructor(entries: EntryPartitions) {
    this.#entries = entries;
  }

  add(change: IndexChange, now: number, lag: number): void {
    if (lag <= 0 && this.#waiting.length === 0) this.#apply(change);
    else this.#waiting.push({ time: now, change });
  }

  /** Everything that is at least `lag` old arrives. */
  settle(now: number, lag: number): void {
    if (this.#waiting.length === 0) return;
    const arrived = this.#waiting.findIndex(({ time }) => time > now - lag);
    const due = this.#waiting.splice(0, arrived === -1 ? this.#waiting.length : arrived);
    for (const { change } of due) this.#apply(change);
  }

  #apply({ before, after }: IndexChange): void {
    const stays = before && after && before.hash === after.hash && before.entry.sort === after.entry.sort;
    if (before && !stays) this.#entries.delete(before.hash, before.entry.sort, before.entry.tie);
    if (after) this.#entries.put(after.hash, after.entry);
  }
}
