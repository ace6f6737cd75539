import { AwsError } from '../../protocol/aws-error.ts';
import { required, string, structure } from '../../protocol/shapes.ts';
import type { Engine } from '../engine.ts';
import { act } from '../interpreter/act.ts';
import { report } from '../interpreter/end-execution.ts';
import { emit } from '../interpreter/history.ts';
import { takeUpAgain } from '../interpreter/redrive.ts';
import { armDeadline } from '../interpreter/resume.ts';
import { openRun } from '../interpreter/run.ts';
import type { ExecutionRecord } from '../records.ts';
import { reasonNotToRedrive } from '../redrivable.ts';
import { findExecution } from '../state-machines.ts';
import { arn, operation, seconds } from './sfn-operation.ts';

/** "These client tokens are valid for up to 15 minutes after they are first used." */
const tokenLives = 15 * 60_000;
const tokensKept = 10;

/** https://docs.aws.amazon.com/step-functions/latest/apireference/API_RedriveExecution.html */
export const redriveExecution = operation({
  name: 'RedriveExecution',
  input: structure({
    executionArn: required(arn),
    clientToken: string({ min: 1, max: 64, pattern: /^[!-~]+$/ }),
  }),
  run(engine, input) {
    const execution = findExecution(engine, input.executionArn);
    const now = engine.world.clock.now();
    const before = execution.redriveTokens.find(({ token }) => token === input.clientToken);
    // Asked before how the execution stands now: a repeated call is the same call.
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
