import { dataLimitExceeded } from '../language/errors.ts';
import type { ExecutionRecord } from '../execution-records.ts';
import { selectExecutions } from '../map-runs.ts';
import type { Engine, Run } from '../step-functions-engine.ts';
import { act } from './act.ts';
import { armDeadline } from './begin-execution.ts';
import { unpackHistory } from './child-history.ts';
import { findJoin } from './children.ts';
import type { Frame, Step } from './frame.ts';
import { forgetChildren, report } from './leave-state.ts';
import { redriveMapRun } from './map-run.ts';
import { emit, moveTo, openRun, startFrom, findState } from './run.ts';

const tokensKept = 10;

/** Runs an execution that has ended again; whether it may be is for the caller to say. */
export function redrive(engine: Engine, record: ExecutionRecord, token: string | undefined): void {
  const now = engine.world.clock.now();
  record.status = 'RUNNING';
  record.redriveCount += 1;
  record.redriveDate = now;
  delete record.stopDate;
  delete record.error;
  delete record.cause;
  if (token !== undefined) {
    record.redriveTokens = [...record.redriveTokens, { token, date: now }].slice(-tokensKept);
  }
  unpackHistory(engine.world, record);
  selectExecutions(engine, record.arn).set(record.arn, record);
  const run = openRun(engine, record);
  engine.runs.set(record.arn, run);
  const details = { redriveCount: record.redriveCount };
  const redriven = emit(run, 'ExecutionRedriven', run.history.size, details);
  report(run, 'ExecutionsRedriven', 'Count', 1);
  armDeadline(run);
  act(run, () => takeUpAgain(run, redriven));
}

/**
 * Takes a failed, aborted or timed out execution up again where it stands: each state that did not succeed is
 * tried once more from its beginning, but not entered again. What has succeeded stays.
 * https://docs.aws.amazon.com/step-functions/latest/dg/redrive-executions.html
 */
function takeUpAgain(run: Run, redriven: number): void {
  const root = run.frames.get('0');
  if (root) revive(run, root, redriven);
  // The past data does not say where the execution stood.
  else startFrom(run, redriven);
}

function revive(run: Run, frame: Frame, redriven: number): void {
  const { step } = frame;
  if (step.kind === 'succeeded') return;
  const state = findState(run, frame);
  if (step.kind === 'aborted' && step.fresh) {
    moveTo(run, frame, { kind: 'enter' });
    return;
  }
  frame.attempts = [];
  frame.retryCount = 0;
  if (frame.mapRun !== undefined && redriveMapRun(run, frame, redriven)) return;
  const children = listChildren(run, frame);
  const isParent = state.Type === 'Map' || state.Type === 'Parallel';
  if (frame.children && isParent && !isTooLarge(frame, children)) {
    for (const child of children) revive(run, child, redriven);
    const goesOn: Step = { kind: 'children' };
    moveTo(run, frame, goesOn);
    findJoin(run, frame, state, frame.children);
    for (const child of children) {
      const isUnnoted = child.step.kind === 'succeeded' && child.step.event === undefined;
      if (isUnnoted) run.queue.push({ frame, child });
    }
    run.queue.push({ frame, step: goesOn });
    return;
  }
  forgetChildren(run, frame);
  // A Fail state fails at once, and its failure follows from the redrive.
  frame.last = state.Type === 'Fail' ? redriven : frame.entered;
  moveTo(run, frame, { kind: 'begin' });
}

function listChildren(run: Run, frame: Frame): Frame[] {
  const children: Frame[] = [];
  for (let index = 0; index < (frame.children?.length ?? 0); index += 1) {
    const child = run.frames.get(`${frame.id}.${index}`);
    if (child) children.push(child);
  }
  return children;
}

/** "If the state failed because of a States.DataLimitExceeded error, the state is rerun, with all that was successful." */
function isTooLarge({ step }: Frame, children: readonly Frame[]): boolean {
  if (step.kind !== 'failed' || step.error !== dataLimitExceeded) return false;
  return children.every((child) => child.step.kind === 'succeeded');
}
