import { AwsError } from '../../protocol/aws-error.ts';
import { required, string, structure } from '../../protocol/shapes.ts';
import type { ExecutionRecord } from '../execution-records.ts';
import { act } from '../interpreter/act.ts';
import { findJoin } from '../interpreter/children.ts';
import type { Frame, Step } from '../interpreter/frame.ts';
import { forgetChildren, report } from '../interpreter/leave-state.ts';
import { armDeadline, longestExecution } from '../interpreter/resume.ts';
import { emit, openHistory, mostEvents, moveTo, openRun, startFrom, findState } from '../interpreter/run.ts';
import { dataLimitExceeded } from '../language/errors.ts';
import { findExecution } from '../state-machines.ts';
import type { Engine, Run } from '../step-functions-engine.ts';
import { arnShape, operation, seconds } from './sfn-operation.ts';

/** "These client tokens are valid for up to 15 minutes after they are first used." */
const tokenLives = 15 * 60_000;
const tokensKept = 10;

/** https://docs.aws.amazon.com/step-functions/latest/apireference/API_RedriveExecution.html */
export const redriveExecution = operation({
  name: 'RedriveExecution',
  input: structure({
    executionArn: required(arnShape),
    clientToken: string({ min: 1, max: 64, pattern: /^[!-~]+$/ }),
  }),
  run(engine, input) {
    const execution = findExecution(engine, input.executionArn);
    const now = engine.world.clock.now();
    const before = execution.redriveTokens.find(({ token }) => token === input.clientToken);
    // This is checked before the status of the execution, because a repeated call is the same call.
    if (before && now - before.date <= tokenLives) return { redriveDate: seconds(before.date) };
    const reason = reasonNotToRedrive(engine, execution);
    if (reason !== undefined) {
      const message = `Execution ${execution.arn} invalid for redrive as: ${reason}`;
      throw new AwsError('ExecutionNotRedrivable', message);
    }
    redrive(engine, execution, input.clientToken);
    return { redriveDate: seconds(now) };
  },
});

function redrive(engine: Engine, record: ExecutionRecord, token: string | undefined): void {
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
  engine.executions.set(record.arn, record);
  const run = openRun(engine, record);
  engine.runs.set(record.arn, run);
  const details = { redriveCount: record.redriveCount };
  const redriven = emit(run, 'ExecutionRedriven', run.history.size, details);
  report(run, 'ExecutionsRedriven', 'Count', 1);
  armDeadline(run);
  act(run, () => takeUpAgain(run, redriven));
}

const redrivablePeriod = 14 * 24 * 3_600_000;
/** https://docs.aws.amazon.com/step-functions/latest/dg/service-quotas.html */
const mostRedrives = 1_000;

/** Why this execution cannot be redriven now; undefined if it can. https://docs.aws.amazon.com/step-functions/latest/dg/redrive-executions.html */
export function reasonNotToRedrive(engine: Engine, execution: ExecutionRecord): string | undefined {
  const { status, startDate, stopDate = 0, redriveCount, arn, machineArn } = execution;
  const now = engine.world.clock.now();
  if (status === 'RUNNING' || status === 'SUCCEEDED') return `Execution is ${status} and cannot be redriven`;
  if (engine.machines.get(machineArn)?.status !== 'ACTIVE') return 'State machine is in DELETING status';
  if (openHistory(engine, arn).size >= mostEvents - 1) return 'Execution history event limit exceeded';
  if (now - startDate >= longestExecution) return 'Execution has exceeded the max execution time';
  if (now - stopDate > redrivablePeriod) return 'Execution redrivable period exceeded';
  if (redriveCount >= mostRedrives) return 'Execution redrive limit exceeded';
  return undefined;
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
