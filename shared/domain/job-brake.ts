import { grouped } from './formatting.ts';
import { provingSteps } from './pipeline-limits.ts';

/** An item that ended since a person last resumed the job. Items are in the order of their ends. */
export interface Ended {
  /** Counted from 1. */
  readonly step: number;
  /**
   * `unconfirmed`: a message was sent and the pipeline wrote nothing about it. `unproven`: refused, uncertain,
   * overtaken or still running.
   */
  readonly end: 'good' | 'failed' | 'unconfirmed' | 'unproven';
}

interface BrakeRules {
  /** The number of items that the plan sends. */
  readonly planned: number;
  /** A person resumed the job knowing that the pipeline confirms nothing. */
  readonly withoutConfirmation?: boolean;
  /** The number of steps that have to succeed whole. */
  readonly proving?: number;
}

interface BrakeMeter {
  readonly says: string;
  readonly now: number;
  /** The job brakes when this is reached. */
  readonly limit: number;
}

const mostInARow = 3;
const mostShare = 0.05;

/** Returns the reason as a sentence, or null while the job may continue. */
export function whyToBrake(
  ended: readonly Ended[],
  { planned, withoutConfirmation = false, proving = provingSteps }: BrakeRules,
): string | null {
  const early = ended.filter(({ step }) => step <= proving);
  const earlyFailed = count(early, 'failed');
  if (earlyFailed > 0) {
    return `${earlyFailed} of the first ${early.length} failed again: nothing more starts after a failure in the first ${nameCount(proving)} steps.`;
  }
  if (withoutConfirmation && count(ended, 'failed') > 0) {
    return `${grouped(count(ended, 'failed'))} came back. This job sends without confirmation, so nothing more starts after the first message that comes back.`;
  }
  if (!withoutConfirmation && count(early, 'unconfirmed') > 0) return describeUnconfirmed(early);
  if (count(early, 'unproven') > 0) {
    return `${count(early, 'unproven')} of the first ${early.length} did not succeed, so the first ${nameCount(proving)} steps prove nothing.`;
  }
  if (findLongestRow(ended) >= mostInARow) return `${mostInARow} in a row failed again.`;
  const failed = count(ended, 'failed');
  if (failed >= failuresToBrake(planned)) {
    return `${failed} of ${planned} failed again, which is more than 5 %.`;
  }
  return null;
}

/** Tells whether the job brakes only because the first messages were not confirmed. */
export function lacksConfirmation(ended: readonly Ended[], proving = provingSteps): boolean {
  const early = ended.filter(({ step }) => step <= proving);
  return count(early, 'unconfirmed') > 0 && count(early, 'failed') === 0;
}

function describeUnconfirmed(early: readonly Ended[]): string {
  const some = count(early, 'unconfirmed');
  const resume = 'Resume to send the rest without confirmation.';
  if (count(early, 'good') > 0) {
    return `${grouped(some)} of the first ${grouped(early.length)} were sent and not confirmed. ${resume}`;
  }
  const [sent, them] = some === 1 ? ['1 message was', 'it'] : [`${grouped(some)} messages were`, 'them'];
  return `${sent} sent and not confirmed: this pipeline records nothing about ${them}. ${resume}`;
}

/** Returns the counters for display. A run of failures is shown at its present length, not at its longest. */
export function brakeMeters(
  ended: readonly Ended[],
  { planned, withoutConfirmation = false, proving = provingSteps }: BrakeRules,
): BrakeMeter[] {
  const early = ended.filter(({ step }) => step <= proving);
  const lastGood = ended.findLastIndex(({ end }) => end !== 'failed');
  const unconfirmed = withoutConfirmation ? 0 : count(early, 'unconfirmed');
  return [
    {
      says: `One of the first ${nameCount(proving)} steps does not succeed`,
      now: count(early, 'failed') + count(early, 'unproven') + unconfirmed,
      limit: 1,
    },
    ...(withoutConfirmation
      ? [{ says: 'One message comes back', now: count(ended, 'failed'), limit: 1 }]
      : []),
    { says: `${mostInARow} in a row fail again`, now: ended.length - 1 - lastGood, limit: mostInARow },
    { says: 'More than 5 % fail again', now: count(ended, 'failed'), limit: failuresToBrake(planned) },
  ];
}

function nameCount(proving: number): string {
  return proving === 2 ? 'two' : grouped(proving);
}

/** Returns the smallest number that is more than 5 %. */
function failuresToBrake(planned: number): number {
  return Math.floor(planned * mostShare) + 1;
}

function findLongestRow(ended: readonly Ended[]): number {
  let row = 0;
  let longest = 0;
  for (const { end } of ended) {
    row = end === 'failed' ? row + 1 : 0;
    longest = Math.max(longest, row);
  }
  return longest;
}

function count(ended: readonly Ended[], end: Ended['end']): number {
  return ended.filter((one) => one.end === end).length;
}
