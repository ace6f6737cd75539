import { createHash, randomBytes } from 'node:crypto';
import type { ParamsOf, PatternName } from '#shared/catalogue/catalogue.ts';
import {
  findDeclared,
  type SystemDeclaration,
  type TableDeclaration,
} from '#shared/catalogue/declaration.ts';
import { toIdentity, itemBytes, type Attributes } from '#shared/catalogue/items/attribute-value.ts';
import { findEntity, keyNames } from '#shared/catalogue/keys/key-places.ts';
import type { Params } from '#shared/catalogue/keys/key-template.ts';
import type { Reading } from '#shared/contract/explorer.ts';
import type { Receipt, Result } from '#shared/contract/result.ts';
import { openPlaces } from '../places.ts';
import type { TimeSources } from '../patience.ts';

/** This is an item as it is stored: nothing is masked yet, so it stays in the main process. */
export interface StoredItem {
  /** This is the table's name in its declaration. */
  readonly table: string;
  /** This is the base table's key, by which it can be read again. */
  readonly key: Attributes;
  readonly entity: string | null;
  readonly attributes: Attributes;
  readonly bytes: number;
  readonly catchingUp: boolean;
  readonly expired: boolean;
}

export interface ReadOptions {
  readonly cursor?: string | undefined;
  readonly pageSize?: number | undefined;
  readonly consistent?: boolean | undefined;
  /**
   * This is the store for the place to continue from; without it the place is stored among those of all open lists.
   */
  readonly places?: Readings | undefined;
}

export interface PageRead {
  readonly items: readonly StoredItem[];
  readonly cursor: string | null;
  readonly asked: Reading['asked'];
  readonly throttled: number;
  readonly receipt: Receipt;
  /** It lists the positions in `params` of missing items, for items read by their whole key. */
  readonly absent?: readonly number[];
}

export interface AskedPattern {
  readonly system: SystemDeclaration;
  readonly pattern: string;
  readonly params: readonly Params[];
}

/** This is the only way to DynamoDB. It uses GetItem, Query and BatchGetItem, and no other operation. */
export interface CatalogueReader {
  /** Runs a pattern of the built-in catalogue with the parameters of its templates. */
  run<N extends PatternName>(name: N, params: ParamsOf<N>, options?: ReadOptions): Promise<Result<PageRead>>;
  /** Runs a pattern of any system, including a loaded one; parameters are checked when the templates are filled. */
  ask(asked: AskedPattern, options?: ReadOptions): Promise<Result<PageRead>>;
  /** Reads one item again by its base key, consistently; with a list it reads only those attributes. */
  readAgain(
    item: Pick<StoredItem, 'table' | 'key'> & { readonly system: SystemDeclaration },
    attributes?: readonly string[],
  ): Promise<Result<{ readonly item: StoredItem | null; readonly receipt: Receipt }>>;
  /**
   * It is called after an action: lists then show the present state of these items, even where an index still lags.
   */
  changed(system: SystemDeclaration, items: readonly Pick<StoredItem, 'table' | 'key'>[]): void;
}

/**
 * Returns a reader for reads within one answer, which read only the beginning of a list or as many pages as needed.
 * The places are not used again, so they end with the answer; stored among the others they would evict the place of
 * an open list.
 */
export function passingReader<Reader extends Pick<CatalogueReader, 'run'>>(reader: Reader): Reader {
  const places = openReadings(randomBytes(32));
  const run: CatalogueReader['run'] = (name, params, options) =>
    reader.run(name, params, { ...options, places });
  return { ...reader, run };
}

/** This is the place in one question that is read page by page. */
export interface PlaceInReading {
  readonly seen: SeenKeys;
  /** The number is 0 for the first page. */
  readonly page: number;
  /** This is the key after which this page begins; it is undefined for the first page. */
  readonly startKey: Attributes | undefined;
}

/** Remembers the places of reads in progress. */
export interface Readings {
  begin(): PlaceInReading;
  /** `binding` covers all that must be the same again: connection, question and its keys. */
  cursorAfter(place: PlaceInReading, lastKey: Attributes, binding: string): string;
  find(cursor: string, binding: string): Result<PlaceInReading>;
}

/**
 * The key after which a query continues holds people's data and would let a page read from anywhere, so it never
 * leaves the main process.
 */
export function openReadings(key: Uint8Array, { places = 500, keys = 200_000 } = {}): Readings {
  const kept = openPlaces<PlaceInReading>(key, (all) => all.size > places || keysSeen(all.values()) > keys);
  return {
    begin: () => ({ seen: seenKeys(), page: 0, startKey: undefined }),
    cursorAfter: ({ seen, page }, startKey, binding) =>
      kept.keep({ seen, page: page + 1, startKey }, binding),
    find: (cursor, binding) => kept.find(cursor, binding),
  };
}

