import type { Collection } from '../../journal/store.ts';
import type { World } from '../../world/world.ts';
import type { Access } from '../iam/access.ts';
import { AwsError } from '../protocol/aws-error.ts';
import { bindOperation, refuseAsValidation } from '../protocol/operation.ts';
import type { Problem } from '../protocol/shapes.ts';
import type { StreamPosition } from './follow-stream.ts';

export interface FunctionRecord {
  readonly name: string;
  readonly roleArn: string;
  readonly runtime: string;
  readonly handler: string;
  readonly codeKey: string;
  readonly codeBucket: string;
  readonly timeoutSeconds: number;
  readonly memoryMegabytes: number;
  readonly variables: Readonly<Record<string, string>>;
  readonly architecture: string;
  readonly tracing: 'Active' | 'PassThrough';
  readonly description: string;
  readonly logGroup: string;
  readonly tags: Readonly<Record<string, string>>;
  readonly modifiedAt: number;
  readonly revisionId: string;
  /** How asynchronous invocations are retried. Undefined until it is configured. */
  readonly asyncRetries?: AsyncRetries;
  /** The queue of the events that were given up. */
  readonly deadLetterArn?: string;
  /** The statements that `AddPermission` wrote, by id. */
  readonly permissions: Readonly<Record<string, object>>;
}

export interface AsyncRetries {
  readonly attempts?: number;
  readonly ageSeconds?: number;
}

export interface MappingRecord {
  readonly uuid: string;
  readonly functionName: string;
  /** It follows a queue or a stream. */
  readonly queueArn?: string;
  readonly stream?: StreamSource;
  readonly batchSize: number;
  readonly isEnabled: boolean;
  readonly reportsItemFailures: boolean;
  readonly maximumConcurrency?: number;
  readonly modifiedAt: number;
}

/** How a function follows the changes of a table. */
export interface StreamSource {
  readonly arn: string;
  /** How long changes are collected before the function is called. */
  readonly windowSeconds: number;
  /** Negative: without end. */
  readonly maximumRetries: number;
  readonly maximumAgeSeconds: number;
  /** A batch that failed is tried again in halves. */
  readonly bisects: boolean;
  /** Event patterns; a change has to match one of them, where there are any. */
  readonly filters: readonly string[];
  /** The queue that is told of changes that were given up. */
  readonly onFailure?: string;
}

/** An asynchronous invocation that has not succeeded yet. */
export interface AsyncInvocation {
  readonly id: string;
  readonly functionName: string;
  readonly payload: string;
  readonly acceptedAt: number;
  readonly dueAt: number;
  /** Attempts in which the function failed. */
  readonly failures: number;
  /** Attempts in which the function could not be started, since the last that it was. */
  readonly refusals: number;
}

/** One run of a function, as its runtime needs it. */
export interface FunctionCall {
  readonly name: string;
  readonly arn: string;
  readonly roleArn: string;
  readonly codeKey: string;
  readonly handler: string;
  readonly memoryMegabytes: number;
  readonly variables: Readonly<Record<string, string>>;
  readonly requestId: string;
  /** JSON. */
  readonly payload: string;
  /** Milliseconds since 1970, by the clock of the world. */
  readonly deadline: number;
  /** Changes with each update, so that a runtime does not run old code or settings. */
  readonly revisionId: string;
  /** Aborts at the deadline. What the function does after that must have no effect. */
  readonly signal: AbortSignal;
  /** The clock stands still while the function runs. This lets it go on until the returned function is called. */
  readonly letClockGo: () => () => void;
}

export interface FunctionError {
  readonly errorType: string;
  readonly errorMessage: string;
  readonly trace?: readonly string[];
}

/** Runs the code of functions; the engine decides when. */
export interface FunctionRuntime {
  run(call: FunctionCall): Promise<{ readonly payload: string } | { readonly error: FunctionError }>;
}

export interface LambdaEngine {
  readonly world: World;
  readonly access: Access;
  readonly runtime: FunctionRuntime;
  readonly functions: Collection<FunctionRecord>;
  readonly mappings: Collection<MappingRecord>;
  readonly waiting: Collection<AsyncInvocation>;
  /** How far the mappings of streams have come, by id. */
  readonly positions: Collection<StreamPosition>;
  /** Stops following a queue or a stream, by the id of its mapping. */
  readonly followed: Map<string, () => void>;
}

export const operation = bindOperation<LambdaEngine>();

/** https://docs.aws.amazon.com/lambda/latest/api/CommonErrors.html */
export function invalidParameter(message: string): AwsError {
  return new AwsError('InvalidParameterValueException', message, { fields: { Type: 'User' } });
}

export function resourceNotFound(message: string): AwsError {
  return new AwsError('ResourceNotFoundException', message, { status: 404, fields: { Type: 'User' } });
}

export function resourceConflict(message: string): AwsError {
  return new AwsError('ResourceConflictException', message, { status: 409, fields: { Type: 'User' } });
}

export function refuseAsLambda(problems: readonly Problem[]): AwsError {
  const { name, message } = refuseAsValidation(problems);
  return name === 'SerializationException'
    ? new AwsError('InvalidRequestContentException', message)
    : invalidParameter(message);
}

/** Returns the name that a name, a partial or a full ARN means. */
export function parseFunctionName(given: string): string {
  const [, , name, qualifier] =
    /^(arn:aws[a-z-]*:lambda:[^:]*:\d*:function:|\d{12}:(?:function:)?|function:)?([A-Za-z0-9_-]{1,64})(?::([A-Za-z0-9_$-]+))?$/.exec(
      given,
    ) ?? [];
  if (name === undefined) throw invalidParameter(`Value '${given}' at 'functionName' is not a function`);
  if (qualifier !== undefined) requireLatest(qualifier);
  return name;
}

export function requireLatest(qualifier: string): void {
  if (qualifier !== '$LATEST')
    throw invalidParameter(`The qualifier ${qualifier} is not supported here: there is only $LATEST`);
}

/** The end is what AWS adds to the ARN in its refusal. */
export function requireFunction(engine: LambdaEngine, given: string, end = ''): FunctionRecord {
  const name = parseFunctionName(given);
  const found = engine.functions.get(name);
  if (!found) throw resourceNotFound(`Function not found: ${functionArn(engine.world, name)}${end}`);
  return found;
}

export function functionArn({ region, account }: Pick<World, 'region' | 'account'>, name: string): string {
  return `arn:aws:lambda:${region}:${account}:function:${name}`;
}
