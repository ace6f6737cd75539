import { z } from 'zod';
import { id, runNumber, text } from './words.ts';

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
  /** As AWS says it; why not is in its own words. */
  redriveStatus: z.enum(['REDRIVABLE', 'NOT_REDRIVABLE', 'REDRIVABLE_BY_MAP_RUN']).nullable(),
  redriveStatusReason: text,
  /** Until when AWS would take a redrive: 14 days after it ended. */
  redriveUntil: text,
  /** Both with their reason, whichever way it is. */
  canRedrive: allowance,
  canStop: allowance,
});
export type Execution = z.infer<typeof executionSchema>;

/** Metadata only: inputs and outputs stay where they are. Short names, since there are up to 25,000. */
export const executionEventSchema = z.strictObject({
  id: z.int(),
  previous: z.int(),
  /** Milliseconds since 1970. */
  at: z.number(),
  type: z.string(),
  /** Of a state that is entered or left. */
  state: text,
  /** Of a Map iteration, from 0. */
  index: z.int().nullable(),
  error: text,
});
export type ExecutionEvent = z.infer<typeof executionEventSchema>;

export const historyPageSchema = z.strictObject({
  events: z.array(executionEventSchema),
  cursor: z.string().nullable(),
});
