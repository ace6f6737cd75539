import type { Engine, Run } from '../step-functions-engine.ts';
import { act } from './act.ts';
import { findJoin } from './children.ts';
import { timeOutExecution } from './leave-state.ts';
import { armRetry } from './failure.ts';
import { isRunnable, type Frame } from './frame.ts';
import { isLive, openRun, findParent, findState } from './run.ts';
import { armWait } from './enter-state.ts';

/** A year. https://docs.aws.amazon.com/step-functions/latest/dg/service-quotas.html */
export const longestExecution = 365 * 24 * 3_600_000;

/** Continues the executions that were running before a restart, from their records. */
export function resumeExecutions(engine: Engine): void {
  // All past executions have ended, so only written ones can be running.
  for (const [, record] of engine.executions.written()) {
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

/**
 * The deadline of the whole execution: TimeoutSeconds of the machine, which starts again with a redrive, and at
 * most one year.
 */
export function armDeadline(run: Run): void {
  const { record, definition, engine } = run;
  const { TimeoutSeconds } = definition;
  const year = record.startDate + longestExecution;
  const began = record.redriveDate ?? record.startDate;
  const end = TimeoutSeconds === undefined ? year : Math.min(year, began + TimeoutSeconds * 1_000);
  run.deadline?.cancel();
  run.deadline = engine.world.clock.at(end, () => {
    if (isLive(run)) timeOutExecution(run);
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
  if (isRunnable(frame) || step.kind === 'task' || step.kind === 'children') run.queue.push({ frame, step });
  const isUnnoted = (step.kind === 'succeeded' || step.kind === 'failed') && step.event === undefined;
  const parent = findParent(run, frame);
  if (isUnnoted && parent) run.queue.push({ frame: parent, child: frame });
}
