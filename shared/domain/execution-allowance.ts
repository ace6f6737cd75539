import type { RunStatus } from './statuses.ts';

interface Allowance {
  readonly allowed: boolean;
  readonly why: string;
}

/** The fields of an execution that decide what may be done to it. */
interface Standing {
  readonly status: RunStatus | 'PENDING_REDRIVE';
  readonly stoppedAt: string | null;
  readonly redriveStatus: 'REDRIVABLE' | 'NOT_REDRIVABLE' | 'REDRIVABLE_BY_MAP_RUN' | null;
  readonly redriveStatusReason: string | null;
}

/** https://docs.aws.amazon.com/step-functions/latest/dg/redrive-executions.html */
const redriveDays = 14;
const day = 86_400_000;

/** Returns the time until which AWS accepts a redrive; null while it runs or if its end is unknown. */
export function redriveUntil({ stoppedAt }: Pick<Standing, 'stoppedAt'>): string | null {
  const ended = Date.parse(stoppedAt ?? '');
  return Number.isNaN(ended) ? null : new Date(ended + redriveDays * day).toISOString();
}

/** AWS decides through `redriveStatus`. A refusal is explained in our words, with an alternative. */
export function canRedrive(execution: Standing, now: number): Allowance {
  const { status, redriveStatus, redriveStatusReason } = execution;
  if (redriveStatus === 'REDRIVABLE') {
    const until = redriveUntil(execution);
    if (until === null || Date.parse(until) > now) {
      return {
        allowed: true,
        why: 'It continues this same execution from where it failed, by the definition it began with. To begin a new run with the definition of today, reprocess the documents.',
      };
    }
    return no(redriveReason('Execution redrivable period exceeded'));
  }
  if (status === 'RUNNING' || status === 'SUCCEEDED') return no(redriveReason(`Execution is ${status}`));
  if (status === 'PENDING_REDRIVE') return no('It is being redriven already.');
  if (redriveStatus === 'REDRIVABLE_BY_MAP_RUN') {
    return no('Only its Map run can be redriven, and this console does not redrive Map runs.');
  }
  if (redriveStatusReason === null)
    return no('AWS does not say that it can be redriven. Look at it again in a minute.');
  return no(redriveReason(redriveStatusReason));
}

export function canStop({ status }: Pick<Standing, 'status'>): Allowance {
  if (status === 'PENDING_REDRIVE') return no('It is not running: it is PENDING_REDRIVE.');
  if (status !== 'RUNNING') return no(`It has already ended, there is nothing to stop: it is ${status}.`);
  return {
    allowed: true,
    why: 'Documents in progress become FAILED, those not started stay QUEUED, and finished ones stay as they are.',
  };
}

function no(why: string): Allowance {
  return { allowed: false, why };
}

/** Explains why an execution cannot be redriven, with an alternative. */
export function redriveReason(said: string): string {
  const known = reasons.find(([pattern]) => pattern.test(said));
  return known === undefined ? `AWS says: "${said}". ${instead}` : known[1];
}

const instead = 'Reprocess its documents instead: that is a new run, by the definition of today.';

/** https://docs.aws.amazon.com/step-functions/latest/apireference/API_DescribeExecution.html */
const reasons: readonly (readonly [RegExp, string])[] = [
  [/\bis RUNNING\b/i, 'It is still running. Wait for its end, or stop it first.'],
  [/\bis SUCCEEDED\b/i, `It has succeeded, so there is nothing to go on with. ${instead}`],
  [/redrivable period/i, `It ended more than 14 days ago, and AWS takes no redrive after that. ${instead}`],
  [
    /history event limit/i,
    `Its history is full: AWS keeps 25,000 events of an execution, and it had all its documents in one. ${instead} The reference pipeline now gives each document of a large batch an execution of its own.`,
  ],
  [/max(imum)? execution time/i, `It began a year ago, and no execution lasts longer. ${instead}`],
  [/redrive limit/i, `It has been redriven as often as AWS allows. ${instead}`],
  [/\bDELETING\b/i, `Its state machine is being deleted. ${instead}`],
];
