import type { IconName } from '#renderer/ui/product-icons.ts';
import { formatTimeSpan } from '#renderer/ui/relative-time.tsx';
import type { Desk, Flag, ReviewStep } from '#shared/contract/review-document.ts';
import type { Failure } from '#shared/contract/result.ts';
import type { QueuePage, QueueRow, SamplePage } from '#shared/contract/review.ts';
import { counted, grouped } from '#shared/domain/formatting.ts';
import type { ReviewAddress } from '../address.ts';
import type { Turn } from './queue-rows.ts';

export function formatDocumentName({
  fileName,
  documentId,
}: Pick<QueueRow, 'fileName' | 'documentId'>): string {
  return fileName ?? documentId;
}

/** Formats "84", or "84+" where not all were counted. */
export function formatCount(count: number, exact: boolean): string {
  return exact ? grouped(count) : `${grouped(count)}+`;
}

/** Formats "84 documents waiting in 12 batches", with "At least 84" if not all were counted. */
export function describeWaiting(waiting: number, exact: boolean, batches: number): string {
  if (waiting === 0) return exact ? 'Nothing waiting' : 'Not counted';
  const documents = `${counted(waiting, 'document')} waiting`;
  return `${exact ? '' : 'At least '}${documents} in ${counted(batches, 'batch', 'batches')}`;
}

export const flagLooks: readonly {
  readonly flag: Flag;
  readonly short: string;
  readonly long: string;
  readonly icon: IconName;
}[] = [
  { flag: 'below threshold', short: 'Low conf.', long: 'Low confidence', icon: 'gauge' },
  { flag: 'readers disagree', short: 'Differ', long: 'Readings differ', icon: 'sortable' },
  { flag: 'check failed', short: 'Check', long: 'Check failed', icon: 'warning' },
];

/** Null for the first review of two, and where there is only one. */
export function describeStep(step: ReviewStep): string | null {
  if (step === 'first') return null;
  return step === 'second' ? '2nd review' : '3rd review';
}

/** Says whose turn it is in one line; empty if anyone may take the document. */
export function describeTurn(turn: Turn, nameOf: (id: string) => string, now: number): string {
  switch (turn.kind) {
    case 'open':
      return '';
    case 'mine':
      return `From ${nameOf(turn.by)}${quoteNote(turn.note)}`;
    case 'held':
      return `Held by ${nameOf(turn.by)}${turn.until === null ? '' : `, ${formatTimeSpan(turn.until - now)} left`}`;
    case 'handed':
      return `Handed to ${nameOf(turn.to)} by ${nameOf(turn.by)}${quoteNote(turn.note)}`;
    case 'postponed':
      return `Postponed, ${formatTimeSpan(turn.until - now)} left`;
    default:
      return turn.why;
  }
}

function quoteNote(note: string | null): string {
  return note === null ? '' : `: “${note}”`;
}

/** Stands below the last row. With filters, more rows were read than are shown. */
export function describeEnd(shown: number, read: number, hasMore: boolean): string {
  const of = read > shown ? `${grouped(shown)} of the ${grouped(read)} read` : `${grouped(shown)} read`;
  return hasMore ? `${of}; more waiting` : `${of}. End of list`;
}

/** Says how many documents a range of amounts left out because they have none. Empty where it left out none. */
export function describeWithoutAmount(said: Partial<Pick<QueuePage, 'withoutAmount'>> | undefined): string {
  const count = said?.withoutAmount ?? 0;
  return count === 0 ? '' : `; ${counted(count, 'document')} without an amount`;
}

/** Says why amounts are missing in the list. Empty where none is. */
export function describeUnreadAmounts(failure: Failure | undefined): string {
  if (failure === undefined) return '';
  return `. Couldn't load all amounts: ${failure.message.replace(/\.$/, '')}. Refresh the list to try again`;
}

/** Says over how many documents the list is sorted, where no index has its order. Empty where it is sorted over all. */
export function describeSorted(said: Partial<Pick<QueuePage, 'sorted'>> | undefined): string {
  const sorted = said?.sorted ?? null;
  if (sorted === null) return '';
  const count = counted(sorted.documents, 'document');
  return sorted.isAll
    ? `; sorted over all ${count}`
    : `; sorted over the ${count} that wait longest, not over all`;
}

type Filters = Pick<ReviewAddress, 'workflow' | 'reasons' | 'olderThanMinutes' | 'amountFrom' | 'amountTo'>;

export const noFilters: Filters = {
  workflow: null,
  reasons: [],
  olderThanMinutes: null,
  amountFrom: null,
  amountTo: null,
};

export function isFiltered(address: Filters): boolean {
  const { workflow, reasons, olderThanMinutes, amountFrom, amountTo } = address;
  return (
    workflow !== null ||
    reasons.length > 0 ||
    olderThanMinutes !== null ||
    amountFrom !== null ||
    amountTo !== null
  );
}

/** Summarizes the chosen reasons: "Any reason", "Readings differ", "2 reasons". */
export function describeReasons(reasons: readonly Flag[]): string {
  if (reasons.length === 0) return 'Any reason';
  if (reasons.length > 1) return `${String(reasons.length)} reasons`;
  return flagLooks.find(({ flag }) => flag === reasons[0])?.long ?? 'Any reason';
}

/** Means that nothing is chosen. A workflow id never contains a space. */
export const any = 'any of them';

