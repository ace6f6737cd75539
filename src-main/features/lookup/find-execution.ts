import type { Lookup } from '#shared/contract/triage/lookup.ts';
import { ok, type Result } from '#shared/contract/result.ts';
import { batchRow } from '../rows/batch-row.ts';
import { batchHint } from './find-batch.ts';
import { foundOrNothing } from './found-or-nothing.ts';
import type { LookupParts } from './lookup-parts.ts';

/** An execution has no item: its ARN names the batch and the run. */
export async function findExecution(arn: string, { doors }: LookupParts): Promise<Result<Lookup>> {
  const { executions, reader } = doors();
  const named = await executions.runOf(arn);
  if (!named.ok) return named;
  if (named.value === null) {
    return ok({ found: 'nothing', asked: 'Step Functions', hint: notOurs }, named.receipt);
  }
  const { batchId, run } = named.value;
  const read = await reader.run('extraction.batchById', { batchId });
  return foundOrNothing(read, batchHint, (item) => ({ found: 'execution', batch: batchRow(item), run }));
}

const notOurs =
  'It is no execution of this connection’s pipeline. Compare its region, its account and its state machine with those of the connection.';
