import type { Collection } from '../../../journal/store.ts';
import {
  nameFramesCollection,
  nameHistoryCollection as nameOfHistory,
  type ExecutionRecord,
  type HistoryRecord,
} from '../execution-records.ts';
import { readDefinition } from '../language/definition.ts';
import { runtimeError, StateError } from '../language/errors.ts';
import type { Flow, State, StateMachineDefinition } from '../language/state.ts';
import { findMapState, selectExecutions } from '../map-runs.ts';
import type { Engine, Run } from '../step-functions-engine.ts';
import type { Frame, Step } from './frame.ts';

/** Opens a run over the records of an execution; nothing moves yet. */
export function openRun(engine: Engine, record: ExecutionRecord): Run {
  const revision = engine.revisions.get(record.revision);
  if (!revision) throw new Error(`The revision ${record.revision} of ${record.arn} is missing`);
  const definition = readDefinition(revision.definition);
  const keptFrames = engine.world.store.collection<Frame>(nameFramesCollection(record.arn));
  return {
    engine,
    record,
    revision,
    definition: record.mapRun ? findProcessor(engine, definition, record.mapRun.arn) : definition,
    input: JSON.parse(record.input),
    history: openHistory(engine, record.arn),
    keptFrames,
    frames: new Map(keptFrames.entries()),
    joins: new Map(),
    queue: [],
    changed: new Set(),
    timers: new Map(),
    calls: new Map(),
    isDraining: false,
  };
}

/** A child execution runs the states of its Map, as a machine of its own. */
function findProcessor(engine: Engine, definition: StateMachineDefinition, mapRunArn: string): Flow {
  const mapRun = engine.mapRuns.get(mapRunArn);
  const state = mapRun && findMapState(definition, mapRun.state);
  if (!state) throw new Error(`The Map state of ${mapRunArn} is missing`);
  return state.ItemProcessor;
}

/** Returns false once the execution has ended, or its whole world was reset. */
export function isLive(run: Run): boolean {
  const { engine, record } = run;
  return record.status === 'RUNNING' && selectExecutions(engine, record.arn).get(record.arn) === record;
}

export function openHistory(engine: Engine, arn: string): Collection<HistoryRecord> {
  return engine.world.store.collection<HistoryRecord>(nameOfHistory(arn));
}

/** Stores the changed frames, each as its own record. */
export function keepFrames(run: Run): void {
  for (const frame of run.changed) {
    if (run.frames.has(frame.id)) run.keptFrames.set(frame.id, frame);
    else run.keptFrames.delete(frame.id);
  }
  run.changed.clear();
}

export function addFrame(run: Run, frame: Frame): void {
  run.frames.set(frame.id, frame);
  run.changed.add(frame);
}

/** Adds the first frame, at the first state. Its first event follows from `event`. */
export function startFrom(run: Run, event: number): void {
  const root: Frame = {
    id: '0',
    index: 0,
    state: run.definition.StartAt,
    data: run.input,
    entered: 0,
    enteredTime: 0,
    last: event,
    attempts: [],
    retryCount: 0,
    step: { kind: 'enter' },
  };
  addFrame(run, root);
  run.queue.push({ frame: root, step: root.step });
}

export function removeFrame(run: Run, frame: Frame): void {
  run.frames.delete(frame.id);
  run.changed.add(frame);
}

/** Moves the frame on a step, and queues it if it has work. */
export function moveTo(run: Run, frame: Frame, step: Step): void {
  frame.step = step;
  run.changed.add(frame);
  if (step.kind !== 'wait' && step.kind !== 'retry' && step.kind !== 'children')
    run.queue.push({ frame, step });
}

export function findParent(run: Run, frame: Frame): Frame | undefined {
  return frame.parent === undefined ? undefined : run.frames.get(frame.parent);
}

export function findState(run: Run, frame: Frame): State {
  const state = findFlow(run, frame).States.get(frame.state);
  if (!state) throw new StateError(runtimeError, `There is no state '${frame.state}'`);
  return state;
}

function findFlow(run: Run, frame: Frame): Flow {
  const parent = findParent(run, frame);
  if (!parent) return run.definition;
  const state = findState(run, parent);
  const flow = state.Type === 'Map' ? state.ItemProcessor : undefined;
  const branch = state.Type === 'Parallel' ? state.Branches[frame.index] : flow;
  if (!branch) throw new StateError(runtimeError, `The state '${parent.state}' has no such branch`);
  return branch;
}

/** https://docs.aws.amazon.com/step-functions/latest/dg/service-quotas.html */
export const mostEvents = 25_000;

/** Thrown when only one more event fits, which must record the end of the execution. */
export class HistoryIsFull extends Error {}

/** Writes an event that follows from `previous`; returns its id. */
export function emit(run: Run, type: string, previous: number, details?: Record<string, unknown>): number {
  const id = run.history.size + 1;
  if (id >= mostEvents && !isLast.has(type)) throw new HistoryIsFull();
  const time = run.engine.world.clock.now();
  run.history.set(String(id), { type, previous, time, ...(details && { details }) });
  return id;
}

/** Writes the next event of the frame. */
export function follow(run: Run, frame: Frame, type: string, details?: Record<string, unknown>): number {
  frame.last = emit(run, type, frame.last, details);
  run.changed.add(frame);
  return frame.last;
}

const isLast = new Set(['ExecutionSucceeded', 'ExecutionFailed', 'ExecutionAborted', 'ExecutionTimedOut']);
