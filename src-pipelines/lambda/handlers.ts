import type { Authorizer, AuthorizedRequest } from '../api/identify.ts';
import type { ApiResponse } from '../api/serve-api.ts';
import type {
  ExecutionEnded,
  FunctionContext,
  PipelineFunction,
  PipelineParts,
  QueueFunction,
  ScheduledFunction,
  StreamFunction,
} from '../parts.ts';

/** The part of Lambda's context that is used here. https://docs.aws.amazon.com/lambda/latest/dg/nodejs-context.html */
export interface LambdaContext {
  readonly invokedFunctionArn: string;
  getRemainingTimeInMillis(): number;
}

export interface Invocation extends Pick<FunctionContext, 'sleep' | 'signal'> {
  /** The same for every invocation in a container. */
  readonly parts: PipelineParts;
}

export interface Container {
  run<T>(context: LambdaContext, work: (invocation: Invocation) => Promise<T>): Promise<T>;
}

type Handler<Event, Answer> = (event: Event, context: LambdaContext) => Promise<Answer>;

/** Makes a handler whose function is made at the first invocation and kept for the next ones. */
function createHandler<Made, Event, Answer>(
  container: Container,
  make: (parts: PipelineParts) => Made,
  call: (made: Made, event: Event, invocation: Invocation) => Promise<Answer>,
): Handler<Event, Answer> {
  let made: Made | undefined;
  return (event, context) =>
    container.run(context, (invocation) => {
      made ??= make(invocation.parts);
      return call(made, event, invocation);
    });
}

/**
 * For a function that the state machine calls. Lambda's context does not know how often a state was tried, so the state
 * machine says it in the payload.
 */
export function taskHandler(
  container: Container,
  make: (parts: PipelineParts) => PipelineFunction,
): Handler<unknown, unknown> {
  return createHandler(container, make, (run, event: unknown, { sleep, signal }) =>
    run(event, { sleep, signal, retryCount: readRetryCount(event) }),
  );
}

function readRetryCount(event: unknown): number {
  const { retryCount } = (event ?? {}) as { readonly retryCount?: unknown };
  return typeof retryCount === 'number' ? retryCount : 0;
}

/** For a function that a queue calls: messages that it names come again, the others are deleted. */
export function queueHandler(
  container: Container,
  make: (parts: PipelineParts) => QueueFunction,
): Handler<Parameters<QueueFunction>[0], Awaited<ReturnType<QueueFunction>>> {
  return createHandler(container, make, (run, event: Parameters<QueueFunction>[0]) => run(event));
}

/** For a function that a table's stream calls: the records from the one that it names come again. */
export function streamHandler(
  container: Container,
  make: (parts: PipelineParts) => StreamFunction,
): Handler<Parameters<StreamFunction>[0], Awaited<ReturnType<StreamFunction>>> {
  return createHandler(container, make, (run, event: Parameters<StreamFunction>[0]) => run(event));
}

/** For a function that a schedule calls. The event says nothing but the time. */
export function scheduleHandler(
  container: Container,
  make: (parts: PipelineParts) => ScheduledFunction,
): Handler<unknown, void> {
  return createHandler(container, make, (run) => run());
}

/** https://docs.aws.amazon.com/step-functions/latest/dg/eventbridge-integration.html */
export interface ExecutionStatusEvent {
  readonly detail: {
    readonly executionArn: string;
    readonly stateMachineArn: string;
    readonly status: string;
    readonly error?: string | null;
    readonly cause?: string | null;
    /** In milliseconds. */
    readonly stopDate?: number | null;
  };
}

/** For a function that EventBridge calls when an execution has changed its status. */
export function executionEndedHandler(
  container: Container,
  make: (parts: PipelineParts) => (event: ExecutionEnded) => Promise<void>,
): Handler<ExecutionStatusEvent, void> {
  return createHandler(container, make, async (run, { detail }: ExecutionStatusEvent) => {
    const { executionArn, stateMachineArn, status, error, cause, stopDate } = detail;
    // The rule lets through only what has ended; a rule that was changed by hand may let through more.
    if (!isEnd(status)) return;
    await run({
      executionArn,
      stateMachineArn,
      status,
      // EventBridge writes null where there is none.
      ...(typeof error === 'string' && { error }),
      ...(typeof cause === 'string' && { cause }),
      ...(typeof stopDate === 'number' && { endedAt: stopDate }),
    });
  });
}

function isEnd(status: string): status is ExecutionEnded['status'] {
  return status === 'SUCCEEDED' || status === 'FAILED' || status === 'TIMED_OUT' || status === 'ABORTED';
}

/**
 * A request to an HTTP API, in payload format 2.0.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-lambda.html
 */
export interface HttpApiEvent {
  readonly rawPath: string;
  readonly rawQueryString: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly isBase64Encoded?: boolean;
  readonly requestContext: {
    readonly stage: string;
    readonly http: { readonly method: string };
    readonly authorizer?: Authorizer;
  };
}

export interface HttpApiAnswer {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly isBase64Encoded: false;
}

/** For the function behind the HTTP API. */
export function apiHandler(
  container: Container,
  make: (parts: PipelineParts) => (request: AuthorizedRequest) => Promise<ApiResponse>,
): Handler<HttpApiEvent, HttpApiAnswer> {
  return createHandler(container, make, async (serve, event: HttpApiEvent) => {
    const { status, headers, body } = await serve(toApiRequest(event));
    // Every answer of the API is text.
    return { statusCode: status, headers, body, isBase64Encoded: false };
  });
}

/** This stands before the path of an operation, as in the address that docs/pipeline-api.md gives. */
const basePath = '/v1';

function toApiRequest({
  rawPath,
  rawQueryString,
  headers = {},
  body = '',
  isBase64Encoded = false,
  requestContext: { stage, http, authorizer },
}: HttpApiEvent): AuthorizedRequest {
  return {
    method: http.method,
    // Only the stage $default is not part of the path. An HTTP API decodes the path before it passes it on.
    path: withoutStart(withoutStart(rawPath, `/${stage}`), basePath)
      .split('/')
      .map(encodeURIComponent)
      .join('/'),
    query: rawQueryString,
    headers,
    body: Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8'),
    authorizer,
  };
}

function withoutStart(path: string, start: string): string {
  return path.startsWith(`${start}/`) ? path.slice(start.length) : path;
}
