import type { BatchStatus } from './statuses.ts';

/**
 * The durations up to which batches are counted, in minutes. An objective may only name one of them, so whether a batch
 * was in time is counted and never estimated.
 */
export const durationEdges = [1, 2, 5, 10, 15, 30, 60, 120, 240, 480, 720, 1_440] as const;
export type DurationEdge = (typeof durationEdges)[number];

/** When a run of a batch ended for the first time, as its batch records it. */
export interface FirstEnd {
  readonly run: number;
  /** When the batch was submitted. */
  readonly submittedAt: string;
  readonly firstAt: string;
  /** The status that this end gave to the batch. Absent in batches that ended before it was recorded. */
  readonly firstStatus?: BatchStatus | undefined;
}

/**
 * Returns what a run adds to the sums of its day (decision 049). A batch counts once, by its first run: from its
 * submission until that run first ended. What a redrive or a reprocess repairs later changes nothing, because it came
 * too late for whoever waited. A batch whose status is not known is not counted.
 */
export function countFirstEnd({ run, submittedAt, firstAt, firstStatus }: FirstEnd): DurationFigures {
  if (run !== 1) return { [names.again]: 1 };
  const minutes = (Date.parse(firstAt) - Date.parse(submittedAt)) / 60_000;
  if (firstStatus === undefined || Number.isNaN(minutes)) return {};
  if (firstStatus !== 'SUCCEEDED' && firstStatus !== 'REVIEW_REQUIRED') return { [names.failed]: 1 };
  const edge = durationEdges.find((one) => minutes <= one);
  return { [edge === undefined ? names.longer : nameEdge(edge)]: 1 };
}

type DurationFigures = Readonly<Record<string, number>>;

const names = { failed: 'took#failed', longer: 'took#longer', again: 'took#again' } as const;

function nameEdge(edge: DurationEdge): string {
  return `took#${edge}`;
}

/** How long the batches took whose first run ended on some days. */
export interface Durations {
  /** The batches that ended without a failure, by the shortest edge that they kept to, and those over the last one. */
  readonly upTo: Readonly<Record<DurationEdge, number>>;
  readonly longer: number;
  readonly failed: number;
  /** All of the above. */
  readonly batches: number;
  /** Runs that ended before durations were counted. Each may have been the first of its batch. */
  readonly uncounted: number;
}

/** Reads the counts back from the sums of a day. */
export function readDurations(figures: Readonly<Record<string, unknown>>): Durations {
  const get = (name: string): number => toCount(figures[name]);
  const upTo = makeUpTo((edge) => get(nameEdge(edge)));
  const [longer, failed] = [get(names.longer), get(names.failed)];
  const batches = sumUpTo(upTo, durationEdges.length) + longer + failed;
  const uncounted = Math.max(0, get('runs') - batches - get(names.again));
  return { upTo, longer, failed, batches, uncounted };
}

export const noDurations: Durations = readDurations({});

export function addDurations(a: Durations, b: Durations): Durations {
  return {
    upTo: makeUpTo((edge) => a.upTo[edge] + b.upTo[edge]),
    longer: a.longer + b.longer,
    failed: a.failed + b.failed,
    batches: a.batches + b.batches,
    uncounted: a.uncounted + b.uncounted,
  };
}

/** Counts the batches that ended without a failure within so many minutes, which is exact for an edge. */
export function countWithin({ upTo }: Durations, minutes: DurationEdge): number {
  return sumUpTo(upTo, durationEdges.indexOf(minutes) + 1);
}

function sumUpTo(upTo: Durations['upTo'], edges: number): number {
  return durationEdges.slice(0, edges).reduce((sum, edge) => sum + upTo[edge], 0);
}

function makeUpTo(count: (edge: DurationEdge) => number): Durations['upTo'] {
  return Object.fromEntries(durationEdges.map((edge) => [edge, count(edge)])) as Durations['upTo'];
}

function toCount(value: unknown): number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : 0;
}
