import type { World } from '../../../world/world.ts';
import type { Frame } from '../interpreter/frame.ts';
import { moveTo } from '../interpreter/run.ts';
import { checkSize, buildContext, applyTemplate, filterInput } from '../interpreter/state-data.ts';
import { runtimeError, StateError } from '../language/errors.ts';
import { readPath } from '../language/reference-path.ts';
import type { TaskState } from '../language/state.ts';
import type { Run } from '../step-functions-engine.ts';
import { parseResource, waitsForToken } from './resource.ts';
import { emitTask, describeScheduled } from './task-outcome.ts';

/** Schedules an attempt of a Task. https://docs.aws.amazon.com/step-functions/latest/dg/state-task.html */
export function beginTask(run: Run, frame: Frame, state: TaskState): void {
  const resource = parseResource(state.Resource);
  if (!resource) throw new StateError(runtimeError, `The resource ${state.Resource} is not supported here.`);
  const token = createTaskToken(run.engine.world, { executionArn: run.record.arn, frame: frame.id });
  const context = buildContext(run, frame, waitsForToken(resource) ? token : undefined);
  const input = filterInput(frame, state, context);
  const limits = readTimeLimits(state, input, context);
  const payload = applyTemplate(run, state.Parameters, input, context);
  if (payload !== frame.data) checkSize(frame.state, payload);
  emitTask(run, frame, resource, 'Scheduled', describeScheduled(run, resource, payload, limits));
  moveTo(run, frame, { kind: 'task', token, payload, phase: 'scheduled', ...limits });
}

function readTimeLimits(
  state: TaskState,
  input: unknown,
  context: object,
): { timeoutSeconds?: number; heartbeatSeconds?: number } {
  const timeout = readSeconds(
    'TimeoutSeconds',
    state.TimeoutSeconds,
    state.TimeoutSecondsPath,
    input,
    context,
  );
  const heartbeat = readSeconds(
    'HeartbeatSeconds',
    state.HeartbeatSeconds,
    state.HeartbeatSecondsPath,
    input,
    context,
  );
  return {
    ...(timeout !== undefined && { timeoutSeconds: timeout }),
    ...(heartbeat !== undefined && { heartbeatSeconds: heartbeat }),
  };
}

function readSeconds(
  field: string,
  literal: number | undefined,
  path: string | undefined,
  input: unknown,
  context: object,
): number | undefined {
  if (path === undefined) return literal;
  const value = readPath(path, input, context);
  if (typeof value === 'number' && Number.isInteger(value) && value > 0) return value;
  throw new StateError(
    runtimeError,
    `The ${field}Path parameter does not reference a positive integer: ${path} == ${JSON.stringify(value)}`,
  );
}

/**
 * Where a token leads: a frame of an execution, and a secret that names the attempt.
 * https://docs.aws.amazon.com/step-functions/latest/dg/connect-to-resource.html#connect-wait-token
 */
interface TokenAddress {
  readonly executionArn: string;
  readonly frame: string;
}

function createTaskToken(world: World, address: TokenAddress): string {
  const content = JSON.stringify([address.executionArn, address.frame, world.random.hex(32)]);
  return Buffer.from(content).toString('base64');
}

/** Returns undefined for text that was never a token of ours. */
export function parseTokenAddress(world: World, token: string): TokenAddress | undefined {
  const parts = tryParseJson(Buffer.from(token, 'base64').toString('utf8'));
  if (!Array.isArray(parts) || parts.length !== 3) return undefined;
  const [executionArn, frame, secret]: unknown[] = parts;
  if (typeof executionArn !== 'string' || typeof frame !== 'string' || typeof secret !== 'string')
    return undefined;
  if (!executionArn.startsWith(`arn:aws:states:${world.region}:${world.account}:execution:`))
    return undefined;
  return { executionArn, frame };
}

function tryParseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
