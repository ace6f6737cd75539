import type { World } from '../../world/world.ts';

/** The bytes of an object by the recipe that is kept of it: always the same ones. */
export type DrawObject = (recipe: string) => Promise<Uint8Array>;

/** Whoever reads a file in ranges, page by page, comes back soon. */
const remembered = 16;

/** The bytes of objects that nobody has kept: drawn when they are asked for. */
export class DrawnBytes {
  readonly #world: World;
  readonly #draw: DrawObject | undefined;
  /** The one that was asked for last stands last. */
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
    if (!this.#draw) throw new Error(`Nobody here can draw ${recipe}`);
    const release = this.#world.clock.hold();
    try {
      return await this.#draw(recipe);
    } finally {
      release();
    }
  }
}
