import { counted, grouped } from '#shared/domain/formatting.ts';
import type { JobKind, PlanTarget, TargetOf } from '#shared/domain/job-kinds/job-kinds.ts';
import { describeSubjects } from '#shared/domain/job-words.ts';
import type { IconName } from '#renderer/ui/product-icons.ts';

interface KindMessages<Target extends PlanTarget = PlanTarget> {
  /** Completes "Your role can't …". */
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
  /** Lists in whole sentences what cannot be taken back once the plan has started. */
  readonly cannotUndo: readonly string[];
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

const sentInSteps =
  'Each step starts only after everything in the last one was processed. One message that comes back stops the job. A message without an answer may have been sent: it is listed, and never sent again automatically.';
const notCalledBack =
  'A message that was sent cannot be called back: what it starts in the pipeline runs to its end.';
const readBack = 'outcome read back by key';

const reprocessed = [
  'The error, score and values of each document are removed when its run begins, and so is an earlier review. The passport keeps what happened, not the values.',
  'What Textract and Bedrock charge is spent, also if a document fails again.',
  'A document that was sent runs to its end; braking stops only the rest. The customer may get another webhook when the run ends.',
];

const messages: { readonly [Kind in JobKind]: KindMessages<TargetOf<Kind>> } = {
  reprocess: {
    act: 'reprocess documents',
    describeReading: ({ documentIds }) =>
      documentIds === undefined
        ? 'Finding the documents that match, then reading each of them again by its key, 100 a call'
        : describeReadingItems('document', documentIds.length),
    describeStart: ({ first }) => `Start with ${describeSubjects('reprocess', first)}`,
    icon: 'play',
    action: null,
    steps: {
      next: 'Each step starts only after every document of the last one reached SUCCEEDED or REVIEW_REQUIRED.',
      working: ['running document', 'running documents'],
    },
    reason: null,
    receipts: { title: 'Document', width: 204, proof: readBack },
    cannotUndo: reprocessed,
  },
  'reprocess-many': {
    act: 'reprocess documents',
    describeReading: ({ of, fingerprint }) =>
      of.is === 'batches'
        ? `Reading the failed documents of ${counted(of.batches.length, 'batch', 'batches')} again by their keys`
        : `Finding the ${fingerprint === undefined ? 'failed batches' : 'batches of this cause'}, then reading each document again by its key`,
    describeStart: ({ first }) => `Start with ${describeSubjects('reprocess-many', first)}`,
    icon: 'play',
    action: null,
    steps: {
      next: 'First one document, then the others of its tenant, then all other tenants. Each step starts only after every document of the last one reached SUCCEEDED or REVIEW_REQUIRED.',
      working: ['running document', 'running documents'],
    },
    reason: null,
    receipts: { title: 'Document', width: 204, proof: readBack },
    cannotUndo: reprocessed,
  },
  'send-to-review': {
    act: 'send documents to review',
    describeReading: ({ documentIds }) => describeReadingItems('document', documentIds.length),
    describeStart: ({ first }) => `Start with ${describeSubjects('send-to-review', first)}`,
    icon: 'review',
    action: null,
    steps: {
      next: 'Each step starts only after every document of the last one is in review.',
      working: null,
    },
    reason: null,
    receipts: { title: 'Document', width: 204, proof: readBack },
    cannotUndo: [
      'A document that waits for review cannot be set back to FAILED, and cannot be reprocessed before a reviewer has decided.',
      'The customer gets no new webhook.',
    ],
  },
  'accept-documents': {
    act: 'accept documents as they were read',
    describeReading: ({ documentIds }) => describeReadingItems('document', documentIds.length),
    describeStart: ({ first }) => `Start with ${describeSubjects('accept-documents', first)}`,
    icon: 'check',
    action: null,
    steps: { next: 'Each step starts only after every document of the last one is accepted.', working: null },
    reason: {
      ask: 'Reason required. Why accept them as they were read?',
      label: 'Reason, kept in each passport and with the receipts',
    },
    receipts: { title: 'Document', width: 204, proof: readBack },
    cannotUndo: [
      'The values become final for the customer as they were read, although their score is too low. There is no undo, unlike in Review.',
      'The customer gets no new webhook; systems that fetch SUCCEEDED documents get these values.',
    ],
  },
  'approve-documents': {
    act: 'approve documents',
    describeReading: ({ of }) =>
      of.is === 'documents'
        ? `Looking at ${counted(of.documents.length, 'document')} with the checks of their workflows`
        : 'Looking at the waiting documents one by one, with the checks of their workflows',
    describeStart: ({ first }) => `Start with ${describeSubjects('approve-documents', first)}`,
    icon: 'check',
    action: null,
    steps: { next: 'Each step starts only after every document of the last one is approved.', working: null },
    reason: null,
    receipts: { title: 'Document', width: 204, proof: readBack },
    cannotUndo: [
      'An approval can be taken back for a few seconds only, by you, on its document.',
      'A document with an undecided value or a failed check is left out, and so is one that asks for two people.',
    ],
  },
  'redrive-execution': {
    act: 'redrive executions',
    describeReading: () => 'Reading the execution and its batch',
    describeStart: () => 'Redrive the execution',
    icon: 'play',
    action: {
      does: [
        'Continues the same execution from the failed states. States that succeeded are not repeated.',
        'Uses the definition that the execution was started with, even if a newer one is deployed.',
        'Resumes the documents that were queued or processing when it ended.',
      ],
      doesNot: [
        'Does not start a new run or retry documents that failed on their own. To retry those, reprocess them: that starts a new run with the current definition.',
      ],
    },
    steps: null,
    reason: null,
    receipts: { title: 'Execution', width: 240, proof: readBack },
    cannotUndo: [
      'Documents that the execution finishes are changed and charged, also if it is stopped afterwards.',
      'The customer may get another webhook when it ends.',
    ],
  },
  'stop-execution': {
    act: 'stop executions',
    describeReading: () => 'Reading the execution and its batch',
    describeStart: () => 'Stop the execution',
    icon: 'stop',
    action: {
      does: [
        'Ends the execution now. Its status becomes ABORTED, and no more documents are started in this run.',
        'Documents being processed become FAILED with the code ExecutionStopped. Textract and Bedrock charges up to then still apply.',
        'Queued documents stay QUEUED until the execution is redriven or they are reprocessed.',
      ],
      doesNot: ['Does not undo anything: documents that have ended in this run stay as they are.'],
    },
    steps: null,
    reason: null,
    receipts: { title: 'Execution', width: 240, proof: readBack },
    cannotUndo: [
      'Documents in progress become FAILED, and what they have cost so far is charged.',
      'The execution can only be continued by a redrive, within 14 days.',
    ],
  },
  'redrive-messages': {
    act: 'redrive messages',
    describeReading: () => 'Checking the sampled messages and their earlier outcomes',
    describeStart: ({ first }) => `Start with ${describeSubjects('redrive-messages', first)}`,
    icon: 'play',
    action: null,
    steps: {
      next: sentInSteps,
      working: null,
    },
    reason: null,
    receipts: { title: 'Message', width: 222, proof: readBack },
    cannotUndo: [notCalledBack, 'It leaves this queue under a new message id.'],
  },
  'discard-messages': {
    act: 'discard messages',
    describeReading: () => 'Checking the sampled messages and their earlier outcomes',
    // Nothing is discarded before a reason is given, but the button still says what it does.
    describeStart: ({ all }) => `Discard ${describeSubjects('discard-messages', all)}`,
    icon: 'trash',
    action: null,
    steps: {
      next: 'Each step starts only after the last one is saved to the file and deleted.',
      working: null,
    },
    // A discarded message is gone for everyone.
    reason: { ask: 'Reason required. Why discard them?', label: 'Reason, kept with the receipts' },
    receipts: { title: 'Message', width: 222, proof: 'saved to a file before each is deleted' },
    cannotUndo: [
      'A discarded message is deleted for everyone. Only its copy in the file on this machine remains.',
    ],
  },
  'resend-messages': {
    act: 'send discarded messages again',
    describeReading: () => 'Looking in the files for the messages, and in the ledgers for what was sent',
    describeStart: ({ first }) => `Start with ${describeSubjects('resend-messages', first)}`,
    icon: 'play',
    action: null,
    steps: {
      next: sentInSteps,
      working: null,
    },
    reason: null,
    receipts: { title: 'Message', width: 222, proof: readBack },
    cannotUndo: [notCalledBack, 'It goes out under a new message id. The file keeps its copy.'],
  },
  'requeue-files': {
    act: 'requeue files',
    describeReading: ({ fileIds }) => describeReadingItems('file', fileIds.length),
    describeStart: ({ first }) => `Start with ${describeSubjects('requeue-files', first)}`,
    icon: 'play',
    action: null,
    steps: {
      next: 'Each step starts only after every file of the last one completed. One file that fails again stops the job.',
      working: ['requeued file', 'requeued files'],
    },
    reason: null,
    receipts: { title: 'File', width: 204, proof: readBack },
    cannotUndo: [
      'A requeued file is offered for download at once under a new address; its earlier error and address are replaced.',
    ],
  },
  'trigger-downloads': {
    act: 'run downloads again',
    describeReading: () => 'Reading the batches of the day',
    describeStart: () => 'Run the day again',
    icon: 'play',
    action: {
      does: [
        'Starts a new batch for this day. Earlier batches stay as they are.',
        'Asks the provider for the files of the day. Failed and stuck files get a new URL and are downloaded again. The new batch takes them over.',
        'Files in progress move to the new batch and continue.',
      ],
      doesNot: [
        'Does not download completed files again, and the new batch does not expect them.',
        'Does not change the counts of earlier batches. The day shows its newest batch.',
      ],
    },
    steps: null,
    reason: {
      ask: 'Reason required. Why run the day again?',
      label: 'Reason, kept with the batch and the receipts',
    },
    receipts: { title: 'Day', width: 96, proof: readBack },
    cannotUndo: ['The new batch cannot be removed, only closed. Files that it takes over stay with it.'],
  },
  'close-downloads': {
    act: 'close download batches',
    describeReading: () => 'Reading the download batch again by its key',
    describeStart: () => 'Close the batch',
    icon: 'stop',
    action: {
      does: [
        'Ends the batch now as failed. Completed and failed files are counted, and who closed it and why is recorded.',
      ],
      doesNot: [
        'Does not stop any file: downloads in progress continue, and each file can be requeued.',
        'Does not download anything again. For that, run the day again: that starts a new batch.',
      ],
    },
    steps: null,
    reason: {
      ask: 'Reason required. Why close the batch?',
      label: 'Reason, kept with the batch and the receipts',
    },
    receipts: { title: 'Download batch', width: 240, proof: readBack },
    cannotUndo: ['A closed batch cannot be opened again. A new one is started by running the day again.'],
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
