/** How urgent the documents of a workflow are. A workflow without a priority has `normal`. */
export const priorities = ['high', 'normal', 'low'] as const;
export type Priority = (typeof priorities)[number];

/** The hours after which a waiting document is due, as a workflow may set them. */
export const dueHoursRange = { least: 1, most: 720 } as const;

/** The documents of one batch share this in the order of review. */
export interface ReviewOrder {
  /** The hours of the workflow, or the console's usual ones. */
  readonly dueHours: number;
  readonly priority: Priority;
}

/** Columns by which the queue can be sorted. */
export const sortColumns = [
  'waiting',
  'due',
  'priority',
  'document',
  'tenant',
  'workflow',
  'flagged',
  'score',
  'amount',
] as const;
export interface QueueSort {
  readonly by: (typeof sortColumns)[number];
  readonly direction: 'asc' | 'desc';
}

/** The orders in which batches can be merged without reading all of them: each batch has its documents in them. */
export type MergeOrder = 'waiting' | 'due' | 'priority';

/**
 * Returns the order in which the queue is merged, or null where no index has it: the documents are then read up to a
 * limit and sorted afterwards.
 */
export function findMergeOrder(sort: QueueSort | undefined): MergeOrder | null {
  if (sort === undefined) return 'waiting';
  const { by, direction } = sort;
  if (direction === 'desc') return null;
  return by === 'waiting' || by === 'due' || by === 'priority' ? by : null;
}

const hour = 3_600_000;
/** More than any time in milliseconds, so that a priority always counts more than a time. */
const span = 1e14;

/** Returns the place of a document in a merged order, by the time since which it waits. */
export function placeInOrder(order: MergeOrder, since: number, { dueHours, priority }: ReviewOrder): number {
  if (order === 'waiting') return since;
  const dueAt = since + dueHours * hour;
  return order === 'due' ? dueAt : priorities.indexOf(priority) * span + Math.max(0, dueAt);
}

/** Returns the place that no document of an unknown workflow comes before. */
export function leastPlace(order: MergeOrder, since: number): number {
  return placeInOrder(order, since, { dueHours: dueHoursRange.least, priority: 'high' });
}

/** Returns when a document at this place is due. */
export function dueAtPlace(order: MergeOrder, place: number, { dueHours, priority }: ReviewOrder): number {
  if (order === 'waiting') return place + dueHours * hour;
  return order === 'due' ? place : place - priorities.indexOf(priority) * span;
}

/** Returns the time before which no document of an unknown workflow at this place is due. */
export function leastDueAtPlace(order: MergeOrder, place: number): number {
  if (order === 'waiting') return place + dueHoursRange.least * hour;
  return order === 'due' ? place : Number.NEGATIVE_INFINITY;
}

type SortValue = string | number | null;

/** Compares two values of a column. A missing one comes last in both directions. */
export function compareSortValues(
  direction: QueueSort['direction'],
  left: SortValue,
  right: SortValue,
): number {
  if (left === null || right === null) return Number(left === null) - Number(right === null);
  const sign = direction === 'asc' ? 1 : -1;
  if (typeof left === 'number' && typeof right === 'number') return sign * Math.sign(left - right);
  return sign * String(left).localeCompare(String(right), 'en', { numeric: true });
}
