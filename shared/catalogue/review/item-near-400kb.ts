import { grouped } from '../../domain/grouped-number.ts';
import { entityOf } from '../keys/entity-of.ts';
import { itemBytes } from '../items/item-bytes.ts';
import type { Observation, ReviewRule } from './finding.ts';

/** https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ServiceQuotas.html */
const limit = 400 * 1_024;
const near = limit * 0.8;

/** DynamoDB refuses items above 400 KB, names of attributes included. */
export const itemNear400Kb: ReviewRule = {
  name: 'item-near-400kb',
  check: (system) =>
    Object.entries(system.entities).flatMap(([entity, { table, largestBytes, bytes }]) => {
      const largest = largestBytes ?? bytes ?? 0;
      if (largest < near) return [];
      return [observed(`${system.id}.${entity}`, table, `The largest ${entity} that is foreseen`, largest)];
    }),
  checkItems: (system, sampled) =>
    Object.entries(sampled).flatMap(([table, items]) => {
      const sizes = items.map((item) => ({ item, size: itemBytes(item) }));
      const big = sizes.filter(({ size }) => size >= near).toSorted((one, other) => other.size - one.size);
      const [largest] = big;
      if (largest === undefined) return [];
      const entity = entityOf(system, table, largest.item) ?? 'item';
      const what = `The largest ${entity} of ${big.length} near the limit that ${big.length === 1 ? 'was' : 'were'} read`;
      return [observed(`${system.id}.${table}`, table, what, largest.size)];
    }),
};

function observed(at: string, table: string, what: string, bytes: number): Observation {
  const kilobytes = Math.ceil(bytes / 1_024);
  return {
    severity: bytes >= limit ? 'high' : 'medium',
    at,
    says: `${what} is ${grouped(kilobytes)} KB of the 400 KB that an item may have.`,
    why: `Above 400 KB the write is refused, usually in the middle of a run. Until then each read of it costs ${grouped(Math.ceil(bytes / 4_096) / 2)} read units and each write ${grouped(kilobytes)} write units, and as many again in each index that projects all.`,
    remedy:
      'Keep the large part in S3 and its address in the item before it gets there; or cut it into items with the same partition key.',
    table,
  };
}
