import { AwsError, validationException } from './aws-error.ts';
import type { Infer, Problem, Shape } from './shapes.ts';

/** An operation receives this with each call. */
export interface Call {
  /** An engine may replace it before it answers, where the world has told of the request already. */
  requestId: string;
  /** The X-Amzn-Trace-Id of the request, if it had one. */
  readonly traceHeader?: string | undefined;
  /** Aborts when the client has gone; only waiting (long polls) needs to check it. */
  readonly signal: AbortSignal;
  /** Lets time pass on the world's clock before the answer. Throws if the client has gone meanwhile. */
  takeTime(ms: number): Promise<void>;
  /** Returns true if a fault rule refuses this entry of a batch. Call it once for each entry. */
  entryFails(): boolean;
}

/** An answer that an operation has written itself, because the form of a number in it matters. */
export class JsonText {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** One operation of an engine, as on its page of the API reference. */
export interface Operation<Engine, Input> {
  readonly name: string;
  readonly input: Shape<Input>;
  /**
   * Validate first, change afterwards: an error must leave no partial change behind. Everything between two
   * awaits is stored as one record.
   */
  run(engine: Engine, input: Input, call: Call): object | void | Promise<object | void>;
}

/** `const operation = bindOperation<SqsEngine>()`, then `operation({ name, input, run })` with the input's type inferred. */
export function bindOperation<Engine>() {
  return <S extends Shape<unknown>>(definition: {
    name: string;
    input: S;
    run(engine: Engine, input: Infer<S>, call: Call): object | void | Promise<object | void>;
  }): Operation<Engine, never> => definition as unknown as Operation<Engine, never>;
}

/** A service that speaks AWS JSON. */
export interface JsonService {
  readonly name: string;
  /** Before the dot of X-Amz-Target: `DynamoDB_20120810`. */
  readonly target: string;
  readonly jsonVersion: '1.0' | '1.1';
  run(operation: string, input: unknown, call: Call): Promise<object | void>;
  /** Called when a fault rule has throttled a call, so that the service can publish metrics about it. */
  readonly throttled?: (operation: string, input: unknown) => void;
}

export function jsonService<Engine>(parts: {
  name: string;
  target: string;
  jsonVersion: '1.0' | '1.1';
  engine: Engine;
  operations: readonly Operation<Engine, never>[];
  /** Words malformed input as this service does; most use ValidationException. */
  refuse?: (problems: readonly Problem[]) => AwsError;
}): JsonService {
  const { engine, refuse = refuseAsValidation } = parts;
  const operations = new Map(parts.operations.map((operation) => [operation.name, operation]));
  return {
    name: parts.name,
    target: parts.target,
    jsonVersion: parts.jsonVersion,
    async run(name, input, call) {
      const operation = operations.get(name);
      if (!operation) throw unknownOperation(`${parts.name}:${name}`);
      const problems: Problem[] = [];
      operation.input.check(input, '', problems);
      if (problems.length > 0) throw refuse(problems);
      return operation.run(engine, input as never, call);
    },
  };
}

export function refuseAsValidation(problems: readonly Problem[]): AwsError {
  const wrongType = problems.find((problem) => problem.kind === 'type');
  if (wrongType) return new AwsError('SerializationException', wrongType.message);
  const unknown = problems.find((problem) => problem.kind === 'unknown');
  if (unknown) return validationException(unknown.message);
  const all = problems.map((problem) => problem.message).join('; ');
  const count = `${problems.length} validation error${problems.length === 1 ? '' : 's'} detected`;
  return validationException(`${count}: ${all}`);
}

export function unknownOperation(name: string): AwsError {
  return new AwsError('UnknownOperationException', `Pocket AWS has no operation '${name}'.`);
}
