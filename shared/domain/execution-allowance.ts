import type { RunStatus } from './batch-status.ts';
import { redriveReason } from './redrive-reason.ts';

export interface Allowance {
  readonly allowed: boolean;
  readonly why: string;
}

/** As much of an execution as decides what may be done to it. */
interface Standing {
  readonly status: RunStatus | 'PENDING_REDRIVE';
  readonly stoppedAt: string | null;
  readonly redriveStatus: 'REDRIVABLE' | 'NOT_REDRIVABLE' | 'REDRIVABLE_BY_MAP_RUN' | null;
  readonly redriveStatusReason: string | null;
}

/** https://docs.aws.amazon.com/step-functions/latest/dg/redrive-executions.html */
export const redriveDays = 14;
const day = 86_400_000;

/** Until when AWS would take a redrive; null while it runs, and where nobody knows when it ended. */
export function redriveUntil({ stoppedAt }: Pick<Standing, 'stoppedAt'>): string | null {
  const ended = Date.parse(stoppedAt ?? '');
  return Number.isNaN(ended) ? null : new Date(ended + redriveDays * day).toISOString();
}

/** AWS decides (`redriveStatus`); why not is told in our words, with what to do instead. */
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
  if (status !== 'RUNNING') return no(`It is not running: it is ${status}.`);
  return {
    allowed: true,
    why: 'Documents in work become FAILED, documents that nobody has begun with stay QUEUED, and those that have ended stay as they are.',
  };
}

function no(why: string): Allowance {
  return { allowed: false, why };
}
