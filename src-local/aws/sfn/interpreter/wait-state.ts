import type { Run } from '../engine.ts';
import { runtimeError, StateError } from '../language/errors.ts';
import { instantOf } from '../language/instant.ts';
import { readPath } from '../language/reference-path.ts';
import type { WaitState } from '../language/state.ts';
import { contextOf } from './context-object.ts';
import { filteredInput } from './filter-data.ts';
import type { Frame } from './frame.ts';
import { finishWork } from './leave-state.ts';
import { moveTo, stateOf } from './run.ts';
import { wakeAt } from './timers.ts';

/** https://docs.aws.amazon.com/step-functions/latest/dg/state-wait.html */
export function beginWait(run: Run, frame: Frame, state: WaitState): void {
  const context = contextOf(run, frame);
  const { clock } = run.engine.world;
  const until = endOf(state, filteredInput(frame, state, context), context, clock.now());
  if (until <= clock.now()) {
    finishWork(run, frame, filteredInput(frame, state, context));
  } else {
    moveTo(run, frame, { kind: 'wait', until });
    armWait(run, frame);
  }
}

export function armWait(run: Run, frame: Frame): void {
  if (frame.step.kind === 'wait') wakeAt(run, frame, frame.step.until, () => endWait(run, frame));
}

function endWait(run: Run, frame: Frame): void {
  const state = stateOf(run, frame);
  if (state.Type !== 'Wait') return;
  moveTo(run, frame, { kind: 'result', value: filteredInput(frame, state, contextOf(run, frame)) });
}

function endOf(state: WaitState, input: unknown, context: object, now: number): number {
  if (state.Seconds !== undefined) return now + state.Seconds * 1_000;
  if (state.Timestamp !== undefined) return momentOf(state.Timestamp, state.Timestamp);
  if (state.SecondsPath !== undefined) {
    const seconds = readPath(state.SecondsPath, input, context);
    return now + secondsAt('SecondsPath', state.SecondsPath, seconds) * 1_000;
  }
  const path = state.TimestampPath ?? '$';
  return momentOf(readPath(path, input, context), path);
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

function momentOf(value: unknown, path: string): number {
  const instant = typeof value === 'string' ? instantOf(value) : undefined;
  if (instant) return instant.seconds * 1_000 + Math.floor(Number(`0.${instant.fraction}`) * 1_000);
  const shown = typeof value === 'string' ? value : JSON.stringify(value);
  throw new StateError(
    runtimeError,
    'The TimestampPath parameter does not reference a valid ISO-8601 extended offset date-time format string: ' +
      `${path} == ${shown}`,
  );
}
