import { openAccess } from '../../aws/iam/access.ts';
import type { ExecutionRecord, HistoryRecord, RevisionRecord } from '../../aws/sfn/execution-records.ts';
import { act, withinLimits } from '../../aws/sfn/interpreter/act.ts';
import { armDeadline } from '../../aws/sfn/interpreter/begin-execution.ts';
import { settleChildren } from '../../aws/sfn/interpreter/children.ts';
import { beginWork, enterState } from '../../aws/sfn/interpreter/enter-state.ts';
import { handleFailure } from '../../aws/sfn/interpreter/failure.ts';
import type { Failure, Frame, TaskStep } from '../../aws/sfn/interpreter/frame.ts';
import { finishWork } from '../../aws/sfn/interpreter/leave-state.ts';
import { emit, findState, isLive, openRun, startFrom } from '../../aws/sfn/interpreter/run.ts';
import type { Engine, Run, Work } from '../../aws/sfn/step-functions-engine.ts';
import { parseResource } from '../../aws/sfn/tasks/resource.ts';
import { answerTask, emitTask } from '../../aws/sfn/tasks/task-outcome.ts';
import type { Clock } from '../clock.ts';
import { Heap } from '../heap.ts';
import { seededRandomness } from '../randomness.ts';
import type { World } from '../world.ts';
import { stillWorld } from './still-world.ts';

export interface Walk {
  readonly region: string;
  readonly record: ExecutionRecord;
  readonly revision: RevisionRecord;
  /** Returns the outcome of a task, and the milliseconds until then. */
  answer(frame: Frame, payload: unknown): { readonly ms: number; readonly outcome: Outcome };
  /** Returns the share of the longest wait before a retry with jitter. */
  jitter(frame: Frame): number;
}

export type Outcome = { readonly text: string } | Failure;

/**
 * Walks through an execution at once: the interpreter of Step Functions takes each step as in a running world, on a
 * clock that jumps from one event to the next. Returns the history and the first frame, if the execution has failed.
 */
export function walkExecution(walk: Walk): {
  readonly record: ExecutionRecord;
  readonly history: readonly HistoryRecord[];
  readonly frame: Frame | undefined;
} {
  const timers = new Heap<Due>(isBefore, ({ run }) => run === undefined);
  let frameAtWork: Frame | undefined;
  let now = walk.record.startDate;
  let order = 0;
  const clock: Pick<Clock, 'now' | 'at'> = {
    now: () => now,
    at(time, run) {
      const due: Due = { time, order: order++, run };
      timers.add(due);
      return { cancel: () => void (due.run = undefined) };
    },
  };
  const unit = (): number => (frameAtWork ? walk.jitter(frameAtWork) : 0);
  const random = { ...seededRandomness(walk.record.name), unit };
  const account = walk.record.arn.split(':')[4] ?? '';
  const engine = openEngine(walk, stillWorld({ region: walk.region, account }, { clock, random }), drain);
  const run = openRun(engine, walk.record);
  emit(run, 'ExecutionStarted', 0, { text: walk.record.input, roleArn: walk.revision.roleArn });
  armDeadline(run);
  act(run, () => startFrom(run, 0));
  for (let next = timers.takeFirst(); next && isLive(run); next = timers.takeFirst()) {
    now = next.time;
    next.run?.();
  }
  return { record: run.record, history: [...run.history.values()], frame: run.keptFrames.get('0') };

  function drain(whole: Run): void {
    for (let work = whole.queue.shift(); work && isLive(whole); work = whole.queue.shift()) {
      const taken = work;
      frameAtWork = work.frame;
      withinLimits(whole, () => takeStep(whole, taken, walk));
    }
  }
}

interface Due {
  readonly time: number;
  readonly order: number;
  /** Undefined once it is cancelled. */
  run: (() => void) | undefined;
}

function isBefore(one: Due, other: Due): boolean {
  return one.time < other.time || (one.time === other.time && one.order < other.order);
}

function openEngine({ record, revision }: Walk, world: World, drain: Engine['drain']): Engine {
  const { store } = world;
  const engine: Engine = {
    world,
    access: openAccess(world),
    handlers: new Map(),
    machines: store.collection('machines'),
    deleted: store.collection('deleted'),
    revisions: store.collection('revisions'),
    executions: store.collection('executions'),
    children: store.collection('children'),
    mapRuns: store.collection('map-runs'),
    runs: new Map(),
    drain,
    redrive: () => {},
  };
  const { machineArn: arn, name, revision: revisionId } = record;
  engine.machines.set(arn, {
    arn,
    name,
    creationDate: 0,
    revision: revisionId,
    status: 'ACTIVE',
    tags: [],
  });
  engine.revisions.set(revisionId, revision);
  engine.executions.set(record.arn, record);
  return engine;
}

function takeStep(run: Run, work: Work, walk: Walk): void {
  const { frame } = work;
  const { step } = frame;
  if ('child' in work) return settleChildren(run, frame, work.child);
  if (step !== work.step) return;
  if (step.kind === 'enter') enterState(run, frame);
  else if (step.kind === 'begin') beginWork(run, frame);
  else if (step.kind === 'task') startTask(run, frame, step, walk);
  else if (step.kind === 'children') settleChildren(run, frame);
  else if (step.kind === 'result') finishWork(run, frame, step.value);
  else if (step.kind === 'error') handleFailure(run, frame, step);
}

/** Hands out a task, whose outcome is known beforehand. */
function startTask(run: Run, frame: Frame, step: TaskStep, walk: Walk): void {
  const state = findState(run, frame);
  const resource = state.Type === 'Task' ? parseResource(state.Resource) : undefined;
  if (!resource) return;
  emitTask(run, frame, resource, 'Started');
  step.phase = 'started';
  const { ms, outcome } = walk.answer(frame, step.payload);
  const { clock } = run.engine.world;
  // A call from which nothing comes back has no end.
  if (ms < Infinity) clock.at(clock.now() + ms, () => answerTask(run, frame, resource, step.token, outcome));
}
