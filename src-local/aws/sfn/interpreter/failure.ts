import { runtimeError } from '../language/errors.ts';
import { writeResultPath } from '../language/reference-path.ts';
import { computeRetryDelay, matchCatcher, matchRetrier, mayRetry } from '../language/retry-and-catch.ts';
import type { Retrier } from '../language/state.ts';
import type { Run } from '../step-functions-engine.ts';
import { disarm, wakeAt } from './act.ts';
import { isOver, type Failure, type Frame } from './frame.ts';
import { abandonMapRun, failExecution, forgetChildren, leaveState } from './leave-state.ts';
import { emit, follow, moveTo, findParent, findState } from './run.ts';

/** Retry, then Catch, then up. https://docs.aws.amazon.com/step-functions/latest/dg/concepts-error-handling.html */
export function handleFailure(run: Run, frame: Frame, failure: Failure): void {
  disarm(run, frame);
  if (failure.error === runtimeError) {
    // This failure is never retried or caught, not by outer states either.
    failRun(run, frame, failure);
    return;
  }
  abortChildren(run, frame, frame.last);
  const state = findState(run, frame);
  const name = failure.knownAs ?? failure.error ?? '';
  const match = 'Retry' in state ? matchRetrier(state.Retry, name) : undefined;
  if (match && mayRetry(match.retrier, frame.attempts[match.index] ?? 0)) {
    tryAgain(run, frame, match);
    return;
  }

  if (state.Type === 'Map' || state.Type === 'Parallel') follow(run, frame, `${state.Type}StateFailed`);
  const catcher = 'Catch' in state ? matchCatcher(state.Catch, name) : undefined;
  if (catcher) {
    const output = { Error: failure.error ?? null, Cause: failure.cause ?? null };
    const path = catcher.ResultPath === undefined ? '$' : catcher.ResultPath;
    leaveState(run, frame, writeResultPath(path, frame.data, output), catcher.Next);
    return;
  }
  const parent = findParent(run, frame);
  if (parent) {
    frame.step = { ...failure, kind: 'failed' };
    run.changed.add(frame);
    run.queue.push({ frame: parent, child: frame });
  } else {
    failRun(run, frame, failure);
  }
}

/** Fails the whole execution in this frame. */
export function failRun(run: Run, frame: Frame, failure: Failure): void {
  frame.step = { ...failure, kind: 'failed' };
  run.changed.add(frame);
  failExecution(run, frame.last, failure);
}

function tryAgain(run: Run, frame: Frame, match: { index: number; retrier: Retrier }): void {
  const { clock, random } = run.engine.world;
  const used = frame.attempts[match.index] ?? 0;
  for (let index = 0; index <= match.index; index += 1) frame.attempts[index] ??= 0;
  frame.attempts[match.index] = used + 1;
  frame.retryCount += 1;
  forgetChildren(run, frame);
  const dice = match.retrier.JitterStrategy === 'FULL' ? random.unit() : 0;
  const delay = computeRetryDelay(match.retrier, used, dice);
  if (delay <= 0) {
    moveTo(run, frame, { kind: 'begin' });
  } else {
    moveTo(run, frame, { kind: 'retry', until: clock.now() + delay });
    armRetry(run, frame);
  }
}

export function armRetry(run: Run, frame: Frame): void {
  if (frame.step.kind !== 'retry') return;
  wakeAt(run, frame, frame.step.until, () => moveTo(run, frame, { kind: 'begin' }));
}

/**
 * One child has failed: the others are stopped where they are, and the history says so, each event following
 * from the failure.
 * https://docs.aws.amazon.com/step-functions/latest/dg/state-parallel.html#parallel-state-error-handling
 */
export function abortChildren(run: Run, frame: Frame, because: number): void {
  if (!frame.children) return;
  const inMap = findState(run, frame).Type === 'Map';
  for (const child of run.joins.get(frame.id)?.children ?? []) {
    if (!child || (isOver(child) && !isUnsaid(child))) continue;
    if (inMap) emit(run, 'MapIterationAborted', because, { name: frame.state, index: child.index });
    abortFrame(run, child, because);
  }
}

/** Returns true if it failed in the same moment as another, and its failure was not recorded. */
function isUnsaid({ step }: Frame): boolean {
  return step.kind === 'failed' && step.event === undefined;
}

/** Records that the state of a failed or stopped child was aborted. */
export function sayAborted(run: Run, frame: Frame, because: number): void {
  const { Type } = findState(run, frame);
  if (Type === 'Task' || Type === 'Wait' || Type === 'Parallel' || Type === 'Map') {
    emit(run, `${Type}StateAborted`, because);
  }
}

function abortFrame(run: Run, frame: Frame, because: number): void {
  const fresh = frame.step.kind === 'enter';
  abortChildren(run, frame, because);
  abandonMapRun(run, frame, 'ABORTED');
  if (!fresh) sayAborted(run, frame, because);
  disarm(run, frame);
  frame.step = { kind: 'aborted', fresh };
  run.changed.add(frame);
}
