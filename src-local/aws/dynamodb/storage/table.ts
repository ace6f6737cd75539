import type { Collection } from '../../../journal/store.ts';
import type { World } from '../../../world/world.ts';
import type { IndexRecord, TableRecord } from '../tables/table-record.ts';
import { memberOf, type Item } from '../values/attribute-value.ts';
import { sizeOfItem } from '../values/size.ts';
import type { Entry } from './entry.ts';
import { Expiry } from './expiry.ts';
import { EntryPartitions } from './partitions.ts';
import { primaryKeyOf, type PrimaryKey } from './primary-key.ts';
import { SecondaryIndex } from './secondary-index.ts';
import { commit, plannedWrite } from './write.ts';

/** A table with its items and indexes. The items are kept; order, indexes and sizes are worked out on opening. */
export class Table {
  readonly record: TableRecord;
  readonly arn: string;
  readonly world: World;
  readonly entries = new EntryPartitions();
  readonly indexes = new Map<string, SecondaryIndex>();
  expiry: Expiry | undefined;
  readonly #items: Collection<Item>;

  constructor(world: World, record: TableRecord) {
    this.world = world;
    this.record = record;
    this.arn = `arn:aws:dynamodb:${world.region}:${world.account}:table/${record.name}`;
    this.#items = world.store.collection<Item>(itemsOf(record.name));
    for (const index of record.indexes) this.indexes.set(index.name, new SecondaryIndex(index, record.keys));
    for (const [text, item] of this.#items.entries()) this.#hold(text, item);
    this.followTimeToLive();
  }

  find({ hash, sort }: PrimaryKey): Entry | undefined {
    return this.entries.find(hash, sort, '');
  }

  /** Fills it with what is there. */
  addIndex(record: IndexRecord): void {
    const index = new SecondaryIndex(record, this.record.keys);
    for (const item of this.#items.values()) {
      const key = primaryKeyOf(this.record.keys, item);
      const entry = this.find(key);
      if (entry) index.hold(key.text, entry);
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
    for (const [text, item] of this.#items.entries()) {
      if (memberOf(item, timeToLive.attribute)) this.expiry.replace(text, undefined, item);
    }
  }

  drop(): void {
    this.expiry?.stop();
    this.world.store.drop(itemsOf(this.record.name));
  }

  /** `text`: of its key, as it is kept. */
  #hold(text: string, item: Item): void {
    const key = primaryKeyOf(this.record.keys, item);
    const entry = { sort: key.sort, tie: '', item, size: sizeOfItem(item) };
    this.entries.put(key.hash, entry);
    for (const index of this.indexes.values()) index.hold(text, entry);
  }

  /** Deletions by the service itself: nobody is charged for them. */
  #sweep(primaryKeys: readonly string[]): void {
    let swept = 0;
    for (const text of primaryKeys) {
      const item = this.#items.get(text);
      if (!item) continue;
      commit(plannedWrite(this, primaryKeyOf(this.record.keys, item), undefined));
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

function itemsOf(table: string): string {
  return `dynamodb/items/${table}`;
}
