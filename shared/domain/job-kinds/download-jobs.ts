import type { ItemState } from '../../contract/jobs.ts';
import { grouped } from '../formatting.ts';
import { countItems, listStates, type DownloadsPlace, type JobKindRecords } from './job-kind.ts';

const file = { one: 'file', many: 'files' };

const nextSteps: Readonly<Partial<Record<ItemState, string>>> = {
  'failed-again':
    'It failed again. See the error of the provider or the key beside it. A key wrapped for another certificate fails again, and so does a provider that is still down.',
  uncertain:
    'No clear answer was received, so it may have been done. It is never sent again automatically. Check its last event on Downloads: if it was not done, plan it again.',
  refused: 'The pipeline refused it. Nothing was done. See the reason on its line.',
  skipped: 'Skipped because it changed after the plan was made. Plan it again if it still needs sending.',
  overtaken: 'A later batch of its day has it now. See that batch for the outcome.',
  'still-running': 'It was still running when the job ended. Check its day on Downloads later.',
};

export const downloadJobs: JobKindRecords<'requeue-files' | 'trigger-downloads' | 'close-downloads'> = {
  'requeue-files': {
    family: 'downloads',
    noun: file,
    verb: { verb: 'Requeue', doing: 'Requeueing', did: 'Requeued' },
    stateNames: { running: 'Requeued', fixed: 'Completed', overtaken: 'Taken over' },
    isList: true,
    isDestructive: false,
    isAlwaysTyped: false,
    reason: null,
    nextSteps,
    planTitle: ({ fileIds }) => `Requeue ${countItems(fileIds, file)}`,
    findPlace: ({ batchId = null }) => ({ downloads: findBatchPlace(batchId) }),
    summarise({ total, counts }) {
      const parts = listStates(counts, requeueStates);
      return `${[`${grouped(counts.fixed)} of ${grouped(total)} completed`, ...parts].join(', ')}. Read back by key.`;
    },
  },
  'trigger-downloads': {
    family: 'downloads',
    noun: { one: 'day', many: 'days', isAlone: true },
    verb: { verb: 'Run again', doing: 'Running', did: 'Ran' },
    stateNames: { running: 'In progress', fixed: 'Completed', 'failed-again': 'Not completed' },
    isList: false,
    isDestructive: false,
    isAlwaysTyped: false,
    reason: { why: 'Running a day again requires a reason', say: 'Enter one.' },
    nextSteps,
    planTitle: ({ date }) => `Run the downloads of ${date} again`,
    jobSubject: (downloads) => `the downloads of ${downloads?.date ?? 'a day'} again`,
    findPlace: ({ date }) => ({ downloads: { date, batchId: null } }),
    summarise({ counts }) {
      if (counts.fixed > 0) return 'Day run again. Its new batch completed.';
      if (counts['failed-again'] > 0) return 'Day run again. Its new batch did not complete.';
      if (counts.uncertain > 0) return 'The day may have been run again: no answer received.';
      if (counts.refused > 0) return 'Day not run again: refused by the pipeline.';
      if (counts.skipped > 0) return 'Day skipped: it changed since the plan.';
      if (counts.running + counts['still-running'] > 0)
        return 'Day run again. Its new batch is still running.';
      return 'Day not run again.';
    },
  },
  'close-downloads': {
    family: 'downloads',
    noun: { one: 'download batch', many: 'download batches', isAlone: true },
    verb: { verb: 'Close', doing: 'Closing', did: 'Closed' },
    stateNames: { running: 'Being closed', fixed: 'Closed' },
    isList: false,
    isDestructive: true,
    isAlwaysTyped: false,
    reason: { why: 'Closing a batch requires a reason', say: 'Enter one.' },
    nextSteps,
    planTitle: () => 'Close a download batch',
    jobSubject: () => 'a download batch',
    findPlace: ({ batchId }) => ({ downloads: findBatchPlace(batchId) }),
    summarise({ counts }) {
      if (counts.fixed > 0) return 'Batch closed.';
      if (counts.uncertain > 0) return 'The batch may have been closed: no answer received.';
      if (counts.refused > 0) return 'Batch not closed: refused by the pipeline.';
      if (counts.skipped > 0) return 'Batch skipped: it changed since the plan.';
      if (counts.running + counts['still-running'] > 0) return 'Batch closed. Not shown as ended yet.';
      return 'Batch not closed.';
    },
  },
};

/** The day is a part of the batch's id, as the catalogue declares it. */
function findBatchPlace(batchId: string | null): DownloadsPlace {
  return { date: /^batch-(\d{4}-\d\d-\d\d)-/.exec(batchId ?? '')?.[1] ?? null, batchId };
}

const requeueStates: readonly (readonly [ItemState, string])[] = [
  ['failed-again', 'failed again'],
  ['refused', 'refused by the pipeline'],
  ['uncertain', 'uncertain'],
  ['skipped', 'skipped'],
  ['overtaken', 'taken over by a later batch'],
  ['still-running', 'not ended yet'],
  ['running', 'requeued'],
  ['sending', 'being sent'],
  ['waiting', 'not sent'],
];
