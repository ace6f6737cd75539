import type { JobKind } from '#shared/contract/jobs/plans.ts';

export interface DeedWords {
  readonly does: readonly string[];
  readonly doesNot: readonly string[];
}

/** Of what is done to one thing: what it does, and what people take it for. */
export function deedWords(kind: JobKind): DeedWords {
  return deeds[kind] ?? nothing;
}

const redrive: DeedWords = {
  does: [
    'Continues the same execution from the states that failed; what has succeeded in it is not done again.',
    'Runs the definition that the execution was started with, even if a newer one is deployed by now.',
    'Takes up again the documents that were in line or in work when it ended.',
  ],
  doesNot: [
    'It begins no new run and does not take up documents that failed by themselves. For those, reprocess: that is a new run, by the present definition.',
  ],
};

const stop: DeedWords = {
  does: [
    'Ends the execution now. Its status becomes ABORTED, and no further document is begun in this run.',
    'Documents in work become FAILED with the code ExecutionStopped. What Textract and Bedrock have done for them by then is paid for.',
    'Documents in line stay QUEUED until the execution is redriven or they are reprocessed.',
  ],
  doesNot: ['It takes nothing back: documents that have ended in this run stay as they are.'],
};

const runAgain: DeedWords = {
  does: [
    'Begins a batch of its own for this day; the earlier ones stay as they are.',
    'Asks the provider what it has of the day. Files that failed or stand still get a fresh address and are fetched again; the new batch takes them over.',
    'Files that still move become the new batch’s, and go on.',
  ],
  doesNot: [
    'It fetches no file again that has completed, and the new batch does not expect it.',
    'It changes no counts of earlier batches. The day stands as its newest batch does.',
  ],
};

const close: DeedWords = {
  does: [
    'Ends the batch now as failed. What has completed and what has failed by then is counted, and it is kept who closed it and why.',
  ],
  doesNot: [
    'It stops no file: one that is being fetched is fetched, and each can be requeued.',
    'It fetches nothing again. For that, run the day again: that is a new batch.',
    'It cannot be undone.',
  ],
};

const nothing: DeedWords = { does: [], doesNot: [] };

const deeds: Readonly<Partial<Record<JobKind, DeedWords>>> = {
  'redrive-execution': redrive,
  'stop-execution': stop,
  'trigger-downloads': runAgain,
  'close-downloads': close,
};
