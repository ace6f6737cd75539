import type { Run } from '../engine.ts';
import type { Frame } from './frame.ts';
import { isOver } from './frame.ts';
import { emit } from './history.ts';
import { stateOf } from './run.ts';
import { disarm } from './timers.ts';

/**
 * One child has failed: the others are stopped where they are, and the history says so, each event following
 * from the failure.
 * https://docs.aws.amazon.com/step-functions/latest/dg/state-parallel.html#parallel-state-error-handling
 */
export function abortChildren(run: Run, frame: Frame, because: number): void {
  if (!frame.children) return;
  const inMap = stateOf(run, frame).Type === 'Map';
  for (const child of run.joins.get(frame.id)?.children ?? []) {
    if (!child || (isOver(child) && !isUnsaid(child))) continue;
    if (inMap) emit(run, 'MapIterationAborted', because, { name: frame.state, index: child.index });
    abortFrame(run, child, because);
  }
}

/** It failed in the same moment, and was not heard. */
function isUnsaid({ step }: Frame): boolean {
  return step.kind === 'failed' && step.event === undefined;
}

/** What becomes of the state that a failed or stopped child was in. */
export function sayAborted(run: Run, frame: Frame, because: number): void {
  const { Type } = stateOf(run, frame);
  if (Type === 'Task' || Type === 'Wait' || Type === 'Parallel' || Type === 'Map') {
    emit(run, `${Type}StateAborted`, because);
  }
}

function abortFrame(run: Run, frame: Frame, because: number): void {
  const fresh = frame.step.kind === 'enter';
  abortChildren(run, frame, because);
  if (!fresh) sayAborted(run, frame, because);
  disarm(run, frame);
  frame.step = { kind: 'aborted', fresh };
  run.changed.add(frame);
}
