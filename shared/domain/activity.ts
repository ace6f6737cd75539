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

/** The longest note that a person can write on a batch or a cause. */
export const longestNote = 2_000;

/** Activity is kept this long, by its time to live. */
export const activityDaysKept = 400;
