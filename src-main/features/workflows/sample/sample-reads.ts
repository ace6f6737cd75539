import type { CatalogueReader } from '../../../aws/reading.ts';
import type { IdOrder } from '../../../reads/batches-by-time.ts';
import type { PaidReads } from '../../../reads/paid-reads.ts';

/** One sample: one reader, one bill, one moment. */
export interface SampleReads {
  readonly reader: CatalogueReader;
  readonly reads: PaidReads;
  readonly order: IdOrder;
  readonly now: number;
}
