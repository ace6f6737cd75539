import { act, disarm, wakeAt } from '../interpreter/act.ts';
import type { Failure, Frame, TaskStep } from '../interpreter/frame.ts';
import { follow, moveTo } from '../interpreter/run.ts';
import { mostBytes } from '../interpreter/state-data.ts';
import { dataLimitExceeded, heartbeatTimeout, timeout } from '../language/errors.ts';
import type { Run } from '../step-functions-engine.ts';
import { waitsForToken, type Resource } from './resource.ts';

/** Returns true if this attempt is still waited for. */
function isAwaited(run: Run, frame: Frame, token: string): boolean {
  return run.frames.get(frame.id) === frame && frame.step.kind === 'task' && frame.step.token === token;
}

export function succeedTask(run: Run, frame: Frame, resource: Resource, text: string): void {
  const name = resource.kind === 'service' ? resource.resourceType : resource.arn;
  if (Buffer.byteLength(text) > mostBytes) {
    const cause = `The state/task '${name}' returned a result with a size exceeding the maximum number of bytes service limit.`;
    failTask(run, frame, resource, { error: dataLimitExceeded, cause });
    return;
  }
  const value: unknown = JSON.parse(text);
  emitTask(run, frame, resource, 'Succeeded', { output: value });
  disarm(run, frame);
  moveTo(run, frame, { kind: 'result', value });
}

/** Records that the request was accepted; the answer comes later, with the token. */
function submitTask(run: Run, frame: Frame, resource: Resource, text: string): void {
  if (frame.step.kind !== 'task') return;
  emitTask(run, frame, resource, 'Submitted', { output: JSON.parse(text) });
  frame.step.phase = 'submitted';
}

export function failTask(run: Run, frame: Frame, resource: Resource, failure: Failure): void {
  const { error, cause } = failure;
  emitTask(run, frame, resource, 'Failed', {
    ...(error !== undefined && { error }),
    ...(cause !== undefined && { cause }),
  });
  disarm(run, frame);
  moveTo(run, frame, { ...failure, kind: 'error' });
}

/** Passes on the outcome of a call, unless the task no longer waits for it. */
export function answerTask(
  run: Run,
  frame: Frame,
  resource: Resource,
  token: string,
  answer: { readonly text: string } | Failure,
): void {
  if (!isAwaited(run, frame, token)) return;
  act(run, () => {
    if (!('text' in answer)) failTask(run, frame, resource, answer);
    else if (waitsForToken(resource)) submitTask(run, frame, resource, answer.text);
    else succeedTask(run, frame, resource, answer.text);
  });
}

/**
 * TimeoutSeconds and HeartbeatSeconds, whichever is first.
 * https://docs.aws.amazon.com/step-functions/latest/dg/state-task.html#task-state-fields
 */
export function armTask(run: Run, frame: Frame, resource: Resource, step: TaskStep): void {
  const { deadline } = step;
  const beatBy = waitsForToken(resource) ? step.beatBy : undefined;
  if (deadline === undefined && beatBy === undefined) return;
  const next = Math.min(deadline ?? Number.POSITIVE_INFINITY, beatBy ?? Number.POSITIVE_INFINITY);
  wakeAt(run, frame, next, () => {
    if (!isAwaited(run, frame, step.token)) return;
    const now = run.engine.world.clock.now();
    if (deadline !== undefined && deadline <= now) timeOutTask(run, frame, resource, timeout);
    // A heartbeat has moved the deadline since.
    else if (step.beatBy !== undefined && step.beatBy <= now)
      timeOutTask(run, frame, resource, heartbeatTimeout);
    else armTask(run, frame, resource, step);
  });
}

/** A missed heartbeat is reported as States.Timeout, too; Retry and Catch can tell it apart. */
function timeOutTask(run: Run, frame: Frame, resource: Resource, knownAs: string): void {
  emitTask(run, frame, resource, 'TimedOut', { error: timeout });
  disarm(run, frame);
  moveTo(run, frame, { kind: 'error', error: timeout, cause: '', knownAs });
}

type Word = 'Scheduled' | 'Started' | 'Submitted' | 'Succeeded' | 'Failed' | 'TimedOut';

/** Each kind of task has events of its own. https://docs.aws.amazon.com/step-functions/latest/apireference/API_HistoryEvent.html */
export function emitTask(
  run: Run,
  frame: Frame,
  resource: Resource,
  word: Word,
  details: Record<string, unknown> = {},
): void {
  if (resource.kind === 'function') {
    follow(run, frame, `LambdaFunction${word}`, word === 'Started' ? undefined : details);
  } else {
    const { resourceType, resource: name } = resource;
    follow(run, frame, `Task${word}`, { resourceType, resource: name, ...details });
  }
}

/** Describes the call in the terms of each kind of task. */
export function describeScheduled(
  run: Run,
  resource: Resource,
  payload: unknown,
  limits: { timeoutSeconds?: number; heartbeatSeconds?: number },
): Record<string, unknown> {
  const timeLimit = limits.timeoutSeconds !== undefined && { timeoutInSeconds: limits.timeoutSeconds };
  const heartbeat = limits.heartbeatSeconds !== undefined && { heartbeatInSeconds: limits.heartbeatSeconds };
  if (resource.kind === 'service') {
    return { region: run.engine.world.region, parameters: payload, ...timeLimit, ...heartbeat };
  }
  return { resource: resource.arn, input: payload, ...timeLimit };
}
