import type { Clock } from '../../../world/clock.ts';
import type { World } from '../../../world/world.ts';
import { AwsError } from '../../protocol/aws-error.ts';
import { reportInvocation } from '../../protocol/function-metrics.ts';
import { callAsRole } from '../call-as-role.ts';
import type { Failure, Frame, TaskStep } from '../interpreter/frame.ts';
import type { Run } from '../step-functions-engine.ts';
import type { TaskContext } from '../task-handlers.ts';
import { serviceMetadata, type Resource } from './resource.ts';
import { answerTask } from './task-outcome.ts';

interface FunctionCall {
  readonly name: string;
  readonly input: unknown;
}

/** Runs a local function in place of a Lambda function. */
export function callFunction(
  run: Run,
  frame: Frame,
  resource: Resource,
  step: TaskStep,
  call: FunctionCall,
): void {
  const awake = whileAwake(run.engine.world.clock);
  const controller = new AbortController();
  run.calls.set(frame.id, controller);
  // The clock must not wait for a function whose result is no longer wanted.
  controller.signal.addEventListener('abort', awake.end, { once: true });
  const context: TaskContext = {
    executionArn: run.record.arn,
    stateName: frame.state,
    retryCount: frame.retryCount,
    signal: controller.signal,
    sleep: (ms) => awake.sleep(ms, controller.signal),
  };
  void awaitOutcome(run, resource, call, context, awake)
    .then((outcome) => {
      // It has ended on its own, so there is nothing to abort.
      if (run.calls.get(frame.id) === controller) run.calls.delete(frame.id);
      return answerTask(run, frame, resource, step.token, outcome);
    })
    .finally(awake.end);
}

async function awaitOutcome(
  run: Run,
  resource: Resource,
  call: FunctionCall,
  context: TaskContext,
  awake: Awake,
): Promise<{ text: string } | Failure> {
  const { world, handlers } = run.engine;
  // The steps that led here must be stored first.
  await Promise.resolve();
  const handler = handlers.get(call.name);
  if (!handler) return invokeFunction(run, resource, call, context.signal, awake);
  const refusal = findFaultFailure(world, call.name);
  if (refusal) return refusal;

  const began = world.clock.now();
  let outcome: { text: string } | Failure;
  try {
    const result: unknown = await handler(structuredClone(call.input), context);
    outcome = { text: answerText(world, resource, JSON.stringify(result ?? null) ?? 'null') };
  } catch (error) {
    outcome = toFailure(error);
  }
  reportInvocation(world, call.name, {
    failed: !('text' in outcome),
    milliseconds: world.clock.now() - began,
  });
  return outcome;
}

/** Calls a function of this world's Lambda, which holds the clock from then on as long as the function works. */
async function invokeFunction(
  run: Run,
  resource: Resource,
  { name, input }: FunctionCall,
  signal: AbortSignal,
  awake: Awake,
): Promise<{ text: string } | Failure> {
  const { world } = run.engine;
  try {
    const request = { FunctionName: name, Payload: JSON.stringify(input ?? null) };
    const answering = callAsRole(run, 'lambda', 'Invoke', request, signal);
    awake.end();
    const { FunctionError, Payload } = (await answering) as { FunctionError?: string; Payload: string };
    if (FunctionError === undefined) return { text: answerText(world, resource, Payload) };
    const { errorType } = JSON.parse(Payload) as { errorType: string };
    return { error: errorType, cause: Payload };
  } catch (error) {
    if (!(error instanceof AwsError)) throw error;
    return toRefusal(world, error.status, error.name, error.message);
  }
}

/** `lambda:invoke` tells of the call, too. https://docs.aws.amazon.com/step-functions/latest/dg/connect-lambda.html */
function answerText(world: World, resource: Resource, payload: string): string {
  if (resource.kind === 'function') return payload;
  const metadata = serviceMetadata(world.random.uuid(), payload.length);
  return `{"ExecutedVersion":"$LATEST","Payload":${payload},${metadata},"StatusCode":200}`;
}

/** Returns the failure that a fault rule causes in this function. */
function findFaultFailure(world: World, name: string): Failure | undefined {
  const site = { service: 'lambda', operation: 'Invoke', request: name };
  if (world.faults.strike('throttle', site)) {
    reportInvocation(world, name, 'throttled');
    return toRefusal(world, 429, 'TooManyRequestsException', 'Rate Exceeded.');
  }
  if (world.faults.strike('server-error', site)) {
    return toRefusal(world, 500, 'ServiceException', 'The Lambda service encountered an internal error.');
  }
  return undefined;
}

function toRefusal(world: World, status: number, code: string, message: string): Failure {
  const requestId = world.random.uuid();
  const where = `Service: AWSLambda; Status Code: ${status}; Error Code: ${code}; Request ID: ${requestId}; Proxy: null`;
  // Java's client has no class of its own for a denied call.
  const name = code === 'AccessDeniedException' ? 'AWSLambdaException' : code;
  return { error: `Lambda.${name}`, cause: `${message} (${where})` };
}

/** As a function on Node.js reports it. https://docs.aws.amazon.com/lambda/latest/dg/nodejs-exceptions.html */
function toFailure(error: unknown): Failure {
  const { name, message } = error instanceof Error ? error : { name: 'Error', message: String(error) };
  return { error: name, cause: JSON.stringify({ errorType: name, errorMessage: message, trace: [] }) };
}

interface Awake {
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  end: () => void;
}

/** Holds the clock from now on, except while the function sleeps on it. */
function whileAwake(clock: Clock): Awake {
  let release = clock.hold();
  let sleepers = 0;
  let hasEnded = false;
  const wake = (): void => {
    sleepers -= 1;
    if (sleepers === 0 && !hasEnded) release = clock.hold();
  };
  return {
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        if (signal.aborted) return resolve();
        sleepers += 1;
        if (sleepers === 1) release();
        const timer = clock.after(ms, () => {
          signal.removeEventListener('abort', stop);
          wake();
          resolve();
        });
        const stop = (): void => {
          timer.cancel();
          wake();
          resolve();
        };
        signal.addEventListener('abort', stop, { once: true });
      }),
    end: () => {
      hasEnded = true;
      release();
    },
  };
}
