import type { Clock } from '../../world/clock.ts';
import { AwsError } from '../protocol/aws-error.ts';
import { reportInvocation } from '../protocol/function-metrics.ts';
import { functionArn, type FunctionError, type FunctionRecord, type LambdaEngine } from './lambda-engine.ts';

/** Throws what Lambda itself answers when a fault rule keeps a function from starting. */
export function refuseByFault({ world }: LambdaEngine, name: string): void {
  const site = { service: 'lambda', operation: 'Invoke', request: name };
  if (world.faults.strike('throttle', site)) {
    reportInvocation(world, name, 'throttled');
    throw new AwsError('TooManyRequestsException', 'Rate Exceeded.', { status: 429 });
  }
  if (world.faults.strike('server-error', site)) {
    const message = 'The Lambda service encountered an internal error.';
    throw new AwsError('ServiceException', message, { status: 500 });
  }
}

export type FunctionOutcome = { readonly payload: string } | { readonly error: FunctionError };

interface Run {
  readonly requestId: string;
  readonly payload: string;
  /** Aborts when the caller does not wait any more. AWS lets the function go on, and so does this. */
  readonly unwanted?: AbortSignal;
}

/**
 * Runs a function until it answers or its time is over. The clock is held from this very moment while the function
 * works, so a caller that holds it may let go as soon as this has returned its promise.
 */
export async function runFunction(
  engine: LambdaEngine,
  record: FunctionRecord,
  { requestId, payload, unwanted }: Run,
): Promise<FunctionOutcome> {
  const { world, runtime } = engine;
  const { clock } = world;
  const held = holdWhileRunning(clock);
  // The clock must not wait for a function whose result is no longer wanted.
  unwanted?.addEventListener('abort', held.end, { once: true });
  const began = clock.now();
  const controller = new AbortController();
  const deadline = began + record.timeoutSeconds * 1_000;
  const answered = new AbortController();
  const timedOut = clock.sleep(record.timeoutSeconds * 1_000, answered.signal).then((): FunctionOutcome => {
    if (!answered.signal.aborted) controller.abort();
    return { error: describeTimeout(requestId, record.timeoutSeconds) };
  });
  noteUseByLambda(engine, record);
  const running = runtime
    .run({
      name: record.name,
      arn: functionArn(world, record.name),
      roleArn: record.roleArn,
      codeKey: record.codeKey,
      handler: record.handler,
      memoryMegabytes: record.memoryMegabytes,
      variables: record.variables,
      requestId,
      payload,
      deadline,
      revisionId: record.revisionId,
      signal: controller.signal,
      letClockGo: held.letGo,
    })
    .catch((error: unknown): FunctionOutcome => ({ error: describeDefect(error) }));
  const outcome = await Promise.race([running, timedOut]);
  answered.abort();
  reportInvocation(world, record.name, {
    failed: !('payload' in outcome),
    milliseconds: clock.now() - began,
  });
  // The caller takes the answer in this turn of the event loop, before time goes on.
  setImmediate(held.end);
  return outcome;
}

function holdWhileRunning(clock: Clock): { readonly letGo: () => () => void; readonly end: () => void } {
  let release = clock.hold();
  let hasEnded = false;
  return {
    letGo() {
      release();
      return () => {
        if (!hasEnded) release = clock.hold();
      };
    },
    end() {
      hasEnded = true;
      release();
    },
  };
}

/** https://docs.aws.amazon.com/lambda/latest/dg/troubleshooting-invocation.html */
function describeTimeout(requestId: string, seconds: number): FunctionError {
  return {
    errorType: 'Sandbox.Timedout',
    errorMessage: `RequestId: ${requestId} Error: Task timed out after ${seconds.toFixed(2)} seconds`,
  };
}

function describeDefect(error: unknown): FunctionError {
  const { name, message } = error instanceof Error ? error : { name: 'Error', message: String(error) };
  return { errorType: name, errorMessage: message, trace: [] };
}

/** Lambda writes the log and the trace of each run with the function's own role. */
function noteUseByLambda(
  { world, access }: LambdaEngine,
  { roleArn, logGroup, tracing }: FunctionRecord,
): void {
  const group = `arn:aws:logs:${world.region}:${world.account}:log-group:${logGroup}`;
  const stream = `${group}:log-stream:0`;
  access.noteUse(roleArn, [
    { action: 'logs:CreateLogGroup', resource: group },
    { action: 'logs:CreateLogStream', resource: stream },
    { action: 'logs:PutLogEvents', resource: stream },
    ...(tracing === 'Active'
      ? ['xray:PutTraceSegments', 'xray:PutTelemetryRecords'].map((action) => ({ action, resource: '*' }))
      : []),
  ]);
}
