import type { Collection } from '../../../journal/store.ts';
import type { World } from '../../../world/world.ts';
import type { IndexRecord, TableRecord } from '../tables/table-record.ts';
import { itemsOf } from '../told-items.ts';
import { memberOf, type Item } from '../values/attribute-value.ts';
import { FoundEntry, type Entry, type Shown } from './entry.ts';
import { Expiry } from './expiry.ts';
import { EntryPartitions } from './partitions.ts';
import { placeOfText, type PrimaryKey } from './primary-key.ts';
import { SecondaryIndex } from './secondary-index.ts';
import { TableShelves } from './table-shelves.ts';
import { commit, plannedWrite } from './write.ts';

/** A table with its items and indexes. The items are kept; order, indexes and sizes are worked out on opening. */
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
  readonly #items: Collection<Item>;
  /** Undefined: everything is there. */
  readonly #shelves: TableShelves | undefined;

  constructor(world: World, record: TableRecord) {
    this.world = world;
    this.record = record;
    this.arn = `arn:aws:dynamodb:${world.region}:${world.account}:table/${record.name}`;
    this.#items = world.store.collection<Item>(itemsOf(record.name));
    for (const index of record.indexes) this.indexes.set(index.name, this.#newIndex(index));
    const { shelves } = this.#items;
    const hold = (text: string, shown: Shown): void => this.#hold(text, shown);
    if (shelves) this.#shelves = new TableShelves(shelves, this.indexes.values(), hold);
    else for (const [text, shown] of this.#items.shown()) hold(text, shown);
    this.followTimeToLive();
  }

  find({ hash, sort }: PrimaryKey): Entry | undefined {
    return this.entries.find(hash, sort, '');
  }

  /** Of what is kept; of what nobody has come to yet, about as much as was told. */
  get size(): { readonly entries: number; readonly bytes: number } {
    const closed = this.#shelves?.size ?? { entries: 0, bytes: 0 };
    return { entries: this.entries.count + closed.entries, bytes: this.entries.bytes + closed.bytes };
  }

  /** Fills it with what is there. */
  addIndex(record: IndexRecord): void {
    this.#shelves?.openAll();
    const index = this.#newIndex(record);
    for (const text of this.#items.keys()) {
      const entry = this.find(placeOfText(text));
      if (entry) index.hold(text, entry, entry.item);
    }
    this.indexes.set(record.name, index);
  }

  /** An index as readers see it now. */
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

  drop(): void {
    this.expiry?.stop();
    this.world.store.drop(itemsOf(this.record.name));
  }

  /** `text`: of its key, as it is kept; `shown`: at least what indexes ask for. */
  #hold(text: string, shown: Shown): void {
    const { hash, sort } = placeOfText(text);
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
    if (timeToLive && memberOf(shown, timeToLive.attribute)) this.expiry?.replace(text, undefined, shown);
  }

  /** As far as it is there. */
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

  /** Deletions by the service itself: nobody is charged for them. */
  #sweep(primaryKeys: readonly string[]): void {
    let swept = 0;
    for (const text of primaryKeys) {
      if (!this.#items.has(text)) continue;
      commit(plannedWrite(this, placeOfText(text), undefined));
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