/** Formats an age as the value of a select option. */
export function formatAge(minutes: number | null): string {
  return minutes === null ? any : String(minutes);
}

/** Lists the usual ages, and the one in the address. */
export function listAges(
  chosen: number | null,
): readonly { readonly value: string; readonly label: string }[] {
  const minutes = new Set([...usualAges, ...(chosen === null ? [] : [chosen])]);
  return [
    { value: any, label: 'Any age' },
    ...[...minutes]
      .toSorted((left, right) => left - right)
      .map((age) => ({ value: String(age), label: `Over ${formatTimeSpan(age * 60_000)}` })),
  ];
}

const usualAges = [60, 240, 1_440, 4_320, 10_080];

/** "One in 50". */
export function describeShare(percent: number): string {
  return `One in ${grouped(Math.round(100 / percent))}`;
}

/** Says which documents the sample was drawn from. */
export function describeSample(
  said: Pick<SamplePage, 'accepted' | 'checked' | 'batches' | 'cut'>,
  left: number,
  hasMore: boolean,
): string {
  const { accepted, checked, batches, cut } = said;
  const of = `${counted(accepted, 'accepted document')} of ${counted(batches, 'batch', 'batches')} read`;
  const picked = `${grouped(left)} to check${checked === 0 ? '' : `, ${grouped(checked)} already checked`}`;
  return `${of}: ${picked}${hasMore ? '; older batches not read' : ''}${cut === null ? '' : `. ${cut.replace(/\.$/, '')}`}`;
}

type Today = Desk['today'];

/** Counts today's decisions without those that were taken back. */
export function countDecidedToday({ approved, rejected, undone }: Today): number {
  return Math.max(0, approved + rejected - undone);
}

/** Formats "Today 14 decided, 2 checked, median 7.4 s, n = 14"; empty before the first decision. */
export function describeToday(today: Today): string {
  const { checked, handedOver, medianSeconds, of } = today;
  const decided = countDecidedToday(today);
  const parts = [
    decided > 0 && `${grouped(decided)} decided`,
    checked > 0 && `${grouped(checked)} checked`,
    handedOver > 0 && `${grouped(handedOver)} handed over`,
    medianSeconds !== null && `median ${formatSeconds(medianSeconds)}, n\u00A0=\u00A0${grouped(of)}`,
  ].filter((part) => part !== false);
  return parts.length === 0 ? '' : `Today ${parts.join(', ')}`;
}

/** Formats "7.4 s". A longer duration has no decimals. */
export function formatSeconds(seconds: number): string {
  return seconds < 10 ? `${seconds.toFixed(1)}\u00A0s` : formatTimeSpan(seconds * 1_000);
}

/** These tell who reviews now, and how the last day went. */
export const reviewerMessages = {
  title: 'Reviewers',
  none: 'No reviewer now',
  count: (people: number): string => `${counted(people, 'reviewer')} now`,
  noneNow: 'No review within the last ten minutes.',
  now: (names: string): string => `Reviewing within the last ten minutes: ${names}.`,
  clearNow: 'Nothing is waiting.',
  clearIn: (time: string): string => `clear in ${time}`,
  tooFew: (decided: string, least: string): string =>
    `${decided} decided in the last hour. That is too few to say when the queue is clear; it takes ${least}.`,
  computed: (documents: string, decided: string, time: string): string =>
    `Clear in about ${time}: ${documents} waiting, ${decided} decided in the last hour. Documents that arrive meanwhile are not included.`,
  everyone: 'Last 24 hours, all reviewers',
  yours: 'Last 24 hours, your own figures',
  name: 'Name',
  decided: 'Decided',
  pace: 'Median pace',
  accuracy: 'Found right',
  tooFewOf: (n: string): string => `too few, ${n}`,
  noFigures: 'No decisions in the last 24 hours.',
  loading: 'Reading the figures…',
  notRead: "Couldn't load the figures.",
  how: 'Found right: judged by quality checks and by second and third reviewers, in the last 400 days, with 95 % confidence. Reviewers see their own figures, administrators see everyone’s.',
  chooseTenant: 'Choose a tenant to see how many decisions were found right: this is kept by tenant.',
};

/** The sentences of the quality checks. */
export const sampleMessages = {
  tenant: 'Tenant',
  chooseTenant: 'Choose a tenant',
  size: 'Sample size',
  tenantFirst: 'Choose a tenant first',
  draw: 'Draw a sample',
  drawAgain: 'Draw again',
  table: 'Documents to check',
  notDrawn: "Couldn't draw the sample",
  noneAccepted: 'Nothing accepted automatically',
  noneApproved: 'Nothing approved by other reviewers',
  acceptedBy: 'Accepted by',
  byMachine: 'Accepted automatically',
  byReviewers: 'Approved by other reviewers',
  whatOfReviewers: (share: string): string =>
    `${share} of the documents that other reviewers have approved, always the same ones. You are not shown who decided. Your findings change no value: they count for the reviewer's own accuracy, which the reviewer and administrators see from 10 documents on.`,
  noneLeft: 'Nothing left to check',
  notYet: 'No sample drawn yet',
  tenantThenDraw: 'Choose a tenant, then draw a sample',
  what: (share: string): string =>
    `${share} of the documents that were accepted automatically, always the same ones. Check every field, including those with high confidence: the accuracy beside each score comes from these checks.`,
  cost: 'Drawing reads every accepted document of the newest batches, about half a read unit each. The total is shown in the footer.',
};
