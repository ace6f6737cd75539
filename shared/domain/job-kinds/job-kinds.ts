import { z } from 'zod';
import { documentJobs } from './document-jobs.ts';
import { downloadJobs } from './download-jobs.ts';
import { executionJobs } from './execution-jobs.ts';
import type { JobKindRecord } from './job-kind.ts';
import { messageJobs } from './message-jobs.ts';

/** Every kind of job has one record. Main lists how it is planned and done, and the pages what they say about it. */
const records = { ...documentJobs, ...executionJobs, ...messageJobs, ...downloadJobs };

type Records = typeof records;
export type JobKind = keyof Records;
export const jobKinds = Object.keys(records) as [JobKind, ...JobKind[]];

type TargetSchema = Records[JobKind]['target'];

/** The action and its exact targets. */
export const planTargetSchema = z.discriminatedUnion(
  'kind',
  Object.values(records).map(({ target }) => target) as [TargetSchema, ...TargetSchema[]],
);
export type TargetOf<Kind extends JobKind> = z.infer<Records[Kind]['target']>;
export type PlanTarget = { [Kind in JobKind]: TargetOf<Kind> }[JobKind];

type AnyTarget = z.ZodObject & { readonly _zod: { readonly output: PlanTarget } };

export function findJobKind(kind: JobKind): JobKindRecord<AnyTarget> {
  return records[kind];
}
