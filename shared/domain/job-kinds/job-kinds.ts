import { documentJobs, nextSteps } from './document-jobs.ts';
import { downloadJobs } from './download-jobs.ts';
import type { JobKindRecord, JobKindRecords, Counts } from './job-kind.ts';
import { messageJobs } from './message-jobs.ts';
import type { JobKind } from './targets.ts';

const noun = { one: 'execution', many: 'executions', isAlone: true };

const executionJobs: JobKindRecords<'redrive-execution' | 'stop-execution'> = {
  'redrive-execution': {
    family: 'executions',
    noun,
    verb: { verb: 'Redrive', doing: 'Redriving', did: 'Redrove' },
    stateNames: { fixed: 'Succeeded', overtaken: 'Redriven again' },
    isList: false,
    isDestructive: false,
    isAlwaysTyped: false,
    reason: null,
    nextSteps,
    planTitle: ({ run }) => `Redrive the execution of run ${String(run)}`,
    jobSubject: () => 'an execution',
    findPlace: ({ batchId }) => ({ batchId }),
    summarise: ({ counts }) =>
      summariseExecution(counts, {
        did: 'redriven',
        fixed: 'Execution redriven. It succeeded.',
        overtaken: 'Execution redriven. A colleague has redriven it again since.',
        skipped: 'Execution skipped: it changed since the plan.',
      }),
  },
  'stop-execution': {
    family: 'executions',
    noun,
    verb: { verb: 'Stop', doing: 'Stopping', did: 'Stopped' },
    stateNames: { fixed: 'Stopped', overtaken: 'Ended on its own' },
    isList: false,
    isDestructive: true,
    isAlwaysTyped: false,
    reason: null,
    nextSteps,
    planTitle: ({ run }) => `Stop the execution of run ${String(run)}`,
    jobSubject: () => 'an execution',
    findPlace: ({ batchId }) => ({ batchId }),
    summarise: ({ counts }) =>
      summariseExecution(counts, {
        did: 'stopped',
        fixed: 'Execution stopped.',
        overtaken: 'The execution had already ended. Nothing was stopped.',
        skipped: 'The execution had already ended, or changed since the plan. Nothing was stopped.',
      }),
  },
};

interface Texts {
  readonly did: string;
  readonly fixed: string;
  readonly overtaken: string;
  readonly skipped: string;
}

function summariseExecution(counts: Counts, { did, fixed, overtaken, skipped }: Texts): string {
  if (counts.fixed > 0) return fixed;
  if (counts['failed-again'] > 0) return 'Execution redriven. It failed again.';
  if (counts.uncertain > 0) return `The execution may have been ${did}: no answer received.`;
  if (counts.refused > 0) return `Execution not ${did}: refused by AWS.`;
  if (counts.skipped > 0) return skipped;
  if (counts.overtaken > 0) return overtaken;
  if (counts['still-running'] + counts.running > 0) return `Execution ${did}. Still running.`;
  return `Execution not ${did}.`;
}

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
