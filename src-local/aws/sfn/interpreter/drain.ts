import type { Run, Work } from '../step-functions-engine.ts';
import { dataLimitExceeded, StateError } from '../language/errors.ts';
import { startTask } from '../tasks/start-task.ts';
import { withinLimits } from './act.ts';
import { settleChildren } from './children.ts';
import { beginWork, enterState } from './enter-state.ts';
import { failRun, handleFailure } from './failure.ts';
import type { Failure, Frame } from './frame.ts';
import { finishWork } from './leave-state.ts';
import { settleMapRun } from './map-run.ts';
import { isLive, keepFrames } from './run.ts';

/** Other work gets its turn after this many steps. */
const stepsAtOnce = 2_000;

/**
 * Works through the queue, a step at a time. The changes of one turn are stored as one record; a long run
 * continues in the next turn, and the clock waits for it.
 */
export function drain(run: Run): void {
  if (run.isDraining) return;
  run.isDraining = true;
  for (let steps = 0; steps < stepsAtOnce && run.queue.length > 0; steps += 1) {
    const work = run.queue.shift();
    if (work && isLive(run)) withinLimits(run, () => workOn(run, work));
  }
  keepFrames(run);
  if (run.queue.length === 0 || !isLive(run)) {
    run.isDraining = false;
    return;
  }
  const release = run.engine.world.clock.hold();
  setImmediate(() => {
    run.isDraining = false;
    if (isLive(run)) drain(run);
    release();
  });
}

function workOn(run: Run, work: Work): void {
  if (isStale(run, work)) return;
  const { frame } = work;
  const child = 'child' in work ? work.child : undefined;
  const before = frame.step.kind;
  try {
    takeStep(run, frame, child);
  } catch (error) {
    if (!(error instanceof StateError)) throw error;
    const failure = toFailure(frame, error);
    if (before === 'error') failRun(run, frame, failure);
    else handleFailure(run, frame, failure);
  }
}

/** Returns true if the frame has moved on since. */
function isStale(run: Run, work: Work): boolean {
  const { frame } = work;
  if (run.frames.get(frame.id) !== frame) return true;
  if ('step' in work) return frame.step !== work.step;
  return frame.step.kind !== 'children' || run.frames.get(work.child.id) !== work.child;
}

function takeStep(run: Run, frame: Frame, child: Frame | undefined): void {
  const { step } = frame;
  switch (step.kind) {
    case 'enter':
      return enterState(run, frame);
    case 'begin':
      return beginWork(run, frame);
    case 'task':
      return startTask(run, frame, step);
    case 'children':
      return settleChildren(run, frame, child);
    case 'map run':
      return settleMapRun(run, frame);
    case 'result':
      return finishWork(run, frame, step.value);
    case 'error':
      return handleFailure(run, frame, step);
    case 'wait':
    case 'retry':
    case 'succeeded':
    case 'failed':
    case 'aborted':
      return;
  }
}

/** Words an error of the language as AWS does. */
function toFailure(frame: Frame, error: StateError): Failure {
  if (error.name === dataLimitExceeded) return { error: error.name, cause: error.cause };
  const where = `An error occurred while executing the state '${frame.state}' (entered at the event id #${frame.entered}).`;
  return { error: error.name, cause: `${where} ${error.cause}` };
}
