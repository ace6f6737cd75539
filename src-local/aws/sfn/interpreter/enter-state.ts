import type { Run } from '../engine.ts';
import type { ChoiceState, FailState, MapState, ParallelState, PassState, State } from '../language/state.ts';
import { noChoiceMatched, runtimeError, StateError } from '../language/errors.ts';
import { choose } from '../language/choice-rule.ts';
import { beginTask } from '../tasks/begin-task.ts';
import { startChildren } from './children.ts';
import { contextOf } from './context-object.ts';
import { handleFailure } from './failure.ts';
import { filled, filteredInput, filteredOutput } from './filter-data.ts';
import type { Frame } from './frame.ts';
import { follow } from './history.ts';
import { finishWork, leaveState } from './leave-state.ts';
import { concurrencyOf, itemsOf, toleratedOf } from './map-items.ts';
import { stateOf } from './run.ts';
import { beginWait } from './wait-state.ts';

export function enterState(run: Run, frame: Frame): void {
  const { Type } = stateOf(run, frame);
  frame.entered = follow(run, frame, `${Type}StateEntered`, { name: frame.state, input: frame.data });
  frame.enteredTime = run.engine.world.clock.now();
  frame.attempts = [];
  frame.retryCount = 0;
  frame.step = { kind: 'begin' };
  beginWork(run, frame);
}

/** https://docs.aws.amazon.com/step-functions/latest/dg/workflow-states.html */
export function beginWork(run: Run, frame: Frame): void {
  const state: State = stateOf(run, frame);
  switch (state.Type) {
    case 'Pass':
      return pass(run, frame, state);
    case 'Task':
      return beginTask(run, frame, state);
    case 'Choice':
      return decide(run, frame, state);
    case 'Wait':
      return beginWait(run, frame, state);
    case 'Succeed': {
      const context = contextOf(run, frame);
      const input = filteredInput(frame, state, context);
      return leaveState(run, frame, filteredOutput(state, input, context), undefined);
    }
    case 'Fail':
      return fail(run, frame, state);
    case 'Parallel':
      return startBranches(run, frame, state);
    case 'Map':
      return startIterations(run, frame, state);
  }
}

/** https://docs.aws.amazon.com/step-functions/latest/dg/state-pass.html */
function pass(run: Run, frame: Frame, state: PassState): void {
  const context = contextOf(run, frame);
  const input = filled(run, state.Parameters, filteredInput(frame, state, context), context);
  finishWork(run, frame, state.Result === undefined ? input : state.Result);
}

/** https://docs.aws.amazon.com/step-functions/latest/dg/state-choice.html */
function decide(run: Run, frame: Frame, state: ChoiceState): void {
  const context = contextOf(run, frame);
  const input = filteredInput(frame, state, context);
  const next = choose(state.Choices, input, context) ?? state.Default;
  if (next === undefined) {
    const cause = 'Failed to transition out of the state. The state does not point to a next state.';
    throw new StateError(noChoiceMatched, cause);
  }
  leaveState(run, frame, filteredOutput(state, input, context), next);
}

/** https://docs.aws.amazon.com/step-functions/latest/dg/state-fail.html */
function fail(run: Run, frame: Frame, state: FailState): void {
  const error = state.Error ?? textAt(run, frame, 'ErrorPath', state.ErrorPath);
  const cause = state.Cause ?? textAt(run, frame, 'CausePath', state.CausePath);
  handleFailure(run, frame, { ...(error !== undefined && { error }), ...(cause !== undefined && { cause }) });
}

function textAt(run: Run, frame: Frame, field: string, path: string | undefined): string | undefined {
  if (path === undefined) return undefined;
  const template = { [`${field}.$`]: path };
  const found = filled(run, template, frame.data, contextOf(run, frame)) as Record<string, unknown>;
  const text = found[field];
  if (typeof text === 'string') return text;
  throw new StateError(runtimeError, `The ${field} field refers to a value that is not a string: ${path}`);
}

/** https://docs.aws.amazon.com/step-functions/latest/dg/state-parallel.html */
function startBranches(run: Run, frame: Frame, state: ParallelState): void {
  const { length } = state.Branches;
  startChildren(run, frame, { length, concurrency: length });
}

/** https://docs.aws.amazon.com/step-functions/latest/dg/state-map-inline.html */
function startIterations(run: Run, frame: Frame, state: MapState): void {
  const context = contextOf(run, frame);
  const input = filteredInput(frame, state, context);
  const { length } = itemsOf(state, input, context);
  const concurrency = concurrencyOf(state, input, context);
  const tolerated = toleratedOf(state, length, input, context);
  startChildren(run, frame, { length, concurrency, ...(tolerated !== undefined && { tolerated }) });
}
