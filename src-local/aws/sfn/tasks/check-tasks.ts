import type { AwsError } from '../../protocol/aws-error.ts';
import { invalidDefinition } from '../language/definition-problems.ts';
import type { Flow, State, TaskState } from '../language/state.ts';
import { resourceOf, type ServiceResource } from './resource.ts';

/**
 * Refuses a definition whose tasks could not be done here. Better now than as a task that silently does nothing.
 * https://docs.aws.amazon.com/step-functions/latest/dg/integrate-optimized.html
 */
export function checkTasks(flow: Flow, at = ''): void {
  for (const [name, state] of flow.States) checkState(state, `${at}/States/${name}`);
}

function checkState(state: State, at: string): void {
  if (state.Type === 'Task') checkTask(state, at);
  if (state.Type === 'Map') checkTasks(state.ItemProcessor, `${at}/ItemProcessor`);
  if (state.Type === 'Parallel') {
    state.Branches.forEach((branch, index) => checkTasks(branch, `${at}/Branches[${index}]`));
  }
}

function checkTask(state: TaskState, at: string): void {
  const resource = resourceOf(state.Resource);
  if (!resource) {
    throw refused(`The resource provided ${state.Resource} is not supported here`, `${at}/Resource`);
  }
  if (resource.kind === 'service' && !resource.isSdk)
    checkParameters(resource, state.Parameters, `${at}/Parameters`);
}

/** What we hand on; AWS, too, refuses names that its integration does not know. */
const fields: Readonly<Record<string, readonly string[]>> = {
  'lambda:invoke': ['FunctionName', 'InvocationType', 'Payload'],
  'sqs:sendMessage': [
    'QueueUrl',
    'MessageBody',
    'DelaySeconds',
    'MessageAttributes',
    'MessageDeduplicationId',
    'MessageGroupId',
  ],
};

const needed: Readonly<Record<string, readonly string[]>> = {
  'lambda:invoke': ['FunctionName'],
  'sqs:sendMessage': ['QueueUrl'],
};

function checkParameters({ service, action }: ServiceResource, parameters: unknown, at: string): void {
  if (parameters !== undefined && !isObject(parameters)) return;
  const given = Object.keys(parameters ?? {}).map((name) => name.replace(/\.\$$/, ''));
  const known = fields[`${service}:${action}`];
  const stranger = known && given.find((name) => !known.includes(name));
  if (stranger !== undefined) {
    throw refused(`The field "${stranger}" is not supported by Step Functions`, at);
  }
  const missing = needed[`${service}:${action}`]?.filter((name) => !given.includes(name)) ?? [];
  if (parameters !== undefined && missing.length > 0) {
    throw refused(`The following required fields are missing: ${missing.join(', ')}`, at);
  }
  if (service === 'lambda' && isObject(parameters)) checkInvocation(parameters['InvocationType'], at);
}

function checkInvocation(type: unknown, at: string): void {
  if (type === undefined || type === 'RequestResponse') return;
  throw refused('The only InvocationType supported here is RequestResponse', at);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function refused(message: string, at: string): AwsError {
  return invalidDefinition([{ code: 'SCHEMA_VALIDATION_FAILED', message, at }]);
}
