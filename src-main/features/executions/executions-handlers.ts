import { ok, type Result } from '#shared/contract/result.ts';
import type { Execution } from '#shared/contract/executions.ts';
import { canRedrive, canStop, redriveUntil } from '#shared/domain/execution-allowance.ts';
import type { ConnectionDoors } from '../../aws/doors.ts';
import type { DescribedExecution } from '../../aws/executions.ts';
import type { Handlers } from '../../gate/gate.ts';

type Names = Extract<keyof Handlers, `executions.${string}`>;

interface Parts {
  readonly doors: () => ConnectionDoors;
  readonly now: () => number;
}

export function executionsHandlers({ doors, now }: Parts): Pick<Handlers, Names> {
  return {
    'executions.read': async (name) =>
      mapped(await doors().executions.describe(name), (execution) => shownExecution(execution, now())),
    'executions.history': async ({ cursor, pageSize, ...name }) =>
      mapped(await doors().executions.history(name, { cursor, pageSize }), ({ events, cursor: next }) => ({
        events: [...events],
        cursor: next,
      })),
    'executions.mapRun': async (name) =>
      mapped(await doors().executions.mapRun(name), (mapRun) => ({ mapRun })),
    'executions.children': async ({ batchId, run, ...options }) =>
      mapped(await doors().executions.children({ batchId, run }, options), ({ children, cursor }) => ({
        children: [...children],
        cursor,
      })),
    'executions.childOfDocument': async ({ batchId, run, ...document }) =>
      doors().executions.childOfDocument({ batchId, run }, document),
    'executions.documents': async (name) =>
      mapped(await doors().executions.documentIds(name), (documentIds) => ({
        documentIds: [...documentIds],
      })),
  };
}

function mapped<From, To>(result: Result<From>, map: (value: From) => To): Result<To> {
  return result.ok ? ok(map(result.value), result.receipt) : result;
}

/** Adds the possible actions to an execution, with the reason why each is allowed or not. */
export function shownExecution(execution: DescribedExecution, now: number): Execution {
  const hasFailed = execution.status !== 'SUCCEEDED' && execution.status !== 'RUNNING';
  return {
    ...execution,
    redriveUntil: hasFailed ? redriveUntil(execution) : null,
    canRedrive: canRedrive(execution, now),
    canStop: canStop(execution),
  };
}
