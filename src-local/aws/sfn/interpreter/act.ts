import { runtimeError } from '../language/errors.ts';
import { readMachineOfChild } from '../map-runs.ts';
import type { Run } from '../step-functions-engine.ts';
import type { Frame } from './frame.ts';
import { failExecution } from './leave-state.ts';
import { HistoryIsFull, isLive, keepFrames, mostEvents } from './run.ts';

/**
 * Everything that happens to a running execution from outside (a timer, an answer of a task, a call of the API)
 * comes through here: the change, and all that follows from it at once.
 */
export function act(run: Run, change: () => void): void {
  if (!isLive(run)) return;
  withinLimits(run, change);
  keepFrames(run);
  run.engine.drain(run);
}

/** Runs one change; ends the execution where AWS would not let it go on. */
export function withinLimits(run: Run, change: () => void): void {
  const { engine, record } = run;
  const machineArn = readMachineOfChild(record.machineArn);
  const machine = engine.machines.get(machineArn);
  if (!machine || machine.status === 'DELETING') {
    // "On the next state transition, the state machine's executions are terminated."
    failExecution(run, getLastEventId(run), {
      error: runtimeError,
      cause: `State machine ${readNameFromArn(machineArn)} has been deleted`,
    });
    return;
  }
  try {
    change();
  } catch (error) {
    if (!isLive(run)) return;
    const cause =
      error instanceof HistoryIsFull
        ? `The execution reached the maximum number of history events (${mostEvents}).`
        : `Pocket AWS has a defect: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
    failExecution(run, getLastEventId(run), { error: runtimeError, cause });
  }
}

function getLastEventId(run: Run): number {
  return run.history.size;
}

function readNameFromArn(arn: string): string {
  return arn.slice(arn.lastIndexOf(':') + 1);
}

/** Calls back at a time on the world's clock, unless the frame has moved on until then. A frame waits for one time. */
export function wakeAt(run: Run, frame: Frame, time: number, then: () => void): void {
  run.timers.get(frame.id)?.cancel();
  run.timers.set(
    frame.id,
    run.engine.world.clock.at(time, () => act(run, then)),
  );
}

/** Cancels the timers and calls of this frame. */
export function disarm(run: Run, frame: Frame): void {
  run.timers.get(frame.id)?.cancel();
  run.timers.delete(frame.id);
  run.calls.get(frame.id)?.abort();
  run.calls.delete(frame.id);
}
