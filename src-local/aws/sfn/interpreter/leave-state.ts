import { nameFramesCollection, type ExecutionStatus } from '../execution-records.ts';
import { timeout } from '../language/errors.ts';
import { writeResultPath } from '../language/reference-path.ts';
import { disappearIfDone } from '../state-machines.ts';
import { changeMapRun, selectExecutions } from '../map-runs.ts';
import { mayManageChild } from '../call-as-role.ts';
import type { Run } from '../step-functions-engine.ts';
import { packHistory } from './child-history.ts';
import { isOver, type Failure, type Frame } from './frame.ts';
import { emit, follow, keepFrames, moveTo, findParent, removeFrame, findState } from './run.ts';
import { checkSize, buildContext, applyTemplate, filterOutput } from './state-data.ts';

/**
 * The result of a state's work on its way out: ResultSelector, ResultPath, OutputPath.
 * https://docs.aws.amazon.com/step-functions/latest/dg/concepts-input-output-filtering.html
 */
export function finishWork(run: Run, frame: Frame, result: unknown): void {
  const state = findState(run, frame);
  const context = buildContext(run, frame);
  const selected = applyTemplate(
    run,
    'ResultSelector' in state ? state.ResultSelector : undefined,
    result,
    context,
  );
  const path = 'ResultPath' in state ? state.ResultPath : undefined;
  const combined = writeResultPath(path === undefined ? '$' : path, frame.data, selected);
  const output = 'OutputPath' in state ? filterOutput(state, combined, context) : combined;
  leaveState(run, frame, output, 'Next' in state ? state.Next : undefined);
}

/** Exits the state with an output. Without a next state the frame ends. */
export function leaveState(run: Run, frame: Frame, output: unknown, next: string | undefined): void {
  if (output !== frame.data) checkSize(frame.state, output);
  follow(run, frame, `${findState(run, frame).Type}StateExited`, { name: frame.state, output });
  forgetChildren(run, frame);
  // A redrive from a later state must not take it up again.
  delete frame.mapRun;
  if (next !== undefined) {
    frame.state = next;
    frame.data = output;
    moveTo(run, frame, { kind: 'enter' });
    return;
  }
  const parent = findParent(run, frame);
  if (parent) {
    frame.step = { kind: 'succeeded', output };
    run.changed.add(frame);
    run.queue.push({ frame: parent, child: frame });
  } else {
    succeedExecution(run, frame.last, output);
  }
}

/** Called before a state is left, or tried again from its beginning. */
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

function succeedExecution(run: Run, previous: number, output: unknown): void {
  emit(run, 'ExecutionSucceeded', previous, { output });
  run.record.output = output;
  end(run, 'SUCCEEDED', 'ExecutionsSucceeded');
}

export function failExecution(run: Run, previous: number, failure: Failure): void {
  const details = describeFailure(failure);
  emit(run, 'ExecutionFailed', previous, details);
  Object.assign(run.record, details);
  end(run, 'FAILED', 'ExecutionsFailed');
}

/** Runs StopExecution. Its event follows from no other, and no event records what was interrupted. */
export function abortExecution(run: Run, failure: Failure): void {
  const details = describeFailure(failure);
  emit(run, 'ExecutionAborted', 0, details);
  Object.assign(run.record, details);
  end(run, 'ABORTED', 'ExecutionsAborted');
}

export function timeOutExecution(run: Run): void {
  emit(run, 'ExecutionTimedOut', 0, { error: timeout });
  end(run, 'TIMED_OUT', 'ExecutionsTimedOut');
}

function describeFailure({ error, cause }: Pick<Failure, 'error' | 'cause'>): {
  error?: string;
  cause?: string;
} {
  return { ...(error && { error }), ...(cause && { cause }) };
}

