import { AwsError } from '../../protocol/aws-error.ts';
import { callAsRole } from '../call-as-role.ts';
import { dataLimitExceeded, StateError, runtimeError } from '../language/errors.ts';
import type { Run, Work } from '../step-functions-engine.ts';
import { callFunction } from '../tasks/call-function.ts';
import {
  functionName,
  parseResource,
  serviceMetadata,
  type Resource,
  type ServiceResource,
} from '../tasks/resource.ts';
import { armTask, emitTask, answerTask } from '../tasks/task-outcome.ts';
import { withinLimits } from './act.ts';
import { settleChildren } from './children.ts';
import { beginWork, enterState } from './enter-state.ts';
import { failRun, handleFailure } from './failure.ts';
import type { Failure, Frame, TaskStep } from './frame.ts';
import { finishWork } from './leave-state.ts';
import { settleMapRun } from './map-run.ts';
import { isLive, keepFrames, findState } from './run.ts';

/** Other work gets its turn after this many steps. */
const stepsAtOnce = 2_000;

/**
 * Works through the queue, a step at a time. The changes of one turn are stored as one record; a long run
 * continues in the next turn, and the clock waits for it.
 */
export function drain(run: Run): void {
  if (run.isDraining) return;
  run.isDraining = true;
  for (let steps = 0; steps < stepsAtOnce && run.queue.length > 0; steps += 1) {
    const work = run.queue.shift();
    if (work && isLive(run)) withinLimits(run, () => workOn(run, work));
  }
  keepFrames(run);
  if (run.queue.length === 0 || !isLive(run)) {
    run.isDraining = false;
    return;
  }
  const release = run.engine.world.clock.hold();
  setImmediate(() => {
    run.isDraining = false;
    if (isLive(run)) drain(run);
    release();
  });
}

function workOn(run: Run, work: Work): void {
  if (isStale(run, work)) return;
  const { frame } = work;
  const child = 'child' in work ? work.child : undefined;
  const before = frame.step.kind;
  try {
    takeStep(run, frame, child);
  } catch (error) {
    if (!(error instanceof StateError)) throw error;
    const failure = toFailure(frame, error);
    if (before === 'error') failRun(run, frame, failure);
    else handleFailure(run, frame, failure);
  }
}

/** Returns true if the frame has moved on since. */
function isStale(run: Run, work: Work): boolean {
  const { frame } = work;
  if (run.frames.get(frame.id) !== frame) return true;
  if ('step' in work) return frame.step !== work.step;
  return frame.step.kind !== 'children' || run.frames.get(work.child.id) !== work.child;
}

function takeStep(run: Run, frame: Frame, child: Frame | undefined): void {
  const { step } = frame;
  switch (step.kind) {
    case 'enter':
      return enterState(run, frame);
    case 'begin':
      return beginWork(run, frame);
    case 'task':
      return startTask(run, frame, step);
    case 'children':
      return settleChildren(run, frame, child);
    case 'map run':
      return settleMapRun(run, frame);
    case 'result':
      return finishWork(run, frame, step.value);
    case 'error':
      return handleFailure(run, frame, step);
    case 'wait':
    case 'retry':
    case 'succeeded':
    case 'failed':
    case 'aborted':
      return;
  }
}

/** Words an error of the language as AWS does. */
function toFailure(frame: Frame, error: StateError): Failure {
  if (error.name === dataLimitExceeded) return { error: error.name, cause: error.cause };
  const where = `An error occurred while executing the state '${frame.state}' (entered at the event id #${frame.entered}).`;
  return { error: error.name, cause: `${where} ${error.cause}` };
}

/**
 * An attempt that was scheduled is handed to whoever does it; after a restart, handed out again.
 * https://docs.aws.amazon.com/step-functions/latest/dg/state-task.html
 */
function startTask(run: Run, frame: Frame, step: TaskStep): void {
  const state = findState(run, frame);
  const resource = state.Type === 'Task' ? parseResource(state.Resource) : undefined;
  if (!resource) return;
  if (step.phase === 'scheduled') {
    emitTask(run, frame, resource, 'Started');
    step.phase = 'started';
    startTheClock(run, step);
  }
  armTask(run, frame, resource, step);
  if (step.phase === 'started') call(run, frame, resource, step);
}

/** The time of a task runs from when it is scheduled. */
function startTheClock(run: Run, step: TaskStep): void {
  const now = run.engine.world.clock.now();
  if (step.timeoutSeconds !== undefined) step.deadline = now + step.timeoutSeconds * 1_000;
  if (step.heartbeatSeconds !== undefined) step.beatBy = now + step.heartbeatSeconds * 1_000;
}

function call(run: Run, frame: Frame, resource: Resource, step: TaskStep): void {
  if (resource.kind === 'function') {
    callFunction(run, frame, resource, step, { name: resource.name, input: step.payload });
  } else if (resource.service === 'lambda') {
    const { FunctionName, Payload } = Object(step.payload) as { FunctionName?: unknown; Payload?: unknown };
    if (typeof FunctionName !== 'string')
      throw new StateError(runtimeError, 'The field "FunctionName" is missing.');
    const name = functionName(FunctionName) ?? FunctionName;
    callFunction(run, frame, resource, step, { name, input: Payload ?? {} });
  } else {
    callService(run, frame, resource, step);
  }
}

