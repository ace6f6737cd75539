/**
 * The kinds of things that people do, as Activity filters and counts them. The pipeline API keeps the operation of each
 * action, and the console knows which kind an operation belongs to. An operation that is missing here is `other`.
 */
export const activityKinds = [
  'reprocess',
  'redrive',
  'stop',
  'messages',
  'downloads',
  'review',
  'thresholds',
  'work',
  'note',
  'looked',
  'access',
  'other',
] as const;
export type ActivityKind = (typeof activityKinds)[number];

/** Facts of an action that are stored by name beside its ids. Values of documents are never among them. */
export type ActivityFacts = Readonly<Record<string, string>>;

/** The most actions that one request to the pipeline API tells. */
export const mostActionsTold = 25;

/** A job over more batches than this is listed on its day, and not on each of its batches. */
export const mostBatchesNamed = 25;

/** The most facts that one action has. */
export const mostFacts = 24;

/** The longest note that a person can write on a batch or a cause. */
export const longestNote = 2_000;

/** Activity is kept this long, by its time to live. */
export const activityDaysKept = 400;

const kindOfOperation: Readonly<Record<string, ActivityKind>> = {
  'plans.start': 'other',
  'jobs.ended': 'other',
  'jobs.brake': 'stop',
  'jobs.end': 'stop',
  'jobs.resume': 'other',
  'jobs.export': 'looked',
  'documents.reveal': 'looked',
  'explorer.reveal': 'looked',
  'explorer.export': 'looked',
  'audit.export': 'looked',
  'catalogue.describeTable': 'looked',
  'catalogue.sampleKeys': 'looked',
  'dead-letters.sample': 'messages',
  'dead-letters.hold': 'messages',
  'dead-letters.release': 'messages',
  'dead-letters.move': 'messages',
  'dead-letters.cancelMove': 'messages',
  'dead-letters.message': 'looked',
  'dead-letters.reveal': 'looked',
  'dead-letters.export': 'looked',
  'review.read': 'looked',
  'review.amounts': 'looked',
  'review.claim': 'review',
  'review.release': 'review',
  'review.decide': 'review',
  'review.undo': 'review',
  'review.handOver': 'review',
  'review.refile': 'review',
  'review.check': 'review',
  'workflows.saveThresholds': 'thresholds',
  'workflows.saveReview': 'thresholds',
  'workflows.saveObjective': 'thresholds',
  'incidents.note': 'note',
  'incidents.work': 'work',
  'batches.work': 'work',
  'activity.note': 'note',
  'connections.unlock': 'access',
  'connections.lock': 'access',
};

const kindOfJob: Readonly<Record<string, ActivityKind>> = {
  'approve-documents': 'review',
  reprocess: 'reprocess',
  'reprocess-many': 'reprocess',
  'redrive-execution': 'redrive',
  'stop-execution': 'stop',
  'redrive-messages': 'messages',
  'discard-messages': 'messages',
  'resend-messages': 'messages',
  'requeue-files': 'downloads',
  'trigger-downloads': 'downloads',
  'close-downloads': 'downloads',
};

/** The start and the end of a job belong to the kind of what it does, which is one of its facts. */
export function kindOfActivity(operation: string, facts: ActivityFacts): ActivityKind {
  const job = operation === 'plans.start' || operation === 'jobs.ended' ? facts['jobKind'] : undefined;
  if (job !== undefined && Object.hasOwn(kindOfJob, job)) return kindOfJob[job] ?? 'other';
  return Object.hasOwn(kindOfOperation, operation) ? (kindOfOperation[operation] ?? 'other') : 'other';
}

/** The pipeline API keeps these itself when it does them, so that no console has to tell them. */
const keptByTheApi: ReadonlySet<string> = new Set([
  'activity.note',
  'batches.work',
  'incidents.note',
  'incidents.work',
]);

/**
 * Tells whether colleagues are told of an operation: one that changes, reveals or exports something. Signing in, another
 * persona and a person's own settings are told to none.
 */
export function isToldToColleagues(operation: string): boolean {
  return Object.hasOwn(kindOfOperation, operation) && !keptByTheApi.has(operation);
}
