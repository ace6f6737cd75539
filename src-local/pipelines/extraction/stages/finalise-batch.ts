import { getBatch, getWorkflow } from '../items/read-items.ts';
import { reportBatch } from '../metrics.ts';
import type { PipelineFunction, PipelineParts } from '../../parts.ts';
import { setRun } from '../run-state.ts';
import { finaliseInputSchema } from './stage-input.ts';

/** All documents of the run have ended. Answers with what the customer is to be told, if they want to be told. */
export function finaliseBatch(parts: PipelineParts): PipelineFunction {
  return async (given) => {
    const { batch: ref, run, startedAt } = finaliseInputSchema.parse(given);
    const before = await getBatch(parts, ref);
    if (!before) throw new Error(`There is no batch ${ref.batchId}`);
    await setRun(parts, before, run, 'SUCCEEDED');
    const batch = (await getBatch(parts, ref)) ?? before;
    const workflow = await getWorkflow(parts, batch);
    await reportBatch(parts, (parts.now() - Date.parse(startedAt)) / 1_000);
    const { tenantId, batchId, status, counts } = batch;
    const url = workflow?.webhookUrl;
    return { webhook: url === undefined ? null : { tenantId, batchId, run, status, counts, url } };
  };
}
