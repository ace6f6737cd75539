import { z } from 'zod';
import { query } from './define.ts';
import { cursor, id, pageSize, runInput, runNumber, text } from './pipeline-items.ts';

const allowance = z.strictObject({ allowed: z.boolean(), why: z.string() });

export const executionSchema = z.strictObject({
  batchId: id,
  run: runNumber,
  arn: z.string(),
  status: z.enum(['RUNNING', 'SUCCEEDED', 'FAILED', 'TIMED_OUT', 'ABORTED', 'PENDING_REDRIVE']),
  startedAt: text,
  stoppedAt: text,
  error: z.strictObject({ code: text, cause: text }).nullable(),
  redriveCount: z.int(),
  redrivenAt: text,
  /** AWS's status and, if it is not redrivable, AWS's reason. */
  redriveStatus: z.enum(['REDRIVABLE', 'NOT_REDRIVABLE', 'REDRIVABLE_BY_MAP_RUN']).nullable(),
  redriveStatusReason: text,
  /** The time until which AWS accepts a redrive, 14 days after the end. */
  redriveUntil: text,
  /** Both come with a reason, whether allowed or not. */
  canRedrive: allowance,
  canStop: allowance,
});
export type Execution = z.infer<typeof executionSchema>;

/** Contains metadata only: inputs and outputs stay in AWS. Names are short, because there are up to 25,000 events. */
const executionEventSchema = z.strictObject({
  id: z.int(),
  previous: z.int(),
  /** Milliseconds since 1970. */
  at: z.number(),
  type: z.string(),
  /** The state that is entered or left. */
  state: text,
  /** The index of a Map iteration, from 0. */
  index: z.int().nullable(),
  error: text,
});
export type ExecutionEvent = z.infer<typeof executionEventSchema>;

export const historyPageSchema = z.strictObject({
  events: z.array(executionEventSchema),
  cursor: z.string().nullable(),
});

/** The documents of a run that is a Map Run, each an execution of its own, by status. */
export const mapRunSchema = z.strictObject({
  status: z.enum(['RUNNING', 'SUCCEEDED', 'FAILED', 'ABORTED']),
  total: z.int(),
  pending: z.int(),
  running: z.int(),
  succeeded: z.int(),
  failed: z.int(),
  timedOut: z.int(),
  aborted: z.int(),
  maxConcurrency: z.int(),
  toleratedFailureCount: z.int(),
  toleratedFailurePercentage: z.number(),
  redriveCount: z.int(),
});
export type MapRun = z.infer<typeof mapRunSchema>;

export const childStatuses = ['FAILED', 'TIMED_OUT', 'ABORTED', 'RUNNING', 'SUCCEEDED'] as const;

/** The execution of one document in a Map Run. */
export const childExecutionSchema = z.strictObject({
  name: z.string(),
  arn: z.string(),
  status: z.enum([...childStatuses, 'PENDING_REDRIVE']),
  startedAt: text,
  stoppedAt: text,
  /** Null if its input names no document, or is no longer kept. */
  documentId: text,
});
export type ChildExecution = z.infer<typeof childExecutionSchema>;

/** A child execution's name says nothing of its document, so the inputs of a few are opened. */
export const childOfDocumentSchema = z.strictObject({
  child: childExecutionSchema.nullable(),
  /** The number of inputs that were opened. */
  opened: z.int(),
  /** The number of child executions that were listed. `more`: there are others. */
  listed: z.int(),
  more: z.boolean(),
});
export type ChildOfDocument = z.infer<typeof childOfDocumentSchema>;

const paged = { cursor, pageSize };

/** Read operations on the execution of a run. Each is a few calls to Step Functions. */
export const executionOperations = {
  'executions.read': query({
    does: 'Describes the execution of a run, and says whether it can be redriven or stopped, and why.',
    input: runInput,
    output: executionSchema,
  }),
  'executions.history': query({
    does: 'Reads the events of an execution a page at a time, without inputs and outputs.',
    input: runInput.extend(paged),
    output: historyPageSchema,
  }),
  'executions.mapRun': query({
    does: 'Counts the documents of a run that are executions of their own. Null when it has no Map Run.',
    input: runInput,
    output: z.strictObject({ mapRun: mapRunSchema.nullable() }),
  }),
  'executions.children': query({
    does: 'Lists child executions of a run by status, with the document of each. Empty when it has no Map Run.',
    input: runInput.extend({ ...paged, status: z.enum(childStatuses) }),
    output: z.strictObject({ children: z.array(childExecutionSchema), cursor: z.string().nullable() }),
  }),
  'executions.childOfDocument': query({
    does: 'Looks for the child execution of a document among those at work at a time. Opens the inputs of a few.',
    input: runInput.extend({ documentId: id, at: z.iso.datetime().nullable() }),
    output: childOfDocumentSchema,
  }),
  'executions.documents': query({
    does: 'Reads which document each iteration of an execution worked on.',
    input: runInput,
    output: z.strictObject({ documentIds: z.array(id) }),
  }),
} as const;
