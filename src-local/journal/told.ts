/**
 * Supplies the data that a store holds before anything is written to it. The entries of a collection are
 * created when it is first used. They are never written to disk, only changes to them are. They must be the
 * same each time, or changes would apply to different data, and new objects each time, because values may be
 * changed in place. Values of a large collection that are never read should never be created: use `Later` for
 * them.
 */
export interface Told extends Iterable<readonly [name: string, tell: Tell]> {
  get(name: string): Tell | undefined;
  has(name: string): boolean;
  keys(): Iterable<string>;
}

export type Entry = readonly [key: string, value: unknown];

/** Creates a whole collection. A very large one can also be created in parts. */
export type Tell = (() => Iterable<Entry>) & { readonly shelves?: Shelves };

/**
 * Splits a collection into parts. A part is created when an entry that may be in it is first used. Entries that
 * are in no part are created with the collection. Such a collection has no order.
 */
export interface Shelves {
  readonly names: () => Iterable<string>;
  /**
   * Returns the part that this key is in, or would be. Entries that an engine opens together, such as a
   * partition, must be in one part.
   */
  readonly shelfOf: (key: string) => string | undefined;
  readonly tell: (shelf: string | undefined) => Iterable<Entry>;
  /**
   * Lists the parts that may have past entries whose attribute has this value (for a DynamoDB item: the order
   * token of the value), or any value. Lists all parts if that is not known beforehand.
   */
  readonly holding: (attribute: string, value?: string) => Iterable<string>;
  /** Estimates the size of a part, or of all parts together. */
  readonly sizeOf: (shelf: string | undefined) => { readonly entries: number; readonly bytes: number };
}

/**
 * A past value that is created when it is first read. Until then it shows only the data that is needed of all
 * values at once: for a DynamoDB item its index keys and its time to live.
 */
export class Later {
  readonly make: () => unknown;
  readonly shown: object;

  constructor(make: () => unknown, shown: object = nothing) {
    this.make = make;
    this.shown = shown;
  }
}

const nothing = Object.freeze({});

/** The past data may depend on these facts only. */
export interface PastFacts {
  readonly seed: string;
  /** The time at which the store was started, in milliseconds, on the hour. All past data is earlier. */
  readonly anchor: number;
  readonly account: string;
  readonly region: string;
  /** Clients find this world here today. The address can change, so it must not be stored. */
  readonly endpoint: string;
}

export interface Past {
  /** Changes whenever the past data does. A store that was started on another version is reset. */
  readonly version: string;
  /** Tells whether it can still tell the past data of another version, which a store then keeps. */
  readonly accepts?: (version: string) => boolean;
  tell(facts: PastFacts, version: string): Told;
}
