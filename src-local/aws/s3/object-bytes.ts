import type { World } from '../../world/world.ts';
import type { Piece } from './s3-records.ts';

/** Draws the bytes of an object from its recipe. The same recipe always gives the same bytes. */
export type DrawObject = (recipe: string) => Promise<Uint8Array>;

/** A client that reads a file in ranges, page by page, comes back soon. */
const remembered = 16;

/** Some objects are stored as a recipe only; their bytes are drawn when they are requested. */
export class DrawnBytes {
  readonly #world: World;
  readonly #draw: DrawObject | undefined;
  /** The most recently used entry is last. */
  readonly #recent = new Map<string, Promise<Uint8Array>>();

  constructor(world: World, draw: DrawObject | undefined) {
    this.#world = world;
    this.#draw = draw;
  }

  async of(recipe: string, size: number): Promise<Uint8Array> {
    const drawing = this.#recent.get(recipe) ?? this.#drawn(recipe);
    this.#recent.delete(recipe);
    this.#recent.set(recipe, drawing);
    const [oldest] = this.#recent.keys();
    if (oldest !== undefined && this.#recent.size > remembered) this.#recent.delete(oldest);
    try {
      const bytes = await drawing;
      if (bytes.length === size) return bytes;
      throw new Error(`An object of ${size} bytes was drawn as ${bytes.length}: ${recipe}`);
    } catch (error) {
      if (this.#recent.get(recipe) === drawing) this.#recent.delete(recipe);
      throw error;
    }
  }

  async #drawn(recipe: string): Promise<Uint8Array> {
    if (!this.#draw) throw new Error(`This world cannot draw ${recipe}`);
    const release = this.#world.clock.hold();
    try {
      return await this.#draw(recipe);
    } finally {
      release();
    }
  }
}

/** Stores the bytes of objects and of parts. Bytes without references are deleted once that is on record. */
export class StoredBytes {
  readonly #world: World;
  readonly #references = new Map<string, number>();
  #unused = new Set<string>();

  /** `known` lists all references as the world opens. */
  constructor(world: World, known: Iterable<Piece>) {
    this.#world = world;
    this.refer(known);
    world.blobs.keepOnly(new Set(this.#references.keys()));
  }

  /** The caller must store a reference in the same turn. */
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

  /** Reads from `start` up to, but not including, `end`. */
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

  /** After a crash before the record was written the bytes must still be there. */
  #dropUnused(): void {
    const unused = this.#unused;
    this.#unused = new Set();
    try {
      this.#world.store.flush();
    } catch {
      // The failure does no harm: the caller that changes something is told of it, and the next opening sees
      // what is referred to.
      return;
    }
    for (const blob of unused) if (!this.#references.has(blob)) this.#world.blobs.drop(blob);
  }
}
