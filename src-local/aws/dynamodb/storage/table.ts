import type { Collection, CollectionShelves } from '../../../journal/store.ts';
import type { Clock, Timer } from '../../../world/clock.ts';
import type { World } from '../../../world/world.ts';
import { nameStreamCollection, TableStream } from '../streams.ts';
import type { IndexRecord, StreamSettings, TableRecord } from '../tables/table-record.ts';
import { nameItemsCollection } from '../past-items.ts';
import { findMember, type Item } from '../values/attribute-value.ts';
import { EntryPartitions, FoundEntry, type Entry, type Shown } from './partitions.ts';
import { parsePlaceText, formatPlace, type PrimaryKey } from './primary-key.ts';
import { SecondaryIndex } from './secondary-index.ts';
import { SortedEntries, type Sorted } from './sorted-entries.ts';
import { commit, planWrite } from './write.ts';

/**
 * A table with its items and indexes. Only the items are stored; order, indexes and sizes are computed on
 * opening.
 */
export class Table {
  readonly record: TableRecord;
  readonly arn: string;
  readonly world: World;
  readonly entries = new EntryPartitions({
    read: (text) => this.#itemAt(text),
    before: (hash) => this.#shelves?.openPartition(hash),
  });
  readonly indexes = new Map<string, SecondaryIndex>();
  expiry: Expiry | undefined;
  stream: TableStream | undefined;
  readonly #items: Collection<Item>;
  /** Undefined once all items are loaded. */
  readonly #shelves: TableShelves | undefined;

  constructor(world: World, record: TableRecord) {
    this.world = world;
    this.record = record;
    this.arn = `arn:aws:dynamodb:${world.region}:${world.account}:table/${record.name}`;
    this.#items = world.store.collection<Item>(nameItemsCollection(record.name));
    for (const index of record.indexes) this.indexes.set(index.name, this.#newIndex(index));
    const { shelves } = this.#items;
    const hold = (text: string, shown: Shown): void => this.#hold(text, shown);
    if (shelves) this.#shelves = new TableShelves(shelves, this.indexes.values(), hold);
    else for (const [text, shown] of this.#items.shown()) hold(text, shown);
    if (record.stream) this.stream = new TableStream(world, record, record.stream);
    this.followTimeToLive();
  }

  find({ hash, sort }: PrimaryKey): Entry | undefined {
    return this.entries.find(hash, sort, '');
  }

  /** Past items that have not been read yet are counted by estimate. */
  get size(): { readonly entries: number; readonly bytes: number } {
    const closed = this.#shelves?.size ?? { entries: 0, bytes: 0 };
    return { entries: this.entries.count + closed.entries, bytes: this.entries.bytes + closed.bytes };
  }

  /** Fills a new index with the existing items. */
  addIndex(record: IndexRecord): void {
    this.#shelves?.openAll();
    const index = this.#newIndex(record);
    for (const text of this.#items.keys()) {
      const entry = this.find(parsePlaceText(text));
      if (entry) index.hold(text, entry, entry.item);
    }
    this.indexes.set(record.name, index);
  }

  /** Returns an index as readers see it now. */
  settledIndex(name: string): SecondaryIndex | undefined {
    const index = this.indexes.get(name);
    index?.lag.settle(this.world.clock.now(), this.lagOf(index));
    return index;
  }

  lagOf({ record }: SecondaryIndex): number {
    return record.kind === 'global' ? this.world.faults.indexLag(this.record.name, record.name) : 0;
  }

  put(key: PrimaryKey, entry: Entry): void {
    this.#items.set(key.text, entry.item);
    this.entries.put(key.hash, entry);
  }

  delete(key: PrimaryKey): void {
    this.#items.delete(key.text);
    this.entries.delete(key.hash, key.sort, '');
  }

  followTimeToLive(): void {
    this.expiry?.stop();
    this.expiry = undefined;
    const { timeToLive } = this.record;
    if (!timeToLive?.enabled) return;
    this.expiry = new Expiry(this.world.clock, timeToLive.attribute, (keys) => this.#sweep(keys));
    for (const [text, shown] of this.#shownOfAll()) this.#expire(text, shown);
    const opening = this.#shelves?.opening(timeToLive.attribute);
    if (opening) this.expiry.lookFirst(opening);
  }

  /** Records of an earlier stream go with it; AWS keeps them for a day. */
  setStream(settings: StreamSettings | undefined): void {
    this.world.store.drop(nameStreamCollection(this.record.name));
    this.record.stream = settings;
    this.stream = settings && new TableStream(this.world, this.record, settings);
  }

  drop(): void {
    this.expiry?.stop();
    this.world.store.drop(nameStreamCollection(this.record.name));
    this.world.store.drop(nameItemsCollection(this.record.name));
  }

  /** `text` is the key of the item as it is stored; `shown` holds at least the attributes that indexes need. */
  #hold(text: string, shown: Shown): void {
    const { hash, sort } = parsePlaceText(text);
    let entry: FoundEntry | undefined;
    for (const index of this.indexes.values()) {
      if (!index.wants(shown)) continue;
      entry ??= new FoundEntry({ sort, tie: '' }, () => this.#itemAt(text));
      index.hold(text, entry, shown);
    }
    this.entries.hold(hash, entry ?? text);
    this.#expire(text, shown);
  }

  #expire(text: string, shown: Shown): void {
    const { timeToLive } = this.record;
    if (timeToLive && findMember(shown, timeToLive.attribute)) this.expiry?.replace(text, undefined, shown);
  }

  /** Yields all items as far as they are known. */
  *#shownOfAll(): Generator<[text: string, shown: Shown]> {
    if (this.#shelves) yield* this.#shelves.shown();
    else yield* this.#items.shown();
  }

  #newIndex(record: IndexRecord): SecondaryIndex {
    return new SecondaryIndex(record, this.record.keys, (index, hash) =>
      this.#shelves?.openIndexPartition(index, hash),
    );
  }

  #itemAt(text: string): Item {
    const item = this.#items.get(text);
    if (!item) throw new Error(`Nothing is kept under ${text}`);
    return item;
  }

  /** The service deletes these items itself, so they consume no capacity. */
  #sweep(primaryKeys: readonly string[]): void {
    let swept = 0;
    for (const text of primaryKeys) {
      const key = parsePlaceText(text);
      // The store would open the part of the item without adding the other items of it to the table.
      if (!this.find(key)) continue;
      commit(planWrite(this, key, undefined), { isExpiry: true });
      swept += 1;
    }
    if (swept === 0) return;
    this.world.metrics.record({
      namespace: 'AWS/DynamoDB',
      name: 'TimeToLiveDeletedItemCount',
      dimensions: { TableName: this.record.name },
      unit: 'Count',
      value: swept,
      time: this.world.clock.now(),
    });
  }
}

