import { z } from 'zod';
import { command, nothing, query, watch } from '../define.ts';
import { exportedSchema } from '../explorer.ts';
import { id } from '../triage/words.ts';
import { auditInput, auditPageSchema, auditVerificationSchema } from './audit.ts';
import { changesSchema, itemReceiptSchema, jobDetailSchema, jobSchema } from './jobs.ts';
import { planSchema, planTargetSchema, startInput } from './plans.ts';

const roles = ['support', 'admin'] as const;
const jobInput = z.strictObject({ jobId: id });

/** Acting: decision 004. Every bulk action is a plan that is frozen, confirmed, journalled, run and verified. */
export const jobOperations = {
  'plans.make': command({
    does: 'Reads each item again by its key and freezes what would be done, with its price.',
    input: z.strictObject({ target: planTargetSchema }),
    output: planSchema,
    roles,
    audited: false,
    remembered: false,
    writes: false,
  }),
  'plans.start': command({
    does: 'Starts exactly the plan that was seen.',
    input: startInput,
    output: jobSchema,
    roles,
  }),
  'jobs.watch': watch({
    does: 'Pushes the jobs of the open connection, the newest first, whenever one of them changes.',
    input: nothing,
    output: z.strictObject({ jobs: z.array(jobSchema) }),
  }),
  'jobs.watchOne': watch({
    does: 'Pushes one job with its steps and its last receipts; null where there is no such job.',
    input: jobInput,
    output: z.strictObject({ detail: jobDetailSchema.nullable() }),
  }),
  'jobs.receipts': query({
    does: 'Lists what became of each item of a job, in the order of its plan.',
    input: jobInput.extend({ offset: z.int().min(0).max(1_000_000) }),
    output: z.strictObject({ receipts: z.array(itemReceiptSchema), total: z.int() }),
  }),
  'jobs.export': command({
    does: 'Writes the receipts of a job as a file.',
    input: jobInput.extend({ format: z.enum(['csv', 'json']) }),
    output: exportedSchema,
    remembered: false,
    writes: false,
  }),
  'jobs.brake': command({
    does: 'Lets a job start nothing more; what was sent goes on to its end.',
    input: jobInput,
    output: jobSchema,
    roles,
    // What was started can be stopped at any time.
    writes: false,
  }),
  'jobs.resume': command({
    does: 'Lets a braked, stopped or interrupted job go on with what is left of its plan.',
    input: jobInput,
    output: jobSchema,
    roles,
  }),
  'jobs.end': command({
    does: 'Ends a job that stands still: what is left of its plan is never sent.',
    input: jobInput,
    output: jobSchema,
    roles,
    writes: false,
  }),
  'changes.watch': watch({
    does: 'Pushes items as they are after an action, read by their keys, so that lists need not wait for an index.',
    input: nothing,
    output: changesSchema,
  }),
  'audit.read': query({
    does: 'Lists the audit trail of this machine.',
    input: auditInput,
    output: auditPageSchema,
  }),
  'audit.verify': query({
    does: 'Verifies every chain of this machine by its hashes, and by what the pipeline API keeps of it.',
    input: nothing,
    output: auditVerificationSchema,
  }),
  'audit.export': command({
    does: 'Writes the audit trail as a file.',
    input: z.strictObject({ filter: z.string().max(200).optional(), format: z.enum(['csv', 'json']) }),
    output: exportedSchema,
    remembered: false,
    writes: false,
  }),
} as const;
