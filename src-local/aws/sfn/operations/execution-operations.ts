import { AwsError, validationException } from '../../protocol/aws-error.ts';
import { boolean, required, string, structure } from '../../protocol/shapes.ts';
import type { ExecutionRecord, HistoryRecord, MachineRecord } from '../execution-records.ts';
import { beginExecution, longestExecution } from '../interpreter/begin-execution.ts';
import { openEvents, countEvents } from '../interpreter/child-history.ts';
import { abortExecution } from '../interpreter/leave-state.ts';
import { mostEvents } from '../interpreter/run.ts';
import { mostBytes } from '../interpreter/state-data.ts';
import { isPendingRedrive, listChildren, readMachineOfChild } from '../map-runs.ts';
import {
  checkName,
  findActiveMachine,
  findExecution,
  findMachine,
  formatExecutionArn,
  liveExecution,
} from '../state-machines.ts';
import type { Engine } from '../step-functions-engine.ts';
import { findMapRun, mapRunArnShape } from './map-run-operations.ts';
import {
  arnShape,
  includedData,
  maxResults,
  nameShape,
  operation,
  takePage,
  seconds,
} from './sfn-operation.ts';

/** https://docs.aws.amazon.com/step-functions/latest/apireference/API_StartExecution.html */
export const startExecution = operation({
  name: 'StartExecution',
  input: structure({
    stateMachineArn: required(arnShape),
    name: nameShape,
    input: string(),
    // There is no tracing here, so it has no effect.
    traceHeader: string({ max: 256 }),
  }),
  run(engine, input) {
    if (input.name !== undefined) checkName(input.name);
    const machine = findActiveMachine(engine, input.stateMachineArn);
    const text = input.input ?? '{}';
    checkInput(text);
    const executionName = input.name ?? engine.world.random.uuid();
    const itsArn = formatExecutionArn(machine.arn, executionName);
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
  const { arn: machineArn, revision } = machine;
  return beginExecution(engine, { ...what, machineArn, revision, order: engine.executions.size });
}

/** An execution that has ended is left as it is. https://docs.aws.amazon.com/step-functions/latest/apireference/API_StopExecution.html */
export const stopExecution = operation({
  name: 'StopExecution',
  input: structure({
    executionArn: required(arnShape),
    error: string({ max: 256 }),
    cause: string({ max: 32_768 }),
  }),
  run(engine, input) {
    const execution = findExecution(engine, input.executionArn);
    const { error, cause } = input;
    const run = engine.runs.get(execution.arn);
    if (run) {
      abortExecution(run, { ...(error !== undefined && { error }), ...(cause !== undefined && { cause }) });
    }
    return { stopDate: seconds(execution.stopDate ?? engine.world.clock.now()) };
  },
});

/** https://docs.aws.amazon.com/step-functions/latest/apireference/API_DescribeExecution.html */
export const describeExecution = operation({
  name: 'DescribeExecution',
  input: structure({ executionArn: required(arnShape), includedData }),
  run(engine, input) {
    const execution = findExecution(engine, input.executionArn);
    const { error, cause, output } = execution;
    const withData = input.includedData !== 'METADATA_ONLY';
    const reason = reasonNotToRedrive(engine, execution);
    return {
      ...summarizeExecution(engine, execution),
      ...(withData && { input: execution.input }),
      inputDetails: { included: withData },
      ...(output !== undefined && {
        ...(withData && { output: JSON.stringify(output) }),
        outputDetails: { included: withData },
      }),
      ...(withData && error !== undefined && { error }),
      ...(withData && cause !== undefined && { cause }),
      redriveStatus: reason === undefined ? redrivable(execution) : 'NOT_REDRIVABLE',
      ...(reason !== undefined && { redriveStatusReason: reason }),
    };
  },
});

/** A child execution is redriven with its Map Run, never alone. */
function redrivable({ mapRun }: ExecutionRecord): string {
  return mapRun ? 'REDRIVABLE_BY_MAP_RUN' : 'REDRIVABLE';
}

/** https://docs.aws.amazon.com/step-functions/latest/apireference/API_ListExecutions.html */
export const listExecutions = operation({
  name: 'ListExecutions',
  input: structure({
    stateMachineArn: arnShape,
    mapRunArn: mapRunArnShape,
    statusFilter: string({
      oneOf: ['SUCCEEDED', 'TIMED_OUT', 'PENDING_REDRIVE', 'ABORTED', 'FAILED', 'RUNNING'],
    }),
    redriveFilter: string({ oneOf: ['REDRIVEN', 'NOT_REDRIVEN'] }),
    maxResults,
    nextToken: string({ min: 1, max: 3_096 }),
  }),
  run(engine, input) {
    const all = input.mapRunArn === undefined ? listOfMachine(engine, input) : listOfMapRun(engine, input);
    all.sort((one, other) => getSortTime(other) - getSortTime(one) || other.order - one.order);
    const { stateMachineArn, mapRunArn, statusFilter, redriveFilter } = input;
    const question = JSON.stringify([stateMachineArn ?? mapRunArn, statusFilter, redriveFilter]);
    const now = engine.world.clock.now();
    const { items, nextToken } = takePage(all, input, { key: (item) => item.arn, question, now });
    return {
      executions: items.map((item) => summarizeExecution(engine, item)),
      ...(nextToken !== undefined && { nextToken }),
    };
  },
});

interface ListQuery {
  readonly stateMachineArn?: string | undefined;
  readonly mapRunArn?: string | undefined;
  readonly statusFilter?: string | undefined;
  readonly redriveFilter?: string | undefined;
}

function listOfMachine(engine: Engine, query: ListQuery): ExecutionRecord[] {
  const { stateMachineArn, statusFilter, redriveFilter } = query;
  if (stateMachineArn === undefined) {
    throw validationException('Either stateMachineArn or mapRunArn must be specified');
  }
  if (statusFilter === 'PENDING_REDRIVE') {
    throw validationException('The PENDING_REDRIVE statusFilter is only supported with a mapRunArn');
  }
  if (redriveFilter !== undefined) {
    throw validationException('The redriveFilter is only supported with a mapRunArn');
  }
  findMachine(engine, stateMachineArn);
  const all: ExecutionRecord[] = [];
  for (const { arn: executionArn, machineArn } of engine.executions.values()) {
    const execution = machineArn === stateMachineArn ? liveExecution(engine, executionArn) : undefined;
    if (!execution) continue;
    if (statusFilter !== undefined && execution.status !== statusFilter) continue;
    all.push(execution);
  }
  return all;
}

function listOfMapRun(engine: Engine, query: ListQuery): ExecutionRecord[] {
  const { stateMachineArn, mapRunArn, statusFilter, redriveFilter } = query;
  if (stateMachineArn !== undefined) {
    throw validationException('Either stateMachineArn or mapRunArn must be specified, not both');
  }
  const mapRun = findMapRun(engine, mapRunArn ?? '');
  const all: ExecutionRecord[] = [];
  for (const child of listChildren(engine, mapRun)) {
    const status = isPendingRedrive(mapRun, child) ? 'PENDING_REDRIVE' : child.status;
    if (statusFilter !== undefined && status !== statusFilter) continue;
    if (redriveFilter !== undefined && (redriveFilter === 'REDRIVEN') !== child.redriveCount > 0) continue;
    all.push(child);
  }
  return all;
}

/** "Running executions are sorted by their startDate or redriveDate, and other executions … by their stopDate." */
function getSortTime({ startDate, redriveDate, stopDate }: ExecutionRecord): number {
  return stopDate ?? redriveDate ?? startDate;
}

/** https://docs.aws.amazon.com/step-functions/latest/apireference/API_ExecutionListItem.html */
function summarizeExecution(engine: Engine, execution: ExecutionRecord): object {
  const { stopDate, redriveDate, mapRun } = execution;
  const record = mapRun && engine.mapRuns.get(mapRun.arn);
  return {
    executionArn: execution.arn,
    stateMachineArn: execution.machineArn,
    name: execution.name,
    ...(mapRun && { mapRunArn: mapRun.arn }),
    status: record && isPendingRedrive(record, execution) ? 'PENDING_REDRIVE' : execution.status,
    startDate: seconds(execution.startDate),
    ...(stopDate !== undefined && { stopDate: seconds(stopDate) }),
    redriveCount: execution.redriveCount,
    ...(redriveDate !== undefined && { redriveDate: seconds(redriveDate) }),
  };
}

/** https://docs.aws.amazon.com/step-functions/latest/apireference/API_GetExecutionHistory.html */
export const getExecutionHistory = operation({
  name: 'GetExecutionHistory',
  input: structure({
    executionArn: required(arnShape),
    maxResults,
    nextToken: string({ min: 1, max: 1_024 }),
    reverseOrder: boolean(),
    includeExecutionData: boolean(),
  }),
  run(engine, input) {
    const { reverseOrder = false, includeExecutionData = true } = input;
    const execution = findExecution(engine, input.executionArn);
    const history = openEvents(engine.world, execution);
    const ids = Array.from({ length: history.size }, (_, index) =>
      reverseOrder ? history.size - index : index + 1,
    );
    const question = JSON.stringify([execution.arn, reverseOrder]);
    const { items, nextToken } = takePage(ids, input, {
      key: (id) => id,
      question,
      now: engine.world.clock.now(),
    });
    const events = items.flatMap((id) => {
      const record = history.get(id);
      return record ? [toHistoryEvent(id, record, includeExecutionData)] : [];
    });
    return { events, ...(nextToken !== undefined && { nextToken }) };
  },
});

/** https://docs.aws.amazon.com/step-functions/latest/apireference/API_HistoryEvent.html */
function toHistoryEvent(
  id: number,
  { type, previous, time, details }: HistoryRecord,
  withData: boolean,
): object {
  return {
    id,
    type,
    timestamp: seconds(time),
    previousEventId: previous,
    ...(details && { [detailsName(type)]: toEventDetails(details, withData) }),
  };
}

/** `TaskStateEntered` has `stateEnteredEventDetails`; most others have details named after themselves. */
function detailsName(type: string): string {
  if (type.endsWith('StateEntered')) return 'stateEnteredEventDetails';
  if (type.endsWith('StateExited')) return 'stateExitedEventDetails';
  return `${type.charAt(0).toLowerCase()}${type.slice(1)}EventDetails`;
}

/** Stored data becomes text here. The input of an execution was text from the beginning. */
function toEventDetails(details: Readonly<Record<string, unknown>>, withData: boolean): object {
  const shown: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(details)) {
    if (name === 'parameters') shown[name] = JSON.stringify(value);
    else if (name === 'input' || name === 'output' || name === 'text') {
      const dataName = name === 'output' ? 'output' : 'input';
      if (withData) shown[dataName] = name === 'text' ? value : JSON.stringify(value);
      shown[`${dataName}Details`] = { truncated: false };
    } else shown[name] = value;
  }
  return shown;
}

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
function reasonNotToRedrive(engine: Engine, execution: ExecutionRecord): string | undefined {
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
