/**
 * What a store holds before anything is written to it: by collection, its entries, made when the collection is first
 * asked for. It is never written to disk; what changes it is. The same every time it is told, or changes would lie
 * on something else.
 */
export type Told = ReadonlyMap<string, () => Iterable<readonly [key: string, value: unknown]>>;
