import type { Run } from '../engine.ts';
import { timeout } from '../language/errors.ts';
import type { ExecutionStatus } from '../records.ts';
import { disappearIfDone } from '../state-machines.ts';
import { framesOf } from '../told-executions.ts';
import type { Failure } from './frame.ts';
import { isOver } from './frame.ts';
import { emit } from './history.ts';
import { keepFrames } from './run.ts';

export function succeedExecution(run: Run, previous: number, output: unknown): void {
  emit(run, 'ExecutionSucceeded', previous, { output });
  run.record.output = output;
  end(run, 'SUCCEEDED', 'ExecutionsSucceeded');
}

export function failExecution(run: Run, previous: number, failure: Failure): void {
  const details = reported(failure);
  emit(run, 'ExecutionFailed', previous, details);
  Object.assign(run.record, details);
  end(run, 'FAILED', 'ExecutionsFailed');
}

/** StopExecution. Its event follows from nothing, and no other says what was interrupted. */
export function abortExecution(run: Run, failure: Failure): void {
  const details = reported(failure);
  emit(run, 'ExecutionAborted', 0, details);
  Object.assign(run.record, details);
  end(run, 'ABORTED', 'ExecutionsAborted');
}

export function timeOutExecution(run: Run): void {
  emit(run, 'ExecutionTimedOut', 0, { error: timeout });
  end(run, 'TIMED_OUT', 'ExecutionsTimedOut');
}

function reported({ error, cause }: Pick<Failure, 'error' | 'cause'>): { error?: string; cause?: string } {
  return { ...(error && { error }), ...(cause && { cause }) };
}

function end(run: Run, status: Exclude<ExecutionStatus, 'RUNNING'>, metric: string): void {
  const { engine, record } = run;
  const { world } = engine;
  record.status = status;
  record.stopDate = world.clock.now();
  engine.executions.set(record.arn, record);
  engine.runs.delete(record.arn);
  letGo(run);

  if (status === 'SUCCEEDED') {
    run.frames.clear();
    run.changed.clear();
    world.store.drop(framesOf(record.arn));
  } else {
    // A redrive takes them up again where they stand.
    for (const frame of run.frames.values()) {
      if (isOver(frame)) continue;
      frame.step = { kind: 'aborted', fresh: frame.step.kind === 'enter' };
      run.changed.add(frame);
    }
    keepFrames(run);
  }

  report(run, metric, 'Count', 1);
  report(run, 'ExecutionTime', 'Milliseconds', record.stopDate - (record.redriveDate ?? record.startDate));
  disappearIfDone(engine, record.machineArn);
  const { arn: executionArn, machineArn: stateMachineArn } = record;
  world.events.emit({ kind: 'execution ended', executionArn, stateMachineArn, status, ...reported(record) });
}

/** Cancels what is armed, ends what is called. */
function letGo(run: Run): void {
  run.queue.length = 0;
  run.deadline?.cancel();
  for (const timer of run.timers.values()) timer.cancel();
  run.timers.clear();
  for (const call of run.calls.values()) call.abort();
  run.calls.clear();
}

/** https://docs.aws.amazon.com/step-functions/latest/dg/procedure-cw-metrics.html */
export function report(run: Run, name: string, unit: string, value: number): void {
  const { clock, metrics } = run.engine.world;
  const dimensions = { StateMachineArn: run.record.machineArn };
  metrics.record({ namespace: 'AWS/States', name, dimensions, unit, value, time: clock.now() });
}
