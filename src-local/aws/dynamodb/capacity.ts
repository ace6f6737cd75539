import type { World } from '../../world/world.ts';
import type { IndexChange, SecondaryIndex } from './storage/secondary-index.ts';
import type { Table } from './storage/table.ts';
import type { PlannedWrite } from './storage/write.ts';

export type ReturnConsumedCapacity = 'INDEXES' | 'TOTAL' | 'NONE';

interface Consumed {
  /** The name or ARN as the caller wrote it. */
  readonly calledIt: string;
  readonly table: Table;
  units: number;
  readonly indexes: Map<string, number>;
}

/** Adds up the capacity that one request consumes, table by table. */
export class Consumption {
  readonly #kind: 'Read' | 'Write';
  readonly #transactional: boolean;
  readonly #tables = new Map<string, Consumed>();

  constructor(kind: 'Read' | 'Write', { transactional = false } = {}) {
    this.#kind = kind;
    this.#transactional = transactional;
  }

  add(table: Table, calledIt: string, units: number): void {
    this.#of(table, calledIt).units += units;
  }

  addToIndex(table: Table, calledIt: string, index: string, units: number): void {
    const { indexes } = this.#of(table, calledIt);
    indexes.set(index, (indexes.get(index) ?? 0) + units);
  }

  /** A transaction writes the item twice, to prepare and to commit; its indexes follow once, as ever. */
  addWrite(write: PlannedWrite, calledIt: string): void {
    this.add(write.table, calledIt, tableWriteUnits(write) * (this.#transactional ? 2 : 1));
    for (const { index, change } of write.changes) {
      const units = indexWriteUnits(index, change);
      if (units > 0) this.addToIndex(write.table, calledIt, index.record.name, units);
    }
  }

  /** Reports to CloudWatch, and returns the requested part of the ConsumedCapacity of each table. */
  report(world: World, wanted: ReturnConsumedCapacity | undefined): object[] | undefined {
    const consumed = [...this.#tables.values()];
    for (const each of consumed) this.#record(world, each);
    if (wanted === undefined || wanted === 'NONE') return undefined;
    return consumed.map((each) => this.#described(each, wanted));
  }

  #of(table: Table, calledIt: string): Consumed {
    const { name } = table.record;
    let consumed = this.#tables.get(name);
    if (!consumed) this.#tables.set(name, (consumed = { calledIt, table, units: 0, indexes: new Map() }));
    return consumed;
  }

  #described({ calledIt, table, units, indexes }: Consumed, wanted: 'INDEXES' | 'TOTAL'): object {
    const total = units + [...indexes.values()].reduce((sum, more) => sum + more, 0);
    if (wanted === 'TOTAL') return { TableName: calledIt, ...this.#capacity(total) };
    const ofKind = (kind: 'global' | 'local'): object | undefined => {
      const some = [...indexes].filter(
        ([name]) => (table.indexes.get(name)?.record.kind ?? 'global') === kind,
      );
      if (some.length === 0) return undefined;
      return Object.fromEntries(some.map(([name, more]) => [name, this.#capacity(more)]));
    };
    return {
      TableName: calledIt,
      ...this.#capacity(total),
      Table: this.#capacity(units),
      LocalSecondaryIndexes: ofKind('local'),
      GlobalSecondaryIndexes: ofKind('global'),
    };
  }

  /** Only transactions tell reads from writes. */
  #capacity(units: number): object {
    if (!this.#transactional) return { CapacityUnits: units };
    return { CapacityUnits: units, [`${this.#kind}CapacityUnits`]: units };
  }

  /** https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/metrics-dimensions.html */
  #record(world: World, { table, units, indexes }: Consumed): void {
    const { name: TableName } = table.record;
    const time = world.clock.now();
    const record = (value: number, more: Record<string, string>): void => {
      if (value === 0) return;
      const dimensions = { TableName, ...more };
      const name = `Consumed${this.#kind}CapacityUnits`;
      world.metrics.record({ namespace: 'AWS/DynamoDB', name, dimensions, unit: 'Count', value, time });
    };
    let ofTable = units;
    for (const [index, more] of indexes) {
      // A local index uses the capacity of its table.
      if (table.indexes.get(index)?.record.kind === 'local') ofTable += more;
      else record(more, { GlobalSecondaryIndexName: index });
    }
    record(ofTable, {});
  }
}

/**
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/read-write-operations.html
 * and, for indexes, https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/GSI.html#GSI.ThroughputConsiderations.Writes
 */
type ReadKind = 'eventual' | 'consistent' | 'transactional';

/** All bytes are rounded up together. A read that finds nothing costs as much as the smallest item. */
export function readUnits(bytes: number, kind: ReadKind): number {
  return Math.max(1, Math.ceil(bytes / 4096)) * perRead[kind];
}

const perRead = { eventual: 0.5, consistent: 1, transactional: 2 } as const;

export function writeUnits(bytes: number): number {
  return Math.max(1, Math.ceil(bytes / 1024));
}

/** A write costs its table as much as the larger of the item before and after. */
function tableWriteUnits({ before, after }: PlannedWrite): number {
  return writeUnits(Math.max(before?.size ?? 0, after?.size ?? 0));
}

/** An index is charged for what changes in it: nothing, one write, or a deletion and a write when the key moves. */
function indexWriteUnits(index: SecondaryIndex, { before, after }: IndexChange): number {
  if (!before || !after) return writeUnits((before ?? after)?.entry.size ?? 0);
  const moved = before.hash !== after.hash || before.entry.sort !== after.entry.sort;
  if (moved) return writeUnits(before.entry.size) + writeUnits(after.entry.size);
  if (index.showsTheSame(before.entry.item, after.entry.item)) return 0;
  return writeUnits(Math.max(before.entry.size, after.entry.size));
}
