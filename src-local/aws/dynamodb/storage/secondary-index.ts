import { AwsError } from '../../protocol/aws-error.ts';
import { listKeyAttributes, type IndexRecord, type KeyAttribute, type Keys } from '../tables/table-record.ts';
import { findMember, getAttributeType, type AttributeValue, type Item } from '../values/attribute-value.ts';
import { equalValues, toOrderToken } from '../values/compare.ts';
import { measureItem } from '../values/size.ts';
import { EntryPartitions, FoundEntry, projectImage, type Entry, type Shown } from './partitions.ts';
import { emptyKind, invalid, isTooLong, refuseLongKey } from './primary-key.ts';

/** An entry of an index, and the partition it belongs to. */
interface Placed {
  readonly hash: string;
  readonly entry: Entry;
}

/**
 * Holds those items that have all its key attributes, with the attributes it projects.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/SecondaryIndexes.html
 */
export class SecondaryIndex {
  readonly record: IndexRecord;
  readonly lag: IndexLag;
  readonly #entries: EntryPartitions;
  /** Undefined stands for all attributes. */
  readonly #projected: ReadonlySet<string> | undefined;

  /** `before` runs before a partition is read. */
  constructor(record: IndexRecord, tableKeys: Keys, before?: (index: SecondaryIndex, hash: string) => void) {
    this.record = record;
    this.#entries = new EntryPartitions({ before: (hash) => before?.(this, hash) });
    this.lag = new IndexLag(this.#entries);
    this.#projected = listProjected(record, tableKeys);
  }

  get entries(): EntryPartitions {
    return this.#entries;
  }

  projects(attribute: string): boolean {
    return !this.#projected || this.#projected.has(attribute);
  }

  /** Returns the attributes of the item that the index holds. */
  projectImage(item: Item): Item {
    return projectImage(item, this.#projected);
  }

  /** Returns undefined for an item that the index leaves out. */
  placeOf(item: Item, primaryKey: string, itemSize: number): Placed | undefined {
    const place = this.#placeIn(item);
    if (!place) return undefined;
    const size = this.#projected ? measureItem(this.projectImage(item)) : itemSize;
    return { hash: place.hash, entry: { sort: place.sort, tie: primaryKey, item, size } };
  }

  wants(shown: Shown): boolean {
    const { hash, range } = this.record.keys;
    return Object.hasOwn(shown, hash.name) && (!range || Object.hasOwn(shown, range.name));
  }

  /** Used on opening and filling, when there is no lag. */
  hold(primaryKey: string, entry: Entry, shown: Shown): void {
    const place = this.#placeIn(shown);
    if (!place) return;
    const { hash, sort } = place;
    this.#entries.put(hash, new FoundEntry({ sort, tie: primaryKey }, () => entry.item, this.#projected));
  }

  /** Returns the hash of the partition that holds this item, or undefined if the index does not hold it. */
  hashOf(item: Shown): string | undefined {
    return this.#placeIn(item)?.hash;
  }

  #placeIn(item: Shown): { hash: string; sort: string } | undefined {
    const { hash, range } = this.record.keys;
    const hashValue = keyValue(item, 'hash', hash);
    const rangeValue = range && keyValue(item, 'range', range);
    if (!hashValue || (range && !rangeValue)) return undefined;
    return { hash: toOrderToken(hashValue), sort: rangeValue ? toOrderToken(rangeValue) : '' };
  }

  showsTheSame(before: Item, after: Item): boolean {
    const [one, other] = [this.projectImage(before), this.projectImage(after)];
    const names = Object.keys(one);
    return (
      names.length === Object.keys(other).length &&
      names.every((name) => {
        const [was, is] = [findMember(one, name), findMember(other, name)];
        return was !== undefined && is !== undefined && (was === is || equalValues(was, is));
      })
    );
  }

  /**
   * `touched` lists the attributes that an update writes. Values from before the index existed are not checked.
   */
  refuseEmptyKeys(item: Item, touched?: readonly string[]): void {
    for (const { name } of listKeyAttributes(this.record.keys)) {
      const value = !touched || touched.includes(name) ? findMember(item, name) : undefined;
      const empty = value && emptyKind(value);
      if (empty) throw emptyIndexKey(touched ? 'update' : 'put', empty, this.record.name, name);
    }
  }

  refuseWrongKeys(item: Item, touched?: readonly string[]): void {
    const { hash, range } = this.record.keys;
    if (!touched || touched.includes(hash.name)) this.#refuseWrongKey('hash', hash, item);
    if (range && (!touched || touched.includes(range.name))) this.#refuseWrongKey('range', range, item);
  }

  #refuseWrongKey(part: 'hash' | 'range', attribute: KeyAttribute, item: Item): void {
    const value = findMember(item, attribute.name);
    if (!value) return;
    const { name, type } = attribute;
    if (getAttributeType(value) !== type) {
      const mismatch = `Type mismatch for Index Key ${name} Expected: ${type} Actual: ${getAttributeType(value)}`;
      throw invalid(`${mismatch} IndexName: ${this.record.name}`);
    }
    refuseLongKey(part, value);
  }
}

