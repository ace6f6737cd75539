import type { World } from '../../world/world.ts';
import type { Access } from '../iam/access.ts';
import { AwsError } from '../protocol/aws-error.ts';
import { jsonService, type JsonService } from '../protocol/operation.ts';
import { required, string, structure } from '../protocol/shapes.ts';
import {
  createEventSourceMapping,
  deleteEventSourceMapping,
  followMappings,
  getEventSourceMapping,
  listEventSourceMappings,
  updateEventSourceMapping,
} from './event-source-mappings.ts';
import type { StreamPosition } from './follow-stream.ts';
import {
  addPermission,
  createFunction,
  deleteFunction,
  deleteFunctionEventInvokeConfig,
  getFunction,
  getFunctionConfiguration,
  getFunctionEventInvokeConfig,
  getPolicy,
  listFunctions,
  putFunctionEventInvokeConfig,
  removePermission,
  tagResource,
  untagResource,
  updateFunctionCode,
  updateFunctionConfiguration,
} from './function-operations.ts';
import {
  refuseAsLambda,
  operation,
  requireFunction,
  requireLatest,
  type AsyncInvocation,
  type FunctionRecord,
  type FunctionRuntime,
  type LambdaEngine,
  type MappingRecord,
} from './lambda-engine.ts';
import { refuseByFault, runFunction } from './run-function.ts';

/** Calls a function. `Payload` is JSON as text. https://docs.aws.amazon.com/lambda/latest/api/API_Invoke.html */
const invoke = operation({
  name: 'Invoke',
  input: structure({
    FunctionName: required(string()),
    InvocationType: string({ oneOf: ['RequestResponse', 'Event', 'DryRun'] }),
    Payload: string(),
    Qualifier: string(),
  }),
  async run(engine, { FunctionName, InvocationType = 'RequestResponse', Payload = '{}', Qualifier }, call) {
    const record = requireFunction(engine, FunctionName, ':$LATEST');
    if (Qualifier !== undefined) requireLatest(Qualifier);
    checkPayload(Payload, InvocationType);
    if (InvocationType === 'DryRun') return { StatusCode: 204 };
    if (InvocationType === 'Event') {
      acceptAsyncInvocation(engine, { id: call.requestId, functionName: record.name, payload: Payload });
      return { StatusCode: 202 };
    }
    refuseByFault(engine, record.name);
    const outcome = await runFunction(engine, record, {
      requestId: call.requestId,
      payload: Payload,
      unwanted: call.signal,
    });
    const answer = { StatusCode: 200, ExecutedVersion: '$LATEST' };
    if ('payload' in outcome) return { ...answer, Payload: outcome.payload };
    return { ...answer, FunctionError: 'Unhandled', Payload: JSON.stringify(outcome.error) };
  },
});

/** In bytes. https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html */
const mostBytes = { RequestResponse: 6 * 1024 * 1024, Event: 1024 * 1024, DryRun: 6 * 1024 * 1024 } as const;

function checkPayload(payload: string, type: keyof typeof mostBytes): void {
  if (Buffer.byteLength(payload) > mostBytes[type]) {
    const message = `${Buffer.byteLength(payload)} byte payload is too large for the ${type} invocation type (limit ${mostBytes[type]} bytes)`;
    throw new AwsError('RequestTooLargeException', message, { status: 413 });
  }
  try {
    JSON.parse(payload);
  } catch {
    throw new AwsError('InvalidRequestContentException', 'Could not parse request body into json');
  }
}

/** Implements a part of https://docs.aws.amazon.com/lambda/latest/api/API_Operations.html */
const operations = [
  createFunction,
  updateFunctionCode,
  updateFunctionConfiguration,
  getFunction,
  getFunctionConfiguration,
  listFunctions,
  deleteFunction,
  invoke,
  putFunctionEventInvokeConfig,
  getFunctionEventInvokeConfig,
  deleteFunctionEventInvokeConfig,
  tagResource,
  untagResource,
  addPermission,
  getPolicy,
  removePermission,
  createEventSourceMapping,
  updateEventSourceMapping,
  getEventSourceMapping,
  listEventSourceMappings,
  deleteEventSourceMapping,
];

/**
 * AWS Lambda for the other engines and for the templates. Of its REST protocol only the list of functions is spoken,
 * in lambda-over-http.ts: the console calls no functions.
 */
