/** Lanes for what runs at once: each takes the lowest that is free, so there are never more than really ran. */
export class WorkerSlots {
  readonly #taken: boolean[] = [];

  get count(): number {
    return this.#taken.length;
  }

  take(): number {
    const free = this.#taken.indexOf(false);
    const slot = free === -1 ? this.#taken.length : free;
    this.#taken[slot] = true;
    return slot;
  }

  free(slot: number): void {
    this.#taken[slot] = false;
  }
}