/** A large table's past items come in parts. A part is loaded when an item that may be in it is first used. */
class TableShelves {
  readonly #shelves: CollectionShelves<Item>;
  readonly #hold: (text: string, shown: Shown) => void;
  /** Lists writes by index and partition, for partitions that have not been read since the world was opened. */
  readonly #written = new Map<SecondaryIndex, Map<string, Set<string>>>();

  /** `hold` receives the items of a part when it is loaded. */
  constructor(
    shelves: CollectionShelves<Item>,
    indexes: Iterable<SecondaryIndex>,
    hold: (text: string, shown: Shown) => void,
  ) {
    this.#shelves = shelves;
    this.#hold = hold;
    for (const [text, shown] of shelves.shown(undefined)) hold(text, shown);
    const written = [...shelves.written()];
    for (const index of indexes) {
      const places = new Map<string, Set<string>>();
      this.#written.set(index, places);
      for (const [shelf, , item] of written) {
        const hash = index.wants(item) ? index.hashOf(item) : undefined;
        if (hash === undefined) continue;
        const there = places.get(hash);
        if (there) there.add(shelf);
        else places.set(hash, new Set([shelf]));
      }
    }
  }

  openPartition(hash: string): void {
    const shelf = this.#shelves.shelfOf(formatPlace(hash, ''));
    if (shelf !== undefined) this.#open(shelf);
  }

