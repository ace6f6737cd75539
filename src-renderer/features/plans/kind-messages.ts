import { grouped } from '#shared/domain/formatting.ts';
import type { JobKind, PlanTarget, TargetOf } from '#shared/domain/job-kinds/job-kinds.ts';
import { describeSubjects } from '#shared/domain/job-words.ts';
import type { IconName } from '#renderer/ui/product-icons.ts';

interface KindMessages<Target extends PlanTarget = PlanTarget> {
  /** Completes "Your role may not …". */
  readonly act: string;
  /** Says what is being read for the plan, which explains the wait. */
  describeReading(target: Target): string;
  /** Labels the start button. */
  describeStart(items: StartingItems): string;
  readonly icon: IconName;
  /** Describes what is done to a single thing; null for the kinds that go in steps. */
  readonly action: ActionText | null;
  /** Describes the steps of a kind with many items. */
  readonly steps: StepsText | null;
  /** Asks for the reason and labels its field; null if the kind does not always need one. */
  readonly reason: { readonly ask: string; readonly label: string } | null;
  readonly receipts: {
    /** The title and the width of the column with the items. */
    readonly title: string;
    readonly width: number;
    /** Says how each receipt is proven. */
    readonly proof: string;
  };
}

interface StartingItems {
  /** The size of the first step. */
  readonly first: number;
  readonly all: number;
}

interface StepsText {
  /** Says what the next step waits for. */
  readonly next: string;
  /** Names the items that finish after a brake, one and many; null for messages, which go in one call. */
  readonly working: readonly [string, string] | null;
}

export interface ActionText {
  readonly does: readonly string[];
  /** Says how it differs from what people expect. */
  readonly doesNot: readonly string[];
}

const readBack = 'outcome read back by key';

const messages: { readonly [Kind in JobKind]: KindMessages<TargetOf<Kind>> } = {
  reprocess: {
    act: 'reprocess documents',
    describeReading: ({ documentIds }) => describeReadingItems('document', documentIds.length),
    describeStart: ({ first }) => `Start with ${describeSubjects('reprocess', first)}`,
    icon: 'play',
    action: null,
    steps: {
      next: 'Next step only when every document of the last one reached SUCCEEDED or REVIEW_REQUIRED.',
      working: ['running document', 'running documents'],
    },
    reason: null,
    receipts: { title: 'Document', width: 204, proof: readBack },
  },
  'redrive-execution': {
    act: 'redrive executions',
    describeReading: () => 'Reading the execution and its batch',
    describeStart: () => 'Redrive the execution',
    icon: 'play',
    action: {
      does: [
        'Continues the same execution from the states that failed; what has succeeded in it is not done again.',
        'Runs the definition that the execution was started with, even if a newer one is deployed by now.',
        'Takes up again the documents that were in line or in work when it ended.',
      ],
      doesNot: [
        'It begins no new run and does not take up documents that failed by themselves. For those, reprocess: that is a new run, by the present definition.',
      ],
    },
    steps: null,
    reason: null,
    receipts: { title: 'Execution', width: 240, proof: readBack },
  },
  'stop-execution': {
    act: 'stop executions',
    describeReading: () => 'Reading the execution and its batch',
    describeStart: () => 'Stop the execution',
    icon: 'stop',
    action: {
      does: [
        'Ends the execution now. Its status becomes ABORTED, and no further document is begun in this run.',
        'Documents in work become FAILED with the code ExecutionStopped. What Textract and Bedrock have done for them by then is paid for.',
        'Documents in line stay QUEUED until the execution is redriven or they are reprocessed.',
      ],
      doesNot: ['It takes nothing back: documents that have ended in this run stay as they are.'],
    },
    steps: null,
    reason: null,
    receipts: { title: 'Execution', width: 240, proof: readBack },
  },
  'redrive-messages': {
    act: 'redrive messages',
    describeReading: () => 'Looking at what is held, and what became of it before',
    describeStart: ({ first }) => `Start with ${describeSubjects('redrive-messages', first)}`,
    icon: 'play',
    action: null,
    steps: {
      next: 'Next step only when what the last one sent was processed: one that comes back stops it. Where no answer comes it may have been sent; that is listed, and never sent again by itself.',
      working: null,
    },
    reason: null,
    receipts: { title: 'Message', width: 222, proof: readBack },
  },
  'discard-messages': {
    act: 'discard messages',
    describeReading: () => 'Looking at what is held, and what became of it before',
    // Nothing is discarded before a reason is given, but the button still says what it does.
    describeStart: ({ all }) => `Discard ${describeSubjects('discard-messages', all)}`,
    icon: 'trash',
    action: null,
    steps: { next: 'Next step only when the last one is in the file and deleted.', working: null },
    // A discarded message is gone for everyone.
    reason: { ask: 'Say why nobody needs them.', label: 'Reason, kept with the receipts' },
    receipts: { title: 'Message', width: 222, proof: 'whole in a file before each is deleted' },
  },
  'requeue-files': {
    act: 'requeue files',
    describeReading: ({ fileIds }) => describeReadingItems('file', fileIds.length),
    describeStart: ({ first }) => `Start with ${describeSubjects('requeue-files', first)}`,
    icon: 'play',
    action: null,
    steps: {
      next: 'Next step only when every file of the last one has completed: one that fails again stops it.',
      working: ['requeued file', 'requeued files'],
    },
    reason: null,
    receipts: { title: 'File', width: 204, proof: readBack },
  },
  'trigger-downloads': {
    act: 'run downloads again',
    describeReading: () => 'Reading the batches of the day',
    describeStart: () => 'Run the day again',
    icon: 'play',
    action: {
      does: [
        'Begins a batch of its own for this day; the earlier ones stay as they are.',
        'Asks the provider what it has of the day. Files that failed or stand still get a fresh address and are fetched again; the new batch takes them over.',
        'Files that still move become the new batch’s, and go on.',
      ],
      doesNot: [
        'It fetches no file again that has completed, and the new batch does not expect it.',
        'It changes no counts of earlier batches. The day stands as its newest batch does.',
      ],
    },
    steps: null,
    reason: {
      ask: 'Say why the day is run again.',
      label: 'Reason, kept with the batch and the receipts',
    },
    receipts: { title: 'Day', width: 96, proof: readBack },
  },
  'close-downloads': {
    act: 'close download batches',
    describeReading: () => 'Reading the download batch again by its key',
    describeStart: () => 'Close the batch',
    icon: 'stop',
    action: {
      does: [
        'Ends the batch now as failed. What has completed and what has failed by then is counted, and it is kept who closed it and why.',
      ],
      doesNot: [
        'It stops no file: one that is being fetched is fetched, and each can be requeued.',
        'It fetches nothing again. For that, run the day again: that is a new batch.',
        'It cannot be undone.',
      ],
    },
    steps: null,
    reason: {
      ask: 'Say why the batch is closed.',
      label: 'Reason, kept with the batch and the receipts',
    },
    receipts: { title: 'Download batch', width: 240, proof: readBack },
  },
};

export function findKindMessages(kind: JobKind): KindMessages {
  return messages[kind];
}

function describeReadingItems(noun: string, count: number): string {
  return count === 1
    ? `Reading the ${noun} again by its key`
    : `Reading ${grouped(count)} ${noun}s again by their keys, 100 a call`;
}
