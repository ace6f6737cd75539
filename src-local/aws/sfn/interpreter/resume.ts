import type { Engine, Run } from '../step-functions-engine.ts';
import { act } from './act.ts';
import { armDeadline } from './begin-execution.ts';
import { findJoin } from './children.ts';
import { armRetry } from './failure.ts';
import { isRunnable, type Frame, type Step } from './frame.ts';
import { isLive, openRun, findParent, findState } from './run.ts';
import { armWait } from './enter-state.ts';

/** Continues the executions that were running before a restart, from their records. */
export function resumeExecutions(engine: Engine): void {
  // All past executions have ended, so only written ones can be running.
  for (const [, record] of [...engine.executions.written(), ...engine.children.written()]) {
    if (record.status !== 'RUNNING') continue;
    const run = openRun(engine, record);
    engine.runs.set(record.arn, run);
    const release = engine.world.clock.hold();
    // The other services are not there yet.
    queueMicrotask(() => {
      if (isLive(run)) resume(run);
      release();
    });
  }
}

function resume(run: Run): void {
  armDeadline(run);
  act(run, () => {
    for (const frame of run.frames.values()) rebuildJoin(run, frame);
    for (const frame of run.frames.values()) rearm(run, frame);
  });
}

function rebuildJoin(run: Run, frame: Frame): void {
  const state = findState(run, frame);
  const isParent = state.Type === 'Map' || state.Type === 'Parallel';
  if (isParent && frame.children && frame.step.kind === 'children')
    findJoin(run, frame, state, frame.children);
}

function rearm(run: Run, frame: Frame): void {
  const { step } = frame;
  armWait(run, frame);
  armRetry(run, frame);
  if (isRunnable(frame) || step.kind === 'task' || isParentStep(step)) run.queue.push({ frame, step });
  const isUnnoted = (step.kind === 'succeeded' || step.kind === 'failed') && step.event === undefined;
  const parent = findParent(run, frame);
  if (isUnnoted && parent) run.queue.push({ frame: parent, child: frame });
}

function isParentStep({ kind }: Step): boolean {
  return kind === 'children' || kind === 'map run';
}
