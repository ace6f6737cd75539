import { wilsonInterval } from './observed-accuracy.ts';

/** Dollars an hour, as exact text, where no one has typed what a reviewer costs. */
export const assumedReviewerRate = '38';

/** Fewer say nothing about a person, nor about a score. */
export const leastForFigure = 10;
/** A reviewer who has done nothing for as long as a claim lasts has left the desk. */
const onDeskMs = 10 * 60_000;
/** A longer pause between two decisions is a break, and says nothing about the pace. */
const longestPauseMs = 10 * 60_000;
const hour = 3_600_000;

export interface ReviewAction {
  readonly personId: string;
  readonly at: number;
  /** A document was approved or rejected; otherwise something else was done at the desk. */
  readonly isDecision: boolean;
}

export interface JudgedAs {
  readonly personId: string;
  readonly isRight: boolean;
}

interface OnDesk {
  readonly personId: string;
  readonly lastAt: number;
}

/** Lists who did something in review within the last ten minutes, the latest first. */
export function listOnDesk(actions: readonly ReviewAction[], now: number): readonly OnDesk[] {
  const lastAt = new Map<string, number>();
  for (const { personId, at } of actions) {
    if (at <= now - onDeskMs || at > now + onDeskMs) continue;
    lastAt.set(personId, Math.max(at, lastAt.get(personId) ?? at));
  }
  return [...lastAt]
    .map(([personId, at]) => ({ personId, lastAt: at }))
    .toSorted((a, b) => b.lastAt - a.lastAt);
}

/** Counts the decisions of the last hour. */
export function countLastHour(actions: readonly ReviewAction[], now: number): number {
  return actions.filter(({ at, isDecision }) => isDecision && at > now - hour && at <= now).length;
}

/**
 * Returns in how many minutes the waiting documents are decided at the pace of the last hour, without those that arrive
 * meanwhile. Null where too few were decided to say.
 */
export function minutesUntilClear(waiting: number, decidedLastHour: number): number | null {
  return decidedLastHour < leastForFigure ? null : Math.ceil((waiting / decidedLastHour) * 60);
}

interface PersonFigures {
  readonly personId: string;
  readonly decided: number;
  /** From one decision to the next, without breaks. Null where there are fewer than ten. */
  readonly medianSeconds: number | null;
  readonly pauses: number;
  readonly judged: number;
  /** The share of judged decisions that were right, with Wilson's interval. Null where fewer than ten were judged. */
  readonly accuracy: { readonly right: number; readonly low: number; readonly high: number } | null;
}

/** Computes the figures of each person, by their name. */
export function figuresByPerson(
  actions: readonly ReviewAction[],
  judged: readonly JudgedAs[],
): readonly PersonFigures[] {
  const people = new Set([
    ...actions.filter(({ isDecision }) => isDecision).map(({ personId }) => personId),
    ...judged.map(({ personId }) => personId),
  ]);
  return [...people].toSorted().map((personId) => {
    const times = actions
      .filter((one) => one.isDecision && one.personId === personId)
      .map(({ at }) => at)
      .toSorted((a, b) => a - b);
    const pauses = times
      .slice(1)
      .map((at, index) => at - (times[index] ?? at))
      .filter((pause) => pause <= longestPauseMs);
    const own = judged.filter((one) => one.personId === personId);
    const right = own.filter(({ isRight }) => isRight).length;
    return {
      personId,
      decided: times.length,
      medianSeconds: pauses.length < leastForFigure ? null : median(pauses) / 1_000,
      pauses: pauses.length,
      judged: own.length,
      accuracy: own.length < leastForFigure ? null : { right, ...wilsonInterval(right, own.length) },
    };
  });
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}
