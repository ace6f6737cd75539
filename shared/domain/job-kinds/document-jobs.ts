import { reviewers } from '../../contract/allowed-roles.ts';
import type { ItemState } from '../../contract/jobs.ts';
import { grouped, listed } from '../formatting.ts';
import {
  countItems,
  type Counts,
  formatCount,
  listStates,
  type FixedAs,
  type JobKindRecord,
  type JobKindRecords,
} from './job-kind.ts';

const noun = { one: 'document', many: 'documents' };

/** The next steps for documents and executions. */
export const nextSteps: Readonly<Partial<Record<ItemState, string>>> = {
  'failed-again':
    'It failed again. Check the document: if the file itself is the cause, the customer has to send another one.',
  uncertain:
    'The console ended before an answer came, so it may have been done. It is never sent again automatically. Open the document: if its passport has a run at this time, it was done. If not, plan it again.',
  refused:
    'The pipeline refused it. Nothing was done. See the reason on its line, and plan it again once that is fixed.',
  skipped: 'Skipped because it changed after the plan was made. Plan it again if it still needs sending.',
  overtaken: 'A later run has it now. See that run for the outcome.',
  'still-running': 'It was still running when the job ended. Check the batch later.',
};

const documents: Omit<JobKindRecord, 'planTitle' | 'findPlace'> = {
  family: 'documents',
  noun,
  verb: { verb: 'Reprocess', doing: 'Reprocessing', did: 'Reprocessed' },
  stateNames: {},
  isList: true,
  isDestructive: false,
  isAlwaysTyped: false,
  reason: null,
  canBeginLater: true,
  nextSteps,
  summarise({ total, counts }, { as }) {
    const fixed = `${grouped(counts.fixed)} of ${grouped(total)} fixed`;
    const others = listStates(counts, otherStates);
    const rest = others.length === 0 ? '' : ` ${listed(others)}.`;
    return `${fixed}${describeFixed(counts.fixed, as)}.${rest} Read back by key.`;
  },
};

/** Nothing is read again: the pipeline changes the status and keeps the results. */
const settled = {
  ...documents,
  canBeginLater: false,
  nextSteps: {
    ...nextSteps,
    'failed-again': 'It is still FAILED, so nothing was changed. Open the document, then plan it again.',
    overtaken: 'It was changed by another action meanwhile. Open the document to see how it is now.',
  },
} as const;

export const documentJobs: JobKindRecords<
  'reprocess' | 'reprocess-many' | 'send-to-review' | 'accept-documents' | 'approve-documents'
> = {
  reprocess: {
    ...documents,
    planTitle: ({ documentIds, matching, fingerprint }) =>
      documentIds !== undefined
        ? `Reprocess ${countItems(documentIds, noun)}`
        : matching?.leftBehind
          ? 'Reprocess the documents left by a run'
          : `Reprocess all documents ${fingerprint === undefined ? 'that match' : 'of a cause'}`,
    findPlace: ({ batchId }) => ({ batchId }),
  },
  'reprocess-many': {
    ...documents,
    planTitle: ({ of, fingerprint }) =>
      of.is === 'batches'
        ? `Reprocess ${fingerprint === undefined ? 'the failed documents' : 'a cause'} of ${formatCount(of.batches.length, { one: 'batch', many: 'batches' })}`
        : `Reprocess all ${fingerprint === undefined ? 'failed documents that match' : 'documents of a cause'}`,
    findPlace: () => ({}),
  },
  'send-to-review': {
    ...settled,
    verb: { verb: 'Send', doing: 'Sending', did: 'Sent' },
    afterSubject: ' to review',
    stateNames: { fixed: 'In review' },
    roles: ['support', 'reviewer', 'admin'],
    planTitle: ({ documentIds }) => `Send ${countItems(documentIds, noun)} to review`,
    findPlace: ({ batchId }) => ({ batchId }),
    summarise: ({ total, counts }) => summariseSettled(counts, total, 'in review'),
  },
  'accept-documents': {
    ...settled,
    verb: { verb: 'Accept', doing: 'Accepting', did: 'Accepted' },
    afterSubject: ' as read',
    stateNames: { fixed: 'Accepted' },
    isDestructive: true,
    roles: reviewers,
    reason: { why: 'Accepting documents as they were read requires a reason', say: 'Enter one.' },
    planTitle: ({ documentIds }) => `Accept ${countItems(documentIds, noun)} as read`,
    findPlace: ({ batchId }) => ({ batchId }),
    summarise: ({ total, counts }) => summariseSettled(counts, total, 'accepted'),
  },
  'approve-documents': {
    ...settled,
    verb: { verb: 'Approve', doing: 'Approving', did: 'Approved' },
    stateNames: { fixed: 'Approved', 'failed-again': 'Still in review' },
    roles: reviewers,
    nextSteps: {
      ...settled.nextSteps,
      'failed-again': 'It still waits in Review. Open it there.',
      refused:
        'The pipeline refused it, and nothing was decided. See the reason on its line, and open it in Review.',
    },
    planTitle: ({ of }) =>
      of.is === 'documents'
        ? `Approve what passes of ${formatCount(of.documents.length, noun)}`
        : 'Approve all documents that pass',
    findPlace: () => ({}),
    summarise: ({ total, counts }) => summariseSettled(counts, total, 'approved'),
  },
};

function summariseSettled(counts: Counts, total: number, done: string): string {
  const others = listStates(counts, otherStates);
  const rest = others.length === 0 ? '' : ` ${listed(others)}.`;
  return `${grouped(counts.fixed)} of ${grouped(total)} ${done}.${rest} Read back by key.`;
}

function describeFixed(fixed: number, as: FixedAs | undefined): string {
  if (as === undefined || fixed === 0) return '';
  const parts = [
    ...(as.succeeded > 0 ? [`${grouped(as.succeeded)} SUCCEEDED`] : []),
    ...(as.review > 0 ? [`${grouped(as.review)} to review`] : []),
  ];
  return `: ${listed(parts)}`.replace(' and ', ', ');
}

const otherStates: readonly (readonly [ItemState, string])[] = [
  ['failed-again', 'failed again'],
  ['refused', 'refused by the pipeline'],
  ['uncertain', 'uncertain'],
  ['skipped', 'skipped'],
  ['overtaken', 'overtaken by a later run'],
  ['unconfirmed', 'sent, not confirmed'],
  ['still-running', 'still running'],
  ['running', 'running'],
  ['sending', 'being sent'],
  ['waiting', 'not sent'],
];