function listProjected({ keys, projection }: IndexRecord, tableKeys: Keys): ReadonlySet<string> | undefined {
  if (projection.type === 'ALL') return undefined;
  const names = [...listKeyAttributes(tableKeys), ...listKeyAttributes(keys)].map(({ name }) => name);
  return new Set([...names, ...(projection.attributes ?? [])]);
}

/**
 * An item that was written before the index existed may have an attribute of another type under the key's name;
 * the index leaves it out.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/GSI.OnlineOps.ViolationDetection.html
 */
function keyValue(
  item: Shown,
  part: 'hash' | 'range',
  { name, type }: KeyAttribute,
): AttributeValue | undefined {
  const value = findMember(item, name);
  const isKey = value && getAttributeType(value) === type && !emptyKind(value) && !isTooLong(part, value);
  return isKey ? value : undefined;
}

function emptyIndexKey(how: 'put' | 'update', kind: string, index: string, attribute: string): AwsError {
  const because = `The AttributeValue for a key attribute cannot contain an empty ${kind} value.`;
  return new AwsError(
    'ValidationException',
    how === 'put'
      ? 'One or more parameter values are not valid. A value specified for a secondary index key is not ' +
          `supported. ${because} IndexName: ${index}, IndexKey: ${attribute}`
      : 'One or more parameter values are not valid. The update expression attempted to update a secondary ' +
          `index key to a value that is not supported. ${because}`,
  );
}

/** Describes the change of one item in one index. */
export interface IndexChange {
  readonly before: Placed | undefined;
  readonly after: Placed | undefined;
}

/**
 * Changes on their way into an index. AWS applies them within a fraction of a second; a fault rule may keep them
 * back for longer, so that readers of the index see the table as it was.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/GSI.html#GSI.Writes
 */
class IndexLag {
  readonly #entries: EntryPartitions;
  #waiting: { readonly time: number; readonly change: IndexChange }[] = [];

  constructor(entries: EntryPartitions) {
    this.#entries = entries;
  }

  add(change: IndexChange, now: number, lag: number): void {
    if (lag <= 0 && this.#waiting.length === 0) this.#apply(change);
    else this.#waiting.push({ time: now, change });
  }

  /** Applies all changes that are at least `lag` old. */
  settle(now: number, lag: number): void {
    if (this.#waiting.length === 0) return;
    const arrived = this.#waiting.findIndex(({ time }) => time > now - lag);
    const due = this.#waiting.splice(0, arrived === -1 ? this.#waiting.length : arrived);
    for (const { change } of due) this.#apply(change);
  }

  #apply({ before, after }: IndexChange): void {
    const stays = before && after && before.hash === after.hash && before.entry.sort === after.entry.sort;
    if (before && !stays) this.#entries.delete(before.hash, before.entry.sort, before.entry.tie);
    if (after) this.#entries.put(after.hash, after.entry);
  }
}
