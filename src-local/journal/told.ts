/**
 * What a store holds before anything is written to it: by collection, its entries, made when the collection is first
 * asked for. It is never written to disk; what changes it is. The same every time it is told, or changes would lie
 * on something else; and made anew each time, for its values may be changed in place. Of many values those nobody
 * reads should never be made: tell them as `Later`.
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
 * The parts of a collection, each told when somebody first asks for something that may be on it. What is on none is
 * told with the collection. Such a collection has no order.
 */
export interface Shelves {
  readonly names: () => Iterable<string>;
  /** Where this key is, or would be; one place for all that an engine opens together, such as a partition. */
  readonly shelfOf: (key: string) => string | undefined;
  readonly tell: (shelf: string | undefined) => Iterable<Entry>;
  /**
   * Those that may have told something on them whose attribute has this value (of a DynamoDB item: as the token of
   * its order), or any. All of them for what is not known beforehand.
   */
  readonly holding: (attribute: string, value?: string) => Iterable<string>;
  /** About as much is on it. */
  readonly sizeOf: (shelf: string) => { readonly entries: number; readonly bytes: number };
}

/**
 * A told value that is made when somebody reads it. Until then it shows what has to be known of all of them at once:
 * of a DynamoDB item its keys in indexes and its time to live.
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
  /** Changes with what is told: a store that lies on another version begins anew. */
  readonly version: string;
  tell(facts: PastFacts): Told;
}