/** Asks another service of this world. https://docs.aws.amazon.com/step-functions/latest/dg/connect-to-resource.html */
function callService(run: Run, frame: Frame, resource: ServiceResource, step: TaskStep): void {
  const release = run.engine.world.clock.hold();
  void ask(run, frame, resource, step).finally(release);
}

async function ask(run: Run, frame: Frame, resource: ServiceResource, step: TaskStep): Promise<void> {
  const { world } = run.engine;
  // The steps that led here must be stored first.
  await Promise.resolve();
  const requestId = world.random.uuid();
  let outcome: { text: string } | Failure;
  try {
    const operation = resource.action.charAt(0).toUpperCase() + resource.action.slice(1);
    const output = await callAsRole(run, resource.service, operation, buildRequest(resource, step.payload));
    outcome = { text: buildResult(resource, JSON.stringify(output ?? {}), requestId) };
  } catch (error) {
    outcome = serviceFailure(resource, error, requestId);
  }
  answerTask(run, frame, resource, step.token, outcome);
}

function buildRequest(resource: ServiceResource, payload: unknown): object {
  const request: Record<string, unknown> =
    typeof payload === 'object' && payload !== null ? { ...payload } : {};
  // "MessageBody" may be given as JSON; a queue holds text.
  const body = request['MessageBody'];
  if (resource.service === 'sqs' && typeof body === 'object' && body !== null) {
    request['MessageBody'] = JSON.stringify(body);
  }
  return request;
}

function buildResult(resource: ServiceResource, text: string, requestId: string): string {
  if (resource.isSdk) return text;
  const metadata = serviceMetadata(requestId, text.length);
  return text === '{}' ? `{${metadata}}` : `${text.slice(0, -1)},${metadata}}`;
}

/**
 * Errors of a service have the name of the Java SDK's exception class: one of their own where the service's
 * model has it, the service's base exception otherwise. AWS's own integrations use the SDK's first version,
 * `aws-sdk` ones the second.
 */
function serviceFailure(resource: ServiceResource, error: unknown, requestId: string): Failure {
  if (!(error instanceof AwsError) || error.name === 'UnknownOperationException') {
    return { error: runtimeError, cause: error instanceof Error ? error.message : String(error) };
  }
  const { isSdk, service } = resource;
  const classes = isSdk ? second[service] : first[service];
  const prefix = classes?.prefix ?? service;
  if (error.name === 'InvalidAddress') {
    // The SDK's client cannot reach such an address, so no service answers.
    return {
      error: `${prefix}.SdkClientException`,
      cause: `Unable to execute HTTP request: ${error.message}`,
    };
  }
  const exception = error.name.endsWith('Exception') ? error.name : `${error.name}Exception`;
  const name = modelled.has(exception) ? exception : (classes?.base ?? exception);
  const cause = isSdk
    ? `${error.message} (Service: ${prefix}, Status Code: ${error.status}, Request ID: ${requestId})`
    : `${error.message} (Service: ${classes?.label ?? service}; Status Code: ${error.status}; ` +
      `Error Code: ${error.queryCode ?? error.name}; Request ID: ${requestId}; Proxy: null)`;
  return { error: `${prefix}.${name}`, cause };
}

interface Classes {
  readonly prefix: string;
  readonly base: string;
  readonly label?: string;
}

const first: Readonly<Record<string, Classes>> = {
  dynamodb: { prefix: 'DynamoDB', base: 'AmazonDynamoDBException', label: 'AmazonDynamoDBv2' },
  sqs: { prefix: 'SQS', base: 'AmazonSQSException', label: 'AmazonSQS' },
};

const second: Readonly<Record<string, Classes>> = {
  dynamodb: { prefix: 'DynamoDb', base: 'DynamoDbException' },
  sqs: { prefix: 'Sqs', base: 'SqsException' },
  cloudwatch: { prefix: 'CloudWatch', base: 'CloudWatchException' },
};

const modelled = new Set([
  'ConditionalCheckFailedException',
  'DuplicateItemException',
  'IdempotentParameterMismatchException',
  'InternalServerErrorException',
  'ItemCollectionSizeLimitExceededException',
  'LimitExceededException',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceededException',
  'ResourceInUseException',
  'ResourceNotFoundException',
  'TransactionCanceledException',
  'TransactionConflictException',
  'TransactionInProgressException',
  'BatchEntryIdsNotDistinctException',
  'BatchRequestTooLongException',
  'EmptyBatchRequestException',
  'InvalidBatchEntryIdException',
  'InvalidMessageContentsException',
  'MessageNotInflightException',
  'OverLimitException',
  'PurgeQueueInProgressException',
  'QueueDoesNotExistException',
  'ReceiptHandleIsInvalidException',
  'TooManyEntriesInBatchRequestException',
  'UnsupportedOperationException',
]);
