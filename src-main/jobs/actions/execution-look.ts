import type { DescribedExecution } from '../../aws/executions.ts';
import type { Look } from '../job-action.ts';

type Kind = 'redrive-execution' | 'stop-execution';

/**
 * What a redrive or a stop has come to. `before`: how often it had been redriven when it was planned. What Step
 * Functions says may be a moment old, so that an execution which does not show the redrive yet is still on its way.
 */
export function executionLook(kind: Kind, execution: DescribedExecution, before: number | null): Look {
  const { redriveCount } = execution;
  const ours = kind === 'redrive-execution' ? 1 : 0;
  if (before !== null && redriveCount > before + ours) {
    return look(execution, 'overtaken', 'Somebody has redriven it since.');
  }
  const isNotShownYet = kind === 'redrive-execution' && redriveCount < (before ?? 0) + ours;
  if (isNotShownYet || isUnderWay(execution)) return look(execution, 'running', null);
  return kind === 'redrive-execution' ? redriven(execution) : stopped(execution);
}

function redriven(execution: DescribedExecution): Look {
  const { status, error } = execution;
  if (status === 'SUCCEEDED') return look(execution, 'fixed', null);
  const why = [error?.code, error?.cause].filter((part) => typeof part === 'string').join(': ');
  return look(execution, 'failed-again', `${status}${why && ` with ${why.slice(0, longestNote)}`}`);
}

function stopped(execution: DescribedExecution): Look {
  if (execution.status === 'ABORTED') return look(execution, 'fixed', null);
  return look(execution, 'overtaken', `It ended by itself before it was stopped: ${execution.status}.`);
}

function isUnderWay({ status }: DescribedExecution): boolean {
  return status === 'RUNNING' || status === 'PENDING_REDRIVE';
}

/** A cause may be as long as 32,768 characters. */
const longestNote = 500;

function look({ run, stoppedAt }: DescribedExecution, state: Look['state'], note: string | null): Look {
  const endedAt = state === 'running' ? null : stoppedAt;
  return { state, status: null, stage: null, run, endedAt, usage: null, note };
}
