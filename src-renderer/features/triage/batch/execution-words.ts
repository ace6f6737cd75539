import type { Execution } from '#shared/contract/triage/executions.ts';

/** "NOT_REDRIVABLE: Execution is RUNNING and cannot be redriven": AWS's own words, with its reason. */
export function redriveWords({ redriveStatus, redriveStatusReason }: Execution): string {
  if (redriveStatus === null) return 'AWS does not say';
  return redriveStatusReason === null || redriveStatusReason === ''
    ? redriveStatus
    : `${redriveStatus}: ${redriveStatusReason}`;
}

export function timesWords(count: number): string {
  if (count === 0) return 'never';
  return count === 1 ? 'once' : `${String(count)} times`;
}
