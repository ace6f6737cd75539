import { AwsError } from '../../protocol/aws-error.ts';
import { required, string, structure } from '../../protocol/shapes.ts';
import { executionArn } from '../arns.ts';
import type { Engine } from '../engine.ts';
import { act } from '../interpreter/act.ts';
import { report } from '../interpreter/end-execution.ts';
import { mostBytes } from '../interpreter/filter-data.ts';
import { emit } from '../interpreter/history.ts';
import { armDeadline } from '../interpreter/resume.ts';
import { openRun, startFrom } from '../interpreter/run.ts';
import { checkName } from '../names.ts';
import type { ExecutionRecord, MachineRecord } from '../records.ts';
import { findActiveMachine, liveExecution } from '../state-machines.ts';
import { arn, name, operation, seconds } from './sfn-operation.ts';

/** https://docs.aws.amazon.com/step-functions/latest/apireference/API_StartExecution.html */
export const startExecution = operation({
  name: 'StartExecution',
  input: structure({
    stateMachineArn: required(arn),
    name,
    input: string(),
    // There is no tracing here for it to matter to.
    traceHeader: string({ max: 256 }),
  }),
  run(engine, input) {
    if (input.name !== undefined) checkName(input.name);
    const machine = findActiveMachine(engine, input.stateMachineArn);
    const text = input.input ?? '{}';
    checkInput(text);
    const executionName = input.name ?? engine.world.random.uuid();
    const itsArn = executionArn(machine.arn, executionName);
    const known = liveExecution(engine, itsArn);
    if (known && (known.status !== 'RUNNING' || known.input !== text)) {
      throw new AwsError('ExecutionAlreadyExists', `Execution Already Exists: '${itsArn}'`);
    }
    const { startDate } = known ?? start(engine, machine, { arn: itsArn, name: executionName, input: text });
    return { executionArn: itsArn, startDate: seconds(startDate) };
  },
});

function checkInput(text: string): void {
  if (Buffer.byteLength(text) > mostBytes) {
    throw new AwsError(
      'ValidationException',
      `1 validation error detected: Value at 'input' failed to satisfy constraint: Member must have length less than or equal to ${mostBytes}`,
    );
  }
  try {
    JSON.parse(text);
  } catch (error) {
    const why = text === '' || !(error instanceof Error) ? 'Invalid execution input.' : error.message;
    throw new AwsError('InvalidExecutionInput', `Invalid State Machine Execution Input: '${why}'`);
  }
}

function start(
  engine: Engine,
  machine: MachineRecord,
  what: { arn: string; name: string; input: string },
): ExecutionRecord {
  const record: ExecutionRecord = {
    ...what,
    machineArn: machine.arn,
    revision: machine.revision,
    startDate: engine.world.clock.now(),
    order: engine.executions.size,
    status: 'RUNNING',
    redriveCount: 0,
    redriveTokens: [],
  };
  engine.executions.set(record.arn, record);
  const run = openRun(engine, record);
  engine.runs.set(record.arn, run);
  emit(run, 'ExecutionStarted', 0, { text: record.input, roleArn: run.revision.roleArn });
  report(run, 'ExecutionsStarted', 'Count', 1);
  armDeadline(run);
  act(run, () => {
    startFrom(run, 0);
  });
  return record;
}
