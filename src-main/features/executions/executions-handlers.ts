import { ok, refused, type Result } from '#shared/contract/result.ts';
import type { Execution, PayloadName } from '#shared/contract/executions.ts';
import { canRedrive, canStop, redriveUntil } from '#shared/domain/execution-allowance.ts';
import type { ConnectionDoors } from '../../aws/doors.ts';
import { addReceipts } from '../../aws/batches-by-id.ts';
import type { DescribedExecution } from '../../aws/executions.ts';
import type { Handlers } from '../../gate/gate.ts';
import { comparePayloads, shownEvent } from './shown-event.ts';

type Names = Extract<keyof Handlers, `executions.${string}`>;

interface Parts {
  readonly doors: () => ConnectionDoors;
  readonly now: () => number;
}

export function executionsHandlers({ doors, now }: Parts): Pick<Handlers, Names> {
  return {
    'executions.read': async (name) =>
      mapped(await doors().executions.describe(name), (execution) => shownExecution(execution, now())),
    'executions.history': async ({ batchId, run, ...options }) =>
      mapped(await doors().executions.history({ batchId, run }, options), ({ events, cursor }) => ({
        events: [...events],
        cursor,
      })),
    'executions.event': async ({ batchId, run, ...asked }) =>
      mapped(await doors().executions.event({ batchId, run }, asked), shownEvent),
    'executions.compare': async ({ left, right }) => {
      const { executions } = doors();
      const a = await executions.event({ batchId: left.batchId, run: left.run }, left);
      if (!a.ok) return a;
      const b = await executions.event({ batchId: right.batchId, run: right.run }, right);
      if (!b.ok) return b;
      const compared = comparePayloads(a.value, left.part, b.value, right.part);
      if (compared === null) return notThere(left, right);
      const receipt = a.receipt && b.receipt ? addReceipts(a.receipt, b.receipt) : a.receipt;
      return ok(compared, receipt);
    },
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

function notThere(left: PayloadName, right: PayloadName): Result<never> {
  return refused({
    code: 'not-found',
    message: `Event ${left.eventId} has no ${left.part}, or event ${right.eventId} no ${right.part}. Nothing was compared. Choose another event.`,
    what: 'payload',
  });
}

function mapped<From, To>(result: Result<From>, map: (value: From) => To): Result<To> {
  return result.ok ? ok(map(result.value), result.receipt) : result;
}

/** Adds the possible actions to an execution, with the reason why each is allowed or not. */
export function shownExecution(execution: DescribedExecution, now: number): Execution {
  const redrive = canRedrive(execution, now);
  return {
    ...execution,
    redriveUntil: redrive.allowed ? redriveUntil(execution) : null,
    canRedrive: redrive,
    canStop: canStop(execution),
  };
}
