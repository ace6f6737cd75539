import { query, watch } from '../define.ts';
import { costBatchesInput, costBatchesSchema, costsInput, costsSchema } from './costs.ts';

/** What documents consumed, metered from what their items say. Prices are the page's business. */
export const costOperations = {
  'costs.watch': watch({
    does: 'Adds up what documents consumed, by tenant, workflow and day, and goes on reading until its budget is used up.',
    input: costsInput,
    output: costsSchema,
  }),
  'costs.batches': query({
    does: 'Lists the batches behind a figure of costs, from what has been read already.',
    input: costBatchesInput,
    output: costBatchesSchema,
  }),
} as const;
