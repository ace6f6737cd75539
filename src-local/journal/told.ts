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

/** Tells a whole collection; one of very many entries can tell them in parts, too. */
export type Tell = (() => Iterable<Entry>) & { readonly shelves?: Shelves };

/**
 * Splits a collection into parts. A part is created when an entry that may be in it is first used. Entries that
 * are in no part are created with the collection. Such a collection has no order.
 */
export interface Shelves {
  readonly names: () => Iterable<string>;
  /** Where this key is, or would be; one place for all that an engine opens together, such as a partition. */
  readonly shelfOf: (key: string) => string | undefined;
  readonly tell: (shelf: string | undefined) => Iterable<Entry>;
  /**
   * Lists the parts that may have past entries whose attribute has this value (for a DynamoDB item: the order
   * token of the value), or any value. Lists all parts if that is not known beforehand.
   */
  readonly holding: (attribute: string, value?: string) => Iterable<string>;
  /** About as much is on it. */
  readonly sizeOf: (shelf: string) => { readonly entries: number; readonly bytes: number };
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

/** All that the telling may depend on. */
export interface PastFacts {
  readonly seed: string;
  /** Milliseconds, on the hour: when the store was begun. Everything told lies before it. */
  readonly anchor: number;
  readonly account: string;
  readonly region: string;
  /** Where clients find this world today; it may be elsewhere tomorrow, so nothing is kept by it. */
  readonly endpoint: string;
}

export interface Past {
  /** Changes whenever the past data does. A store that was started on another version is reset. */
  readonly version: string;
  tell(facts: PastFacts): Told;
}
