import type { Execution } from '#shared/contract/triage/executions.ts';
import { canRedrive, canStop, redriveUntil } from '#shared/domain/execution-allowance.ts';
import type { DescribedExecution } from '../../aws/executions.ts';

/** An execution with what may be done to it, and why, whichever way it is. */
export function shownExecution(execution: DescribedExecution, now: number): Execution {
  const hasFailed = execution.status !== 'SUCCEEDED' && execution.status !== 'RUNNING';
  return {
    ...execution,
    redriveUntil: hasFailed ? redriveUntil(execution) : null,
    canRedrive: canRedrive(execution, now),
    canStop: canStop(execution),
  };
}