function end(run: Run, status: Exclude<ExecutionStatus, 'RUNNING'>, metric: string): void {
  const { engine, record } = run;
  const { world } = engine;
  record.status = status;
  record.stopDate = world.clock.now();
  selectExecutions(engine, record.arn).set(record.arn, record);
  engine.runs.delete(record.arn);
  releaseRun(run);

  if (status === 'SUCCEEDED') {
    run.frames.clear();
    run.changed.clear();
    world.store.drop(nameFramesCollection(record.arn));
  } else {
    for (const frame of run.frames.values()) abandonMapRun(run, frame, 'ABORTED');
    // A redrive continues them where they stand.
    for (const frame of run.frames.values()) {
      if (isOver(frame)) continue;
      frame.step = { kind: 'aborted', fresh: frame.step.kind === 'enter' };
      run.changed.add(frame);
    }
    keepFrames(run);
  }

  report(run, metric, 'Count', 1);
  report(run, 'ExecutionTime', 'Milliseconds', record.stopDate - (record.redriveDate ?? record.startDate));
  if (record.mapRun) {
    countChild(run, record.mapRun.arn, status);
    return;
  }
  disappearIfDone(engine, record.machineArn);
  const { arn: executionArn, machineArn: stateMachineArn } = record;
  world.events.emit({
    kind: 'execution ended',
    executionArn,
    stateMachineArn,
    status,
    ...describeFailure(record),
  });
}

/** Tells the Map Run that a child has ended. AWS sends no event of its own for it. */
function countChild(run: Run, mapRunArn: string, status: Exclude<ExecutionStatus, 'RUNNING'>): void {
  const { engine, record } = run;
  packHistory(engine.world, record, mapRunArn);
  engine.children.set(record.arn, record);
  const mapRun = engine.mapRuns.get(mapRunArn);
  if (!mapRun) return;
  const { running, succeeded, failed, timedOut, aborted } = mapRun;
  changeMapRun(engine, mapRunArn, {
    running: running - 1,
    ...(status === 'SUCCEEDED' && { succeeded: succeeded + 1 }),
    ...(status === 'FAILED' && { failed: failed + 1 }),
    ...(status === 'TIMED_OUT' && { timedOut: timedOut + 1 }),
    ...(status === 'ABORTED' && { aborted: aborted + 1 }),
  });
  const parent = engine.runs.get(mapRun.executionArn);
  const frame = parent?.frames.get(mapRun.frame);
  if (!parent || !frame) return;
  // It learns of the end by asking.
  mayManageChild(parent, 'DescribeExecution', record);
  queueMapRun(parent, frame);
  engine.drain(parent);
}

/** Queues the next step of a Map Run, unless it is queued already. */
export function queueMapRun(run: Run, frame: Frame): void {
  const { step } = frame;
  if (step.kind !== 'map run') return;
  if (!run.queue.some((work) => 'step' in work && work.step === step)) run.queue.push({ frame, step });
}

/** Ends a Map Run whose state does not wait for it any more, with the children that are running. */
export function abandonMapRun(run: Run, frame: Frame, status: 'FAILED' | 'ABORTED'): void {
  const { engine } = run;
  const mapRun = frame.step.kind === 'map run' ? engine.mapRuns.get(frame.mapRun ?? '') : undefined;
  if (mapRun?.status !== 'RUNNING') return;
  changeMapRun(engine, mapRun.arn, { status, stopDate: engine.world.clock.now() });
  const children = [...engine.runs.values()].filter(({ record }) => record.mapRun?.arn === mapRun.arn);
  for (const child of children) {
    mayManageChild(run, 'StopExecution', child.record);
    abortExecution(child, {});
  }
}

/** Cancels the timers of a run and aborts its calls. */
function releaseRun(run: Run): void {
  run.queue.length = 0;
  run.deadline?.cancel();
  for (const timer of run.timers.values()) timer.cancel();
  run.timers.clear();
  for (const call of run.calls.values()) call.abort();
  run.calls.clear();
}

/** https://docs.aws.amazon.com/step-functions/latest/dg/procedure-cw-metrics.html */
export function report(run: Run, name: string, unit: string, value: number): void {
  // A child execution counts in its Map Run, not among the executions of the machine.
  if (run.record.mapRun) return;
  const { clock, metrics } = run.engine.world;
  const dimensions = { StateMachineArn: run.record.machineArn };
  metrics.record({ namespace: 'AWS/States', name, dimensions, unit, value, time: clock.now() });
}
