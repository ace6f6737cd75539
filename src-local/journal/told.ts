/**
 * What a store holds before anything is written to it: by collection, its entries, made when the collection is first
 * asked for. It is never written to disk; what changes it is. The same every time it is told, or changes would lie
 * on something else; and made anew each time, for its values may be changed in place. Of many values those nobody
 * reads should never be made: tell them as `Later`.
 */
export type Told = ReadonlyMap<string, () => Iterable<readonly [key: string, value: unknown]>>;

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
