import type { Infer } from '../../protocol/shapes.ts';
import { invalid } from '../storage/primary-key.ts';
import type { Table } from '../storage/table.ts';
import { noSuchIndex } from './index-definition.ts';
import type { BillingMode, IndexRecord, Throughput } from './table-record.ts';
import type { provisionedThroughput } from './table-shapes.ts';

type Provisioned = Infer<typeof provisionedThroughput>;

interface Wanted {
  readonly BillingMode?: BillingMode;
  readonly ProvisionedThroughput?: Provisioned;
}

/**
 * How a table pays, and for how much. The numbers are described as they were given; nothing is throttled by them.
 * What it returns does what was found possible.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/capacity-mode.html
 */
export function planBilling(
  { record, indexes }: Table,
  { BillingMode: mode, ProvisionedThroughput: wanted }: Wanted,
  ofIndexes: ReadonlyMap<string, Provisioned>,
  now: number,
): () => void {
  const billing = mode ?? record.billing;
  for (const name of ofIndexes.keys()) {
    if (indexes.get(name)?.record.kind !== 'global') throw noSuchIndex(name);
  }
  if (billing === 'PAY_PER_REQUEST') {
    if (wanted || ofIndexes.size > 0) {
      throw invalid(
        'Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when BillingMode is PAY_PER_REQUEST',
      );
    }
    return () => {
      if (record.billing === 'PAY_PER_REQUEST') return;
      record.billing = 'PAY_PER_REQUEST';
      record.payPerRequestSince = now;
      for (const each of [record, ...record.indexes]) delete each.throughput;
    };
  }
  const global = record.indexes.filter(({ kind }) => kind === 'global');
  if (record.billing === 'PAY_PER_REQUEST') {
    const missing = global.find(({ name }) => !ofIndexes.has(name));
    if (!wanted || missing) {
      const where = wanted && missing ? ` for index: ${missing.name}` : '';
      throw invalid(`ProvisionedThroughput must be specified${where} when BillingMode is PROVISIONED`);
    }
  }
  const ofTable = wanted && changed('table', record.name, record.throughput, wanted, now);
  const changes = global.flatMap((index): [IndexRecord, Throughput][] => {
    const to = ofIndexes.get(index.name);
    return to ? [[index, changed('index', index.name, index.throughput, to, now)]] : [];
  });
  return () => {
    record.billing = 'PROVISIONED';
    if (ofTable) record.throughput = ofTable;
    for (const [index, throughput] of changes) index.throughput = throughput;
  };
}

function changed(
  what: 'table' | 'index',
  name: string,
  from: Throughput | undefined,
  { ReadCapacityUnits: read, WriteCapacityUnits: write }: Provisioned,
  now: number,
): Throughput {
  if (from?.read === read && from.write === write) {
    throw invalid(
      `The provisioned throughput for the ${what} ${name} will not change. The requested value equals the ` +
        `current value. Current ReadCapacityUnits: ${read}, WriteCapacityUnits: ${write}`,
    );
  }
  const grows = !from || read > from.read || write > from.write;
  const shrinks = from && (read < from.read || write < from.write);
  return { ...from, read, write, ...(grows && { increased: now }), ...(shrinks && { decreased: now }) };
}
