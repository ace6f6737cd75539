import type { Run } from '../step-functions-engine.ts';
import type { Frame, TaskStep } from '../interpreter/frame.ts';
import { findState } from '../interpreter/run.ts';
import { runtimeError, StateError } from '../language/errors.ts';
import { callFunction } from './call-function.ts';
import { callService } from './call-service.ts';
import { functionName, parseResource, type Resource } from './resource.ts';
import { armTask, emitTask } from './task-outcome.ts';

/**
 * An attempt that was scheduled is handed to whoever does it; after a restart, handed out again.
 * https://docs.aws.amazon.com/step-functions/latest/dg/state-task.html
 */
export function startTask(run: Run, frame: Frame, step: TaskStep): void {
  const state = findState(run, frame);
  const resource = state.Type === 'Task' ? parseResource(state.Resource) : undefined;
  if (!resource) return;
  if (step.phase === 'scheduled') {
    emitTask(run, frame, resource, 'Started');
    step.phase = 'started';
    startTheClock(run, step);
  }
  armTask(run, frame, resource, step);
  if (step.phase === 'started') call(run, frame, resource, step);
}

/** The time of a task runs from when it is scheduled. */
function startTheClock(run: Run, step: TaskStep): void {
  const now = run.engine.world.clock.now();
  if (step.timeoutSeconds !== undefined) step.deadline = now + step.timeoutSeconds * 1_000;
  if (step.heartbeatSeconds !== undefined) step.beatBy = now + step.heartbeatSeconds * 1_000;
}

function call(run: Run, frame: Frame, resource: Resource, step: TaskStep): void {
  if (resource.kind === 'function') {
    callFunction(run, frame, resource, step, { name: resource.name, input: step.payload });
  } else if (resource.service === 'lambda') {
    const { FunctionName, Payload } = Object(step.payload) as { FunctionName?: unknown; Payload?: unknown };
    if (typeof FunctionName !== 'string')
      throw new StateError(runtimeError, 'The field "FunctionName" is missing.');
    const name = functionName(FunctionName) ?? FunctionName;
    callFunction(run, frame, resource, step, { name, input: Payload ?? {} });
  } else {
    callService(run, frame, resource, step);
  }
}
