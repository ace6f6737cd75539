import type { Lookup } from '#shared/contract/triage/lookup.ts';
import type { Result } from '#shared/contract/result.ts';
import { batchRow } from '../rows/batch-row.ts';
import { foundOrNothing } from './found-or-nothing.ts';
import type { LookupParts } from './lookup-parts.ts';

export async function findBatch(batchId: string, { doors }: LookupParts): Promise<Result<Lookup>> {
  const read = await doors().reader.run('extraction.batchById', { batchId });
  return foundOrNothing(read, batchHint, (item) => ({ found: 'batch', batch: batchRow(item) }));
}

export const batchHint =
  'It may be of another connection, or of a tenant that you may not see. A batch of downloads begins with "batch-" and a date.';
