import { z } from 'zod';
import { query } from '../define.ts';
import { id } from '../triage/words.ts';
import { throughputSchema, todayBatchesSchema, todayGroupsSchema, todayReviewSchema } from './today.ts';

/** Null: all tenants that this person may see. */
const scope = z.strictObject({ tenantId: id.nullable() });

/**
 * What needs somebody now. The first paint of a tenant is `today.batches` and the poller's look; everything else comes
 * after it, each by itself.
 */
export const todayOperations = {
  'today.batches': query({
    does: 'Counts batches that failed, run or wait for review, with the newest of them: three reads for each tenant.',
    input: scope,
    output: todayBatchesSchema,
  }),
  'today.groups': query({
    does: 'Groups the failures of the newest failed batches by cause.',
    input: scope,
    output: todayGroupsSchema,
  }),
  'today.review': query({
    does: 'Counts the documents that wait for review by how long they have waited.',
    input: scope,
    output: todayReviewSchema,
  }),
  'today.throughput': query({
    does: 'Counts the documents that ended in each of the last 24 hours, by what became of them.',
    input: scope,
    output: throughputSchema,
  }),
} as const;
