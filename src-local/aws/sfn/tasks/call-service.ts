import type { Run } from '../engine.ts';
import type { Failure, Frame, TaskStep } from '../interpreter/frame.ts';
import type { ServiceResource } from './resource.ts';
import { serviceFailure } from './service-errors.ts';
import { serviceMetadata } from './service-metadata.ts';
import { answerTask } from './task-outcome.ts';

/** Asks another service of this world. https://docs.aws.amazon.com/step-functions/latest/dg/connect-to-resource.html */
export function callService(run: Run, frame: Frame, resource: ServiceResource, step: TaskStep): void {
  const release = run.engine.world.clock.hold();
  void ask(run, frame, resource, step).finally(release);
}

async function ask(run: Run, frame: Frame, resource: ServiceResource, step: TaskStep): Promise<void> {
  const { world } = run.engine;
  // Not before what led here is kept.
  await Promise.resolve();
  const requestId = world.random.uuid();
  let outcome: { text: string } | Failure;
  try {
    const operation = resource.action.charAt(0).toUpperCase() + resource.action.slice(1);
    const output = await world.call(resource.service, operation, requestOf(resource, step.payload));
    outcome = { text: resultOf(resource, JSON.stringify(output ?? {}), requestId) };
  } catch (error) {
    outcome = serviceFailure(resource, error, requestId);
  }
  answerTask(run, frame, resource, step.token, outcome);
}

function requestOf(resource: ServiceResource, payload: unknown): object {
  const request: Record<string, unknown> =
    typeof payload === 'object' && payload !== null ? { ...payload } : {};
  // "MessageBody" may be given as JSON; a queue holds text.
  const body = request['MessageBody'];
  if (resource.service === 'sqs' && typeof body === 'object' && body !== null) {
    request['MessageBody'] = JSON.stringify(body);
  }
  return request;
}

function resultOf(resource: ServiceResource, text: string, requestId: string): string {
  if (resource.isSdk) return text;
  const metadata = serviceMetadata(requestId, text.length);
  return text === '{}' ? `{${metadata}}` : `${text.slice(0, -1)},${metadata}}`;
}
