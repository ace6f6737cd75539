import { command, query } from '../define.ts';
import { workflowSchema } from '../triage/tenants.ts';
import { cursor, pageOf, pageSize } from '../triage/words.ts';
import {
  sampleInput,
  saveThresholdsInput,
  savedAnswer,
  workflowEventSchema,
  workflowKeyInput,
  workflowSampleSchema,
} from './workflows.ts';

/** How sure the readers have to be. `workflows.ofProject` lists them, with the rest of what a tenant has. */
export const workflowOperations = {
  'workflows.read': query({
    does: 'Reads a workflow by its key, as the table has it now.',
    input: workflowKeyInput,
    output: workflowSchema,
  }),
  'workflows.sample': query({
    does: "Reads the scores of a workflow's newest documents, what people found of them, and what comes in.",
    input: sampleInput,
    output: workflowSampleSchema,
  }),
  'workflows.history': query({
    does: 'Lists the changes of a workflow, newest first.',
    input: workflowKeyInput.extend({ cursor, pageSize }),
    output: pageOf(workflowEventSchema),
  }),
  'workflows.saveThresholds': command({
    does: 'Changes the thresholds of a workflow, for batches that are submitted later.',
    input: saveThresholdsInput,
    output: savedAnswer,
    roles: ['admin'],
    remembered: false,
  }),
} as const;