export function lambda(
  world: World,
  {
    access,
    runtime = withoutCode,
  }: { readonly access: Access; readonly runtime?: FunctionRuntime | undefined },
): JsonService {
  const { store } = world;
  const engine: LambdaEngine = {
    world,
    access,
    runtime,
    functions: store.collection<FunctionRecord>('lambda/functions'),
    mappings: store.collection<MappingRecord>('lambda/event-source-mappings'),
    positions: store.collection<StreamPosition>('lambda/stream-positions'),
    waiting: store.collection<AsyncInvocation>('lambda/async-invocations'),
    followed: new Map(),
  };
  followMappings(engine);
  resumeAsyncInvocations(engine);
  return jsonService({
    name: 'lambda',
    target: 'AWSLambda',
    jsonVersion: '1.1',
    engine,
    operations,
    refuse: refuseAsLambda,
  });
}

/** A world that was opened without a runtime answers as Lambda does when a bundle is not there. */
const withoutCode: FunctionRuntime = {
  run: ({ handler }) => {
    const [module] = handler.split('.');
    const errorMessage = `Error: Cannot find module '${module}'`;
    return Promise.resolve({ error: { errorType: 'Runtime.ImportModuleError', errorMessage } });
  },
};

/** In milliseconds: the waits after the first and the second failure of the function. */
const retriesAfter = [60_000, 120_000] as const;

/** In milliseconds. Lambda waits longer each time that it could not start the function, up to five minutes. */
const firstRefusalWait = 1_000;
const longestRefusalWait = 300_000;

/** In seconds: events older than this are dropped, unless the function has a shorter limit. */
const longestAge = 21_600;

/**
 * Stores an event before its caller is told that it was accepted, so that a killed process delivers it at its next
 * opening: at least once, as Lambda does.
 * https://docs.aws.amazon.com/lambda/latest/dg/invocation-async-error-handling.html
 */
function acceptAsyncInvocation(
  engine: LambdaEngine,
  { id, functionName, payload }: Pick<AsyncInvocation, 'id' | 'functionName' | 'payload'>,
): void {
  const now = engine.world.clock.now();
  const event = { id, functionName, payload, acceptedAt: now, dueAt: now, failures: 0, refusals: 0 };
  engine.waiting.set(id, event);
  arm(engine, event);
}

/** Continues what waited when the world was closed. */
function resumeAsyncInvocations(engine: LambdaEngine): void {
  for (const event of engine.waiting.values()) arm(engine, event);
}

function arm(engine: LambdaEngine, { id, dueAt }: AsyncInvocation): void {
  const { clock, ended } = engine.world;
  if (!ended.aborted) clock.at(dueAt, () => void attempt(engine, id));
}

async function attempt(engine: LambdaEngine, id: string): Promise<void> {
  const { waiting, functions, world } = engine;
  const event = waiting.get(id);
  const record = event && functions.get(event.functionName);
  if (!event || world.ended.aborted) return;
  if (!record) {
    waiting.delete(id);
    return;
  }
  const { attempts = retriesAfter.length, ageSeconds = longestAge } = record.asyncRetries ?? {};
  const retryIn = (ms: number, changes: Partial<AsyncInvocation>): void => {
    const next = { ...event, ...changes, dueAt: world.clock.now() + ms };
    if (next.dueAt - event.acceptedAt > ageSeconds * 1_000) {
      void giveUp(engine, record, next);
      return;
    }
    waiting.set(id, next);
    arm(engine, next);
  };
  try {
    refuseByFault(engine, record.name);
  } catch {
    retryIn(Math.min(longestRefusalWait, firstRefusalWait * 2 ** event.refusals), {
      refusals: event.refusals + 1,
    });
    return;
  }
  const outcome = await runFunction(engine, record, { requestId: id, payload: event.payload });
  if (world.ended.aborted) return;
  const wait = 'payload' in outcome || event.failures >= attempts ? undefined : retriesAfter[event.failures];
  if ('payload' in outcome) waiting.delete(id);
  else if (wait === undefined) await giveUp(engine, record, event);
  else retryIn(wait, { failures: event.failures + 1, refusals: 0 });
}

/**
 * The dead letter is the event as it was accepted.
 * https://docs.aws.amazon.com/lambda/latest/dg/invocation-async-retain-records.html#invocation-dlq
 */
async function giveUp(
  { waiting, world }: LambdaEngine,
  { deadLetterArn }: FunctionRecord,
  { id, payload }: AsyncInvocation,
): Promise<void> {
  waiting.delete(id);
  if (deadLetterArn === undefined || deadLetterArn === '') return;
  try {
    await world.call('sqs', 'SendMessage', {
      QueueUrl: deadLetterArn.split(':').at(-1) ?? '',
      MessageBody: payload,
      MessageAttributes: { RequestID: { DataType: 'String', StringValue: id } },
    });
  } catch {
    // Lambda drops an event whose dead-letter queue refuses it.
  }
}
