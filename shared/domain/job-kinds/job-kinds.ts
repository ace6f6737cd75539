import { documentJobs } from './document-jobs.ts';
import { downloadJobs } from './download-jobs.ts';
import { executionJobs } from './execution-jobs.ts';
import type { JobKindRecord, JobKindRecords } from './job-kind.ts';
import { messageJobs } from './message-jobs.ts';
import type { JobKind } from './targets.ts';

export type { JobKind, PlanTarget, TargetOf } from './targets.ts';

/**
 * Every kind of job has one record. Main lists how it is planned and done, and the pages what they say about it.
 * The schemas of their targets are apart, because the first page of the console needs none.
 */
const records: JobKindRecords<JobKind> = {
  ...documentJobs,
  ...executionJobs,
  ...messageJobs,
  ...downloadJobs,
};

export const jobKinds = Object.keys(records) as [JobKind, ...JobKind[]];

export function findJobKind(kind: JobKind): JobKindRecord {
  return records[kind];
}