  openIndexPartition(index: SecondaryIndex, hash: string): void {
    for (const shelf of this.#written.get(index)?.get(hash) ?? []) this.#open(shelf);
    for (const shelf of this.#shelves.holding(index.record.keys.hash.name, hash)) this.#open(shelf);
  }

  openAll(): void {
    for (const shelf of this.#shelves.closed()) this.#open(shelf);
  }

  /** Yields the items of the open parts and those written to closed parts. */
  *shown(): Generator<[text: string, shown: Shown]> {
    yield* this.#shelves.shownOpen();
    for (const [, text, item] of this.#shelves.written()) yield [text, item];
  }

  /**
   * Returns a function that opens the parts whose past items may have this attribute, or undefined if none is
   * closed.
   */
  opening(attribute: string): (() => void) | undefined {
    const closed = [...this.#shelves.holding(attribute)].filter((shelf) => this.#shelves.isClosed(shelf));
    if (closed.length === 0) return undefined;
    return () => {
      for (const shelf of closed) this.#open(shelf);
    };
  }

  /** Estimates the size of the closed parts. */
  get size(): { readonly entries: number; readonly bytes: number } {
    const closed = { ...this.#shelves.sizeOf(undefined) };
    for (const shelf of this.#shelves.opened()) {
      const { entries, bytes } = this.#shelves.sizeOf(shelf);
      closed.entries -= entries;
      closed.bytes -= bytes;
    }
    return { entries: Math.max(0, closed.entries), bytes: Math.max(0, closed.bytes) };
  }

  #open(shelf: string): void {
    if (!this.#shelves.isClosed(shelf)) return;
    for (const [text, shown] of this.#shelves.shown(shelf)) this.#hold(text, shown);
  }
}

/** Expired items are searched for at this interval. AWS only promises a few days, and mostly takes minutes. */
const sweepEvery = 5 * 60 * 1000;
const fiveYears = 5 * 365 * 24 * 60 * 60 * 1000;

interface Expiring extends Sorted {
  /** Milliseconds since 1970. */
  readonly time: number;
}

/**
 * The items of a table in the order in which they expire. Until it is swept away an expired item is an item like
 * any other. One that expired more than five years ago is never deleted: it was hardly meant to be.
 *
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/howitworks-ttl.html
 */
class Expiry {
  readonly #clock: Clock;
  readonly #attribute: string;
  readonly #sweep: (primaryKeys: readonly string[]) => void;
  readonly #items = new SortedEntries<Expiring>();
  #look: (() => void) | undefined;
  #armed: { readonly time: number; readonly timer: Timer } | undefined;

  constructor(clock: Clock, attribute: string, sweep: (primaryKeys: readonly string[]) => void) {
    this.#clock = clock;
    this.#attribute = attribute;
    this.#sweep = sweep;
  }

  replace(primaryKey: string, before: Shown | undefined, after: Shown | undefined): void {
    const was = before && this.#expiring(primaryKey, before);
    const is = after && this.#expiring(primaryKey, after);
    if (was?.time === is?.time) return;
    if (was) this.#items.delete(was.sort, was.tie);
    if (is) this.#items.put(is);
    this.#arm();
  }

  /** It is not known yet whether there is more, so `look` finds out before the first round. */
  lookFirst(look: () => void): void {
    this.#look = look;
    this.#arm();
  }

  stop(): void {
    this.#armed?.timer.cancel();
    this.#armed = undefined;
  }

  #expiring(primaryKey: string, item: Shown): Expiring | undefined {
    const value = findMember(item, this.#attribute);
    if (!value || !('N' in value)) return undefined;
    const time = Math.floor(Number(value.N)) * 1000;
    if (!(time > 0 && time < Number.MAX_SAFE_INTEGER)) return undefined;
    return { sort: String(time).padStart(16, '0'), tie: primaryKey, time };
  }

  /** No timer is set while nothing expires; otherwise one for the first round after the first expiry. */
  #arm(): void {
    const first = this.#items.first;
    if (!first && !this.#look) return this.stop();
    const from = Math.max(this.#look ? 0 : (first?.time ?? 0), this.#clock.now());
    const time = (Math.floor(from / sweepEvery) + 1) * sweepEvery;
    if (this.#armed && this.#armed.time <= time) return;
    this.stop();
    this.#armed = { time, timer: this.#clock.at(time, () => this.#round()) };
  }

  #round(): void {
    this.#armed = undefined;
    const look = this.#look;
    this.#look = undefined;
    look?.();
    const now = this.#clock.now();
    const due = [
      ...this.#items.between(
        () => false,
        ({ time }) => time > now,
      ),
    ];
    for (const { sort, tie } of due) this.#items.delete(sort, tie);
    this.#sweep(due.filter(({ time }) => time > now - fiveYears).map(({ tie }) => tie));
    this.#arm();
  }
}
