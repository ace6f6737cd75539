import type { Join, Run } from '../step-functions-engine.ts';
import { exceedToleratedFailureThreshold } from '../language/errors.ts';
import type { MapState, ParallelState } from '../language/state.ts';
import { abortChildren, sayAborted } from './failure.ts';
import { buildContext, buildItemContext, applyTemplate, filterInput, readItems } from './state-data.ts';
import type { Children, Failure, Frame } from './frame.ts';
import { addFrame, emit, follow, moveTo, findState } from './run.ts';
import { finishWork } from './leave-state.ts';

/**
 * A Parallel or Map state begins: as many children as may run at once.
 * https://docs.aws.amazon.com/step-functions/latest/dg/state-map-inline.html
 */
export function startChildren(run: Run, frame: Frame, plan: Omit<Children, 'started'>): void {
  const { Type } = findState(run, frame);
  const details = Type === 'Map' ? { length: plan.length } : undefined;
  const started = follow(run, frame, `${Type}StateStarted`, details);
  frame.children = { ...plan, started };
  moveTo(run, frame, { kind: 'children' });
  settleChildren(run, frame);
}

/** Called when a child has ended, or the children are first read: starts as many as possible. */
export function settleChildren(run: Run, frame: Frame, child?: Frame): void {
  const state = findState(run, frame);
  const { children, step } = frame;
  const isParent = state.Type === 'Map' || state.Type === 'Parallel';
  if (!isParent || !children || step.kind !== 'children') return;
  const join = findJoin(run, frame, state, children);
  if (child) {
    note(run, frame, state, join, child);
    const failure = findFailure(children, join, child);
    if (failure) {
      frame.last = child.last;
      if (findState(run, child).Type === 'Task') sayAborted(run, child, child.last);
      abortChildren(run, frame, child.last);
      moveTo(run, frame, { ...failure, kind: 'error' });
      return;
    }
  }
  while (join.open < children.concurrency && join.next < children.length) startChild(run, frame, state, join);
  if (join.succeeded + join.failed === children.length) finish(run, frame, state, join);
}

/** Returns the join, rebuilt from the frames if it is not in memory. */
export function findJoin(run: Run, frame: Frame, state: MapState | ParallelState, children: Children): Join {
  const known = run.joins.get(frame.id);
  if (known) return known;
  const context = buildContext(run, frame);
  const input = filterInput(frame, state, context);
  const join: Join = {
    children: [],
    input: state.Type === 'Parallel' ? applyTemplate(run, state.Parameters, input, context) : input,
    items: state.Type === 'Map' ? readItems(state, input, context) : [],
    next: 0,
    open: 0,
    succeeded: 0,
    failed: 0,
    freedBy: children.started,
    lastEvent: children.started,
  };
  for (let index = 0; index < children.length; index += 1) {
    const child = run.frames.get(`${frame.id}.${index}`);
    if (!child) break;
    recount(join, child);
  }
  run.joins.set(frame.id, join);
  return join;
}

function recount(join: Join, child: Frame): void {
  join.children[child.index] = child;
  join.next = child.index + 1;
  const { step } = child;
  const isNoted = (step.kind === 'succeeded' || step.kind === 'failed') && step.event !== undefined;
  if (!isNoted) {
    join.open += 1;
    return;
  }
  if (step.kind === 'succeeded') join.succeeded += 1;
  else join.failed += 1;
  if ((step.event ?? 0) > join.lastEvent) {
    join.lastEvent = step.event ?? 0;
    join.freedBy = child.last;
  }
}

function note(run: Run, frame: Frame, state: MapState | ParallelState, join: Join, child: Frame): void {
  const { step } = child;
  if ((step.kind !== 'succeeded' && step.kind !== 'failed') || step.event !== undefined) return;
  const word = step.kind === 'succeeded' ? 'Succeeded' : 'Failed';
  step.event =
    state.Type === 'Map'
      ? emit(run, `MapIteration${word}`, child.last, { name: frame.state, index: child.index })
      : child.last;
  run.changed.add(child);
  join.open -= 1;
  join[step.kind] += 1;
  join.lastEvent = step.event;
  join.freedBy = child.last;
}

function findFailure(children: Children, join: Join, child: Frame): Failure | undefined {
  if (child.step.kind !== 'failed') return undefined;
  if (children.tolerated === undefined) {
    const { error, cause, knownAs } = child.step;
    return {
      ...(error !== undefined && { error }),
      ...(cause !== undefined && { cause }),
      ...(knownAs && { knownAs }),
    };
  }
  if (join.failed <= children.tolerated) return undefined;
  const cause = 'The specified tolerated failure threshold was exceeded';
  return { error: exceedToleratedFailureThreshold, cause };
}

function startChild(run: Run, frame: Frame, state: MapState | ParallelState, join: Join): void {
  const index = join.next;
  const item = join.items[index];
  const input =
    state.Type === 'Map' && state.ItemSelector !== undefined
      ? applyTemplate(run, state.ItemSelector, join.input, buildItemContext(run, frame, index, item))
      : item;
  const flow = state.Type === 'Map' ? state.ItemProcessor : state.Branches[index];
  const child: Frame = {
    id: `${frame.id}.${index}`,
    index,
    parent: frame.id,
    state: flow?.StartAt ?? '',
    data: state.Type === 'Map' ? input : join.input,
    entered: 0,
    enteredTime: 0,
    last:
      state.Type === 'Map'
        ? emit(run, 'MapIterationStarted', join.freedBy, { name: frame.state, index })
        : join.freedBy,
    attempts: [],
    retryCount: 0,
    step: { kind: 'enter' },
  };
  join.next += 1;
  join.open += 1;
  join.children[index] = child;
  addFrame(run, child);
  run.queue.push({ frame: child, step: child.step });
}

function finish(run: Run, frame: Frame, state: MapState | ParallelState, join: Join): void {
  frame.last = join.lastEvent;
  emit(run, `${state.Type}StateSucceeded`, frame.last);
  const outputs: unknown[] = [];
  for (const child of join.children) {
    // An iteration whose failure was tolerated leaves no result.
    if (child.step.kind === 'succeeded') outputs.push(child.step.output);
  }
  finishWork(run, frame, outputs);
}
