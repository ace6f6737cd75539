import { statusByScore, type Thresholds } from '../statuses.ts';

export type ThresholdName = keyof Thresholds;

const thresholdStep = 0.01;

/** Returns a workflow's present thresholds; null if its item lacks one or has another type there. */
export function liveThresholds(workflow: {
  readonly confidenceThreshold: number | null;
  readonly reviewThreshold: number | null;
}): Thresholds | null {
  const { confidenceThreshold, reviewThreshold } = workflow;
  if (!isShare(confidenceThreshold) || !isShare(reviewThreshold)) return null;
  return { confidenceThreshold, reviewThreshold };
}

/** Takes the values that an address leaves out from the workflow. If the workflow has none, everything is reviewed. */
export function toThresholdDraft(
  workflow: Parameters<typeof liveThresholds>[0],
  address: { readonly confidence: number | null; readonly review: number | null },
): Thresholds {
  const { confidenceThreshold, reviewThreshold } = workflow;
  return clampDraft({
    confidenceThreshold: address.confidence ?? (isShare(confidenceThreshold) ? confidenceThreshold : 0),
    reviewThreshold: address.review ?? (isShare(reviewThreshold) ? reviewThreshold : 1),
  });
}

/**
 * Ensures 0 <= confidence <= review <= 1. If a link has them crossed, more is reviewed and nothing more is accepted.
 */
export function clampDraft({ confidenceThreshold, reviewThreshold }: Thresholds): Thresholds {
  const confidence = within(0, confidenceThreshold, 1);
  return { confidenceThreshold: confidence, reviewThreshold: within(confidence, reviewThreshold, 1) };
}

/** A handle stops at the other one and never pushes it. */
export function moveHandle(draft: Thresholds, handle: ThresholdName, to: number): Thresholds {
  if (Number.isNaN(to)) return draft;
  const { least, most } = handleBounds(draft, handle);
  // A bound may lie between two steps and can still be reached.
  const value = to <= least ? least : to >= most ? most : within(least, onStep(to), most);
  return clampDraft({ ...draft, [handle]: value });
}

/** Moves by a number of steps. A value between two steps moves to the next step first. */
export function stepHandle(draft: Thresholds, handle: ThresholdName, steps: number): Thresholds {
  const at = exact(draft[handle] / thresholdStep);
  const from = steps > 0 ? Math.floor(at) : Math.ceil(at);
  return moveHandle(draft, handle, (from + steps) * thresholdStep);
}

export function handleBounds(
  draft: Thresholds,
  handle: ThresholdName,
): { readonly least: number; readonly most: number } {
  return handle === 'confidenceThreshold'
    ? { least: 0, most: draft.reviewThreshold }
    : { least: draft.confidenceThreshold, most: 1 };
}

export function isSameDraft(one: Thresholds, other: Thresholds): boolean {
  return (
    one.confidenceThreshold === other.confidenceThreshold && one.reviewThreshold === other.reviewThreshold
  );
}

function onStep(value: number): number {
  return exact(Math.round(value / thresholdStep) * thresholdStep);
}

/**
 * Removes floating-point noise, so that 0.1 + 0.2 is 0.3. Values compared with scores and sent to the API have at most
 * four places.
 */
function exact(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}

function within(least: number, value: number, most: number): number {
  return Math.min(most, Math.max(least, Number.isNaN(value) ? least : value));
}

function isShare(value: number | null): value is number {
  return value !== null && value >= 0 && value <= 1;
}

interface WhatIfSample {
  readonly documents: readonly { readonly score: number }[];
  /** Documents that failed for a reason other than their score, so they fail at any thresholds. */
  readonly failedOtherwise: number;
  readonly intake: { readonly documents: number; readonly days: number };
}

interface WhatIf {
  /** Null if the number of incoming documents or their outcome is unknown. */
  readonly reviewsADay: number | null;
  /** Includes failures by score and for other reasons. */
  readonly failedADay: number | null;
  readonly failedOtherwiseADay: number | null;
  readonly acceptedADay: number | null;
  readonly hoursAWeek: number | null;
}

/**
 * Splits a day's incoming documents in the proportions of the sample. Unfinished documents are expected to end like the
 * others.
 */
export function whatIf(
  { documents, failedOtherwise, intake }: WhatIfSample,
  thresholds: Thresholds,
  secondsADocument: number,
): WhatIf {
  const through = documents.length + failedOtherwise;
  const perDay = intakeADay(intake);
  if (through === 0 || perDay === null) return unknown;
  const counts = sideCounts(documents, thresholds);
  const aDay = (count: number): number => (count / through) * perDay;
  const reviewsADay = aDay(counts.REVIEW_REQUIRED);
  return {
    reviewsADay,
    failedADay: aDay(counts.FAILED + failedOtherwise),
    failedOtherwiseADay: aDay(failedOtherwise),
    acceptedADay: aDay(counts.SUCCEEDED),
    hoursAWeek: (reviewsADay * 7 * secondsADocument) / 3600,
  };
}

export function intakeADay({ documents, days }: WhatIfSample['intake']): number | null {
  return days > 0 ? documents / days : null;
}

const unknown: WhatIf = {
  reviewsADay: null,
  failedADay: null,
  failedOtherwiseADay: null,
  acceptedADay: null,
  hoursAWeek: null,
};

export const sides = ['FAILED', 'REVIEW_REQUIRED', 'SUCCEEDED'] as const;
export type Side = (typeof sides)[number];

interface Scored {
  readonly score: number;
}

type SideCounts = Readonly<Record<Side, number>>;

/** Counts the documents of a sample by the status that their scores alone would give them. */
export function sideCounts(documents: readonly Scored[], thresholds: Thresholds): SideCounts {
  const counts = { FAILED: 0, REVIEW_REQUIRED: 0, SUCCEEDED: 0 };
  for (const { score } of documents) counts[statusByScore(score, thresholds)] += 1;
  return counts;
}

interface ChangedSide {
  readonly from: Side;
  readonly to: Side;
  readonly documents: number;
}

/**
 * Lists how other thresholds change the statuses of the same documents, the most frequent change first. Unchanged
 * documents are left out.
 */
export function changedSides(
  documents: readonly Scored[],
  before: Thresholds,
  after: Thresholds,
): ChangedSide[] {
  const counts = new Map<string, { from: Side; to: Side; documents: number }>();
  for (const { score } of documents) {
    const from = statusByScore(score, before);
    const to = statusByScore(score, after);
    if (from === to) continue;
    const key = `${from} ${to}`;
    const change = counts.get(key);
    if (change === undefined) counts.set(key, { from, to, documents: 1 });
    else change.documents += 1;
  }
  return [...counts.values()].toSorted((a, b) => b.documents - a.documents);
}
