import { choose } from '../language/choices.ts';
import { noChoiceMatched, runtimeError, StateError } from '../language/errors.ts';
import { parseInstant } from '../language/field-checks.ts';
import { resolveField } from '../language/intrinsics.ts';
import { readPath } from '../language/reference-path.ts';
import type {
  ChoiceState,
  FailState,
  MapState,
  ParallelState,
  PassState,
  State,
  WaitState,
} from '../language/state.ts';
import type { Run } from '../step-functions-engine.ts';
import { beginTask } from '../tasks/begin-task.ts';
import { wakeAt } from './act.ts';
import { startChildren } from './children.ts';
import { handleFailure } from './failure.ts';
import type { Frame } from './frame.ts';
import { finishWork, leaveState } from './leave-state.ts';
import { beginMapRun } from './map-run.ts';
import { follow, moveTo, findState } from './run.ts';
import {
  readMaxConcurrency,
  buildContext,
  applyTemplate,
  filterInput,
  filterOutput,
  readItems,
  readToleratedFailures,
} from './state-data.ts';

export function enterState(run: Run, frame: Frame): void {
  const { Type } = findState(run, frame);
  frame.entered = follow(run, frame, `${Type}StateEntered`, { name: frame.state, input: frame.data });
  frame.enteredTime = run.engine.world.clock.now();
  frame.attempts = [];
  frame.retryCount = 0;
  frame.step = { kind: 'begin' };
  beginWork(run, frame);
}

/** https://docs.aws.amazon.com/step-functions/latest/dg/workflow-states.html */
export function beginWork(run: Run, frame: Frame): void {
  const state: State = findState(run, frame);
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
      const context = buildContext(run, frame);
      const input = filterInput(frame, state, context);
      return leaveState(run, frame, filterOutput(state, input, context), undefined);
    }
    case 'Fail':
      return fail(run, frame, state);
    case 'Parallel':
      return startBranches(run, frame, state);
    case 'Map':
      return state.isDistributed ? beginMapRun(run, frame, state) : startIterations(run, frame, state);
  }
}

/** https://docs.aws.amazon.com/step-functions/latest/dg/state-pass.html */
function pass(run: Run, frame: Frame, state: PassState): void {
  const context = buildContext(run, frame);
  const input = applyTemplate(run, state.Parameters, filterInput(frame, state, context), context);
  finishWork(run, frame, state.Result === undefined ? input : state.Result);
}

/** https://docs.aws.amazon.com/step-functions/latest/dg/state-choice.html */
function decide(run: Run, frame: Frame, state: ChoiceState): void {
  const context = buildContext(run, frame);
  const input = filterInput(frame, state, context);
  const next = choose(state.Choices, input, context) ?? state.Default;
  if (next === undefined) {
    const cause = 'Failed to transition out of the state. The state does not point to a next state.';
    throw new StateError(noChoiceMatched, cause);
  }
  leaveState(run, frame, filterOutput(state, input, context), next);
}

/** https://docs.aws.amazon.com/step-functions/latest/dg/state-fail.html */
function fail(run: Run, frame: Frame, state: FailState): void {
  const error = state.Error ?? textAt(run, frame, 'ErrorPath', state.ErrorPath);
  const cause = state.Cause ?? textAt(run, frame, 'CausePath', state.CausePath);
  handleFailure(run, frame, { ...(error !== undefined && { error }), ...(cause !== undefined && { cause }) });
}

function textAt(run: Run, frame: Frame, field: string, path: string | undefined): string | undefined {
  if (path === undefined) return undefined;
  const { random } = run.engine.world;
  const text = resolveField(field, path, frame.data, buildContext(run, frame), { random });
  if (typeof text === 'string') return text;
  throw new StateError(runtimeError, `The ${field} field refers to a value that is not a string: ${path}`);
}

/** https://docs.aws.amazon.com/step-functions/latest/dg/state-parallel.html */
function startBranches(run: Run, frame: Frame, state: ParallelState): void {
  const { length } = state.Branches;
  startChildren(run, frame, { length, concurrency: length });
}

/** "Inline mode: up to 40 concurrent iterations": https://docs.aws.amazon.com/step-functions/latest/dg/state-map-inline.html */
const mostAtOnce = 40;

function startIterations(run: Run, frame: Frame, state: MapState): void {
  const context = buildContext(run, frame);
  const input = filterInput(frame, state, context);
  const { length } = readItems(state, input, context);
  const concurrency = Math.min(readMaxConcurrency(state, input, context) || mostAtOnce, mostAtOnce);
  const tolerated = readToleratedFailures(state, length, input, context);
  startChildren(run, frame, { length, concurrency, ...(tolerated !== undefined && { tolerated }) });
}

/** https://docs.aws.amazon.com/step-functions/latest/dg/state-wait.html */
function beginWait(run: Run, frame: Frame, state: WaitState): void {
  const context = buildContext(run, frame);
  const { clock } = run.engine.world;
  const until = computeWaitEnd(state, filterInput(frame, state, context), context, clock.now());
  if (until <= clock.now()) {
    finishWork(run, frame, filterInput(frame, state, context));
  } else {
    moveTo(run, frame, { kind: 'wait', until });
    armWait(run, frame);
  }
}

export function armWait(run: Run, frame: Frame): void {
  if (frame.step.kind === 'wait') wakeAt(run, frame, frame.step.until, () => endWait(run, frame));
}

function endWait(run: Run, frame: Frame): void {
  const state = findState(run, frame);
  if (state.Type !== 'Wait') return;
  moveTo(run, frame, { kind: 'result', value: filterInput(frame, state, buildContext(run, frame)) });
}

function computeWaitEnd(state: WaitState, input: unknown, context: object, now: number): number {
  if (state.Seconds !== undefined) return now + state.Seconds * 1_000;
  if (state.Timestamp !== undefined) return parseMoment(state.Timestamp, state.Timestamp);
  if (state.SecondsPath !== undefined) {
    const seconds = readPath(state.SecondsPath, input, context);
    return now + secondsAt('SecondsPath', state.SecondsPath, seconds) * 1_000;
  }
  const path = state.TimestampPath ?? '$';
  return parseMoment(readPath(path, input, context), path);
}

function secondsAt(field: string, path: string, value: unknown): number {
  const shown = `${path} == ${typeof value === 'string' ? value : JSON.stringify(value)}`;
  if (typeof value !== 'number' || !Number.isInteger(value)) {
    throw new StateError(runtimeError, `The ${field} parameter cannot be parsed as a long value: ${shown}`);
  }
  if (value < 0) {
    throw new StateError(runtimeError, `The ${field} parameter references a negative value: ${shown}`);
  }
  return value;
}

function parseMoment(value: unknown, path: string): number {
  const instant = typeof value === 'string' ? parseInstant(value) : undefined;
  if (instant) return instant.seconds * 1_000 + Math.floor(Number(`0.${instant.fraction}`) * 1_000);
  const shown = typeof value === 'string' ? value : JSON.stringify(value);
  throw new StateError(
    runtimeError,
    'The TimestampPath parameter does not reference a valid ISO-8601 extended offset date-time format string: ' +
      `${path} == ${shown}`,
  );
}
