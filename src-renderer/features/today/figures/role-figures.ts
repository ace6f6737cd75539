import type { Role } from '#shared/contract/define.ts';
import type { Seen } from '../reading/seen.ts';
import { failedBatches, failedDocuments, runningBatches } from './batch-figures.ts';
import { markedOld } from './figure-facts.ts';
import type { FigureFacts, FigureId, ReadFrom } from './figure-facts.ts';
import { decided, oldest, overdue, waiting } from './review-figures.ts';
import { alarms, deadLetters, downloads, jobs } from './watch-figures.ts';

/** The five that matter most to a role, of those that this person may see. */
export function figuresOf(seen: Seen): readonly FigureFacts[] {
  return order[seen.as]
    .filter((id) => mayShow(id, seen))
    .slice(0, most)
    .map((id) => markedOld(makers[id](seen), numberOf[id](seen)));
}

const most = 5;

/** What stands behind the fifth comes in for what somebody may not see. */
const order: Readonly<Record<Role, readonly FigureId[]>> = {
  support: ['failed-batches', 'failed-documents', 'waiting', 'dead-letters', 'alarms', 'running', 'jobs'],
  reviewer: ['waiting', 'overdue', 'oldest', 'decided', 'running', 'failed-batches'],
  admin: ['dead-letters', 'alarms', 'failed-batches', 'downloads', 'jobs', 'waiting', 'failed-documents'],
};

const makers: Readonly<Record<FigureId, (seen: Seen) => FigureFacts>> = {
  'failed-batches': failedBatches,
  'failed-documents': failedDocuments,
  running: runningBatches,
  waiting,
  overdue,
  oldest,
  decided,
  'dead-letters': deadLetters,
  alarms,
  downloads,
  jobs,
};

/** What the number of each is read from. */
const numberOf: Readonly<Record<FigureId, (seen: Seen) => ReadFrom>> = {
  'failed-batches': ({ batches }) => batches,
  'failed-documents': ({ batches }) => batches,
  running: ({ batches }) => batches,
  waiting: ({ batches, review }) => (batches.value === undefined ? review : batches),
  overdue: ({ review }) => review,
  oldest: ({ review }) => review,
  decided: ({ desk }) => desk,
  'dead-letters': ({ queues }) => queues,
  alarms: ({ monitor, monitorFailure }) => ({
    // Where nobody looks, or AWS was not reached, they say so themselves.
    value: quiet.has(monitor?.poller.state) ? undefined : (monitor?.alarms ?? undefined),
    failure: monitorFailure ?? monitor?.failure ?? undefined,
  }),
  downloads: ({ day }) => day,
  jobs: ({ jobs: value, jobsFailure: failure }) => ({ value, failure }),
};

const quiet: ReadonlySet<string | undefined> = new Set(['off', 'offline']);

function mayShow(id: FigureId, { me }: Seen): boolean {
  if (id === 'dead-letters') return me.seesQueues;
  if (id === 'alarms') return me.seesAllTenants;
  if (id === 'downloads') return me.seesDownloads;
  return id === 'decided' ? me.mayReview : true;
}