/** The places of one read share its seen keys, so these count once. */
function keysSeen(places: Iterable<PlaceInReading>): number {
  const readings = new Set(Array.from(places, ({ seen }) => seen));
  return [...readings].reduce((sum, seen) => sum + seen.count(), 0);
}

/**
 * Remembers which items of one read were returned already, so that none appears twice when it moves between pages.
 */
interface SeenKeys {
  /** Returns false when an earlier page has the item. Asking for the same page again gives the same items. */
  isNew(key: string, page: number): boolean;
  count(): number;
}

export function seenKeys(mostKept = 20_000): SeenKeys {
  const pages = new Map<string, number>();
  return {
    isNew(key, page) {
      const short = shorten(key);
      const before = pages.get(short);
      if (before !== undefined && before < page) return false;
      pages.set(short, page);
      for (const oldest of pages.keys()) {
        if (pages.size <= mostKept) break;
        pages.delete(oldest);
      }
      return true;
    },
    count: () => pages.size,
  };
}

/**
 * Two hundred thousand keys as they are would take 40 MB. These 72 bits are the same for two keys of a list less often
 * than once in 10^13 lists.
 */
function shorten(key: string): string {
  return createHash('sha256').update(key).digest('base64url').slice(0, 12);
}

/** Adds up the cost of one question. */
export interface Tally {
  answered(units: number): void;
  /** Records that DynamoDB asked for a slower pace. */
  slowed(): void;
  throttled(): number;
  /**
   * Returns a tally for a request beside the question, such as a second look at an item: it costs, but is not a
   * page.
   */
  aside(): Tally;
  receipt(of: Asked, items: readonly StoredItem[]): Receipt;
  /** Returns the receipt of a failed question for the part that was answered before, if any. */
  paid(of: Asked): { readonly receipt?: Receipt };
}

interface Asked {
  readonly pattern: string;
  readonly index: string | null;
}

export function openTally({ now, elapsed }: TimeSources): Tally {
  // The data is at least as new as the moment of asking.
  const asOf = new Date(now()).toISOString();
  const begun = elapsed();
  let pages = 0;
  let rru = 0;
  let throttled = 0;
  const tally: Tally = {
    answered(units) {
      pages += 1;
      rru += units;
    },
    slowed() {
      throttled += 1;
    },
    throttled: () => throttled,
    aside: () => ({
      ...tally,
      answered(units) {
        rru += units;
      },
    }),
    receipt: ({ pattern, index }, items) => ({
      pattern,
      index: index ?? 'table',
      pages,
      items: items.length,
      rru,
      bytes: items.reduce((sum, { bytes }) => sum + bytes, 0),
      ms: elapsed() - begun,
      asOf,
    }),
    paid: (of) => (rru === 0 ? {} : { receipt: tally.receipt(of, []) }),
  };
  return tally;
}

interface Home {
  readonly system: SystemDeclaration;
  readonly tableKey: string;
  readonly table: TableDeclaration;
}

export function storedItem(
  { system, tableKey, table }: Home,
  attributes: Attributes,
  now: number,
): StoredItem {
  return {
    table: tableKey,
    key: baseKey(table, attributes),
    entity: findEntity(system, tableKey, attributes),
    attributes,
    bytes: itemBytes(attributes),
    catchingUp: false,
    expired: isExpired(table, attributes, now),
  };
}

function baseKey(table: TableDeclaration, attributes: Attributes): Attributes {
  return Object.fromEntries(
    keyNames(table).flatMap((name) => {
      const value = findDeclared(attributes, name);
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
}

/** Returns one text for one base key, to recognise an item again: a number may be written in more than one way. */
export function itemIdentity(table: TableDeclaration, attributes: Attributes): string {
  return keyIdentity(baseKey(table, attributes));
}

/** Returns the same text for a base key alone, in whichever order its attributes come. */
export function keyIdentity(key: Attributes): string {
  return toIdentity({ M: key }) ?? JSON.stringify(key);
}

/** DynamoDB deletes an item within days of the second in this attribute, and only if it is a Number. */
function isExpired({ timeToLive }: TableDeclaration, attributes: Attributes, now: number): boolean {
  const value = timeToLive === undefined ? undefined : findDeclared(attributes, timeToLive);
  return value !== undefined && 'N' in value && Number(value.N) * 1_000 < now;
}
