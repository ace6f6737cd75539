import type { Run } from '../engine.ts';
import { follow } from '../interpreter/history.ts';
import type { Frame } from '../interpreter/frame.ts';
import type { Resource } from './resource.ts';

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
  } else if (resource.kind === 'activity') {
    follow(run, frame, `Activity${word}`, details);
  } else {
    const { resourceType, resource: name } = resource;
    follow(run, frame, `Task${word}`, { resourceType, resource: name, ...details });
  }
}

/** What was asked for, in the words of each kind of task. */
export function scheduledDetails(
  run: Run,
  resource: Resource,
  payload: unknown,
  limits: { timeoutSeconds?: number; heartbeatSeconds?: number },
): Record<string, unknown> {
  const timeout = limits.timeoutSeconds !== undefined && { timeoutInSeconds: limits.timeoutSeconds };
  const heartbeat = limits.heartbeatSeconds !== undefined && { heartbeatInSeconds: limits.heartbeatSeconds };
  if (resource.kind === 'service') {
    return { region: run.engine.world.region, parameters: payload, ...timeout, ...heartbeat };
  }
  const details = { resource: resource.arn, input: payload, ...timeout };
  return resource.kind === 'activity' ? { ...details, ...heartbeat } : details;
}
