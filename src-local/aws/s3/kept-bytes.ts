import type { World } from '../../world/world.ts';
import type { Piece } from './records.ts';

/** The bytes of objects and of parts. Those that nothing refers to any more go, once that is on record. */
export class KeptBytes {
  readonly #world: World;
  readonly #references = new Map<string, number>();
  #unused = new Set<string>();

  /** `known`: all that is referred to as the world opens. */
  constructor(world: World, known: Iterable<Piece>) {
    this.#world = world;
    this.refer(known);
    world.blobs.keepOnly(new Set(this.#references.keys()));
  }

  /** Refer to it in the same turn. */
  keep(bytes: Uint8Array): Piece {
    return { blob: this.#world.blobs.put(bytes), size: bytes.length };
  }

  refer(pieces: Iterable<Piece>): void {
    for (const { blob } of pieces) this.#references.set(blob, (this.#references.get(blob) ?? 0) + 1);
  }

  release(pieces: Iterable<Piece>): void {
    for (const { blob } of pieces) {
      const left = (this.#references.get(blob) ?? 0) - 1;
      if (left > 0) this.#references.set(blob, left);
      else {
        this.#references.delete(blob);
        if (this.#unused.size === 0) queueMicrotask(() => this.#dropUnused());
        this.#unused.add(blob);
      }
    }
  }

  /** From `start` up to, not including, `end`. */
  read(content: readonly Piece[], start: number, end: number): Uint8Array {
    const found: Uint8Array[] = [];
    let at = 0;
    for (const { blob, size } of content) {
      if (at < end && at + size > start) {
        const bytes = this.#world.blobs.get(blob);
        if (!bytes) throw new Error(`The bytes of ${blob} are gone`);
        found.push(bytes.subarray(Math.max(0, start - at), end - at));
      }
      at += size;
    }
    return found.length === 1 && found[0] ? found[0] : Buffer.concat(found);
  }

  /** Who was killed before the record was written must find them again. */
  #dropUnused(): void {
    const unused = this.#unused;
    this.#unused = new Set();
    try {
      this.#world.store.flush();
    } catch {
      // Not on record, and whoever changes something is told so: the next opening sees what is referred to.
      return;
    }
    for (const blob of unused) if (!this.#references.has(blob)) this.#world.blobs.drop(blob);
  }
}
