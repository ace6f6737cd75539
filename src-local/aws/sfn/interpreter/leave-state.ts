import type { Run } from '../engine.ts';
import { writeResultPath } from '../language/reference-path.ts';
import { contextOf } from './context-object.ts';
import { succeedExecution } from './end-execution.ts';
import { checkSize, filled, filteredOutput } from './filter-data.ts';
import type { Frame } from './frame.ts';
import { follow } from './history.ts';
import { moveTo, parentOf, removeFrame, stateOf } from './run.ts';

/**
 * The result of a state's work on its way out: ResultSelector, ResultPath, OutputPath.
 * https://docs.aws.amazon.com/step-functions/latest/dg/concepts-input-output-filtering.html
 */
export function finishWork(run: Run, frame: Frame, result: unknown): void {
  const state = stateOf(run, frame);
  const context = contextOf(run, frame);
  const selected = filled(run, 'ResultSelector' in state ? state.ResultSelector : undefined, result, context);
  const path = 'ResultPath' in state ? state.ResultPath : undefined;
  const combined = writeResultPath(path === undefined ? '$' : path, frame.data, selected);
  const output = 'OutputPath' in state ? filteredOutput(state, combined, context) : combined;
  leaveState(run, frame, output, 'Next' in state ? state.Next : undefined);
}

/** Exits the state with an output; without a next one the frame has come to its end. */
export function leaveState(run: Run, frame: Frame, output: unknown, next: string | undefined): void {
  if (output !== frame.data) checkSize(frame.state, output);
  follow(run, frame, `${stateOf(run, frame).Type}StateExited`, { name: frame.state, output });
  forgetChildren(run, frame);
  if (next !== undefined) {
    frame.state = next;
    frame.data = output;
    moveTo(run, frame, { kind: 'enter' });
    return;
  }
  const parent = parentOf(run, frame);
  if (parent) {
    frame.step = { kind: 'succeeded', output };
    run.changed.add(frame);
    run.queue.push({ frame: parent, child: frame });
  } else {
    succeedExecution(run, frame.last, output);
  }
}

/** Before a state is left, or tried again from its beginning. */
export function forgetChildren(run: Run, frame: Frame): void {
  const { children } = frame;
  if (!children) return;
  for (let index = 0; index < children.length; index += 1) {
    const child = run.frames.get(`${frame.id}.${index}`);
    if (!child) continue;
    forgetChildren(run, child);
    removeFrame(run, child);
  }
  run.joins.delete(frame.id);
  delete frame.children;
}
