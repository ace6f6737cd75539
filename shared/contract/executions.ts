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
  /** The time until which AWS accepts a redrive, 14 days after the end; null when it cannot be redriven. */
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

/**
 * The execution of a run, or with `child` that of one document in its Map Run. The name is checked against the run, so
 * that it cannot lead to a document of another batch.
 */
const historyInput = runInput.extend({ child: z.string().min(1).max(80).optional() });
export type HistoryName = z.infer<typeof historyInput>;

/** AWS numbers the events of an execution from 1, and keeps 25,000. */
const eventId = z.int().min(1).max(1_000_000);

export const payloadParts = ['input', 'parameters', 'output', 'cause'] as const;
export type PayloadPart = (typeof payloadParts)[number];

/** A part of an event that carries data. Main masks it as it masks a dead letter, and cuts it when it is long. */
const payloadSchema = z.strictObject({
  part: z.enum(payloadParts),
  isJson: z.boolean(),
  text: z.string(),
  /** The path and the reason of each value that is masked, the first of many. */
  masked: z.array(z.strictObject({ path: z.string(), why: z.string(), characters: z.int() })),
  maskedCount: z.int(),
  /** The size as AWS has it, in bytes. */
  bytes: z.int(),
  /** The characters of the masked text that are left out of `text`. */
  leftOut: z.int(),
  /** AWS itself has cut it. */
  isTruncated: z.boolean(),
});
export type EventPayload = z.infer<typeof payloadSchema>;

export const eventDetailSchema = z.strictObject({
  event: executionEventSchema,
  payloads: z.array(payloadSchema),
  /** The service and action that the state calls: "lambda invoke". */
  calls: text,
  /** The function that worked, as the event or the one that scheduled it names it. */
  functionName: text,
  /** The request that worked, if its answer names it. */
  requestId: text,
});
export type EventDetail = z.infer<typeof eventDetailSchema>;

const payloadName = historyInput.extend({ eventId, part: z.enum(payloadParts) });
export type PayloadName = z.infer<typeof payloadName>;

export const comparisonSchema = z.strictObject({
  /** The values that differ, or cannot be compared because they are masked. The first of many. */
  rows: z.array(
    z.strictObject({
      name: z.string(),
      comparison: z.enum(['changed', 'only-left', 'only-right', 'masked']),
      left: text,
      right: text,
    }),
  ),
  same: z.int(),
  different: z.int(),
  masked: z.int(),
});
export type PayloadComparison = z.infer<typeof comparisonSchema>;

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
    input: historyInput.extend({ ...paged, newestFirst: z.boolean().optional() }),
    output: historyPageSchema,
  }),
  'executions.event': query({
    does: 'Reads one event of an execution with its input and output, masked.',
    input: historyInput.extend({ eventId }),
    output: eventDetailSchema,
  }),
  'executions.compare': query({
    does: 'Compares two inputs or outputs of events value by value, masked.',
    input: z.strictObject({ left: payloadName, right: payloadName }),
    output: comparisonSchema,
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
