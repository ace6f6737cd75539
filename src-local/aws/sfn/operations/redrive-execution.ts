import { AwsError } from '../../protocol/aws-error.ts';
import { required, string, structure } from '../../protocol/shapes.ts';
import type { ExecutionRecord } from '../execution-records.ts';
import { longestExecution } from '../interpreter/begin-execution.ts';
import { countEvents } from '../interpreter/child-history.ts';
import { mostEvents } from '../interpreter/run.ts';
import { readMachineOfChild } from '../map-runs.ts';
import { findExecution } from '../state-machines.ts';
import type { Engine } from '../step-functions-engine.ts';
import { arnShape, operation, seconds } from './sfn-operation.ts';

/** "These client tokens are valid for up to 15 minutes after they are first used." */
const tokenLives = 15 * 60_000;

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
    const reason =
      reasonNotToRedrive(engine, execution) ?? (execution.mapRun && 'Only its Map Run can redrive it');
    if (reason !== undefined) {
      const message = `Execution ${execution.arn} invalid for redrive as: ${reason}`;
      throw new AwsError('ExecutionNotRedrivable', message);
    }
    engine.redrive(execution, input.clientToken);
    return { redriveDate: seconds(now) };
  },
});

const redrivablePeriod = 14 * 24 * 3_600_000;
/** https://docs.aws.amazon.com/step-functions/latest/dg/service-quotas.html */
const mostRedrives = 1_000;

/** Why this execution cannot be redriven now; undefined if it can. https://docs.aws.amazon.com/step-functions/latest/dg/redrive-executions.html */
export function reasonNotToRedrive(engine: Engine, execution: ExecutionRecord): string | undefined {
  const { status, startDate, stopDate = 0, redriveCount, machineArn } = execution;
  const now = engine.world.clock.now();
  if (status === 'RUNNING' || status === 'SUCCEEDED') return `Execution is ${status} and cannot be redriven`;
  if (engine.machines.get(readMachineOfChild(machineArn))?.status !== 'ACTIVE')
    return 'State machine is in DELETING status';
  if (countEvents(engine.world, execution) >= mostEvents - 1) return 'Execution history event limit exceeded';
  if (now - startDate >= longestExecution) return 'Execution has exceeded the max execution time';
  if (now - stopDate > redrivablePeriod) return 'Execution redrivable period exceeded';
  if (redriveCount >= mostRedrives) return 'Execution redrive limit exceeded';
  return undefined;
}
