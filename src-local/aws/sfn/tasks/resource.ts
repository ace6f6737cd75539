import type { AwsError } from '../../protocol/aws-error.ts';
import { invalidDefinition } from '../language/definition-problems.ts';
import type { Flow, State, TaskState } from '../language/state.ts';

/** A Task's Resource names one of these. https://docs.aws.amazon.com/step-functions/latest/dg/state-task.html */
export type Resource = FunctionResource | ServiceResource;

interface FunctionResource {
  readonly kind: 'function';
  readonly arn: string;
  readonly name: string;
}

export interface ServiceResource {
  readonly kind: 'service';
  /** The name of the service in this world; `lambda` stands for the local functions. */
  readonly service: string;
  readonly action: string;
  /** True for `aws-sdk:dynamodb`, false for AWS's own integration `dynamodb`. */
  readonly isSdk: boolean;
  readonly waitsForToken: boolean;
  /** The two halves of the name in events. */
  readonly resourceType: string;
  readonly resource: string;
}

/** Returns undefined for a resource that Pocket AWS does not have. */
export function parseResource(arn: string): Resource | undefined {
  const name = functionName(arn);
  if (name !== undefined) return { kind: 'function', arn, name };
  return parseServiceResource(arn);
}

export function waitsForToken(resource: Resource): boolean {
  return resource.kind === 'service' && resource.waitsForToken;
}

/**
 * Returns the function that a name, a partial or a full ARN means. A version or alias behind it makes no
 * difference here.
 */
export function functionName(arn: string): string | undefined {
  return /^arn:aws[a-z-]*:lambda:[^:]*:\d*:function:([A-Za-z0-9_-]+)(?::[A-Za-z0-9_$-]+)?$/.exec(arn)?.[1];
}

/** https://docs.aws.amazon.com/step-functions/latest/dg/integrate-optimized.html */
const optimised: Readonly<Record<string, readonly string[]>> = {
  lambda: ['invoke', 'invoke.waitForTaskToken'],
  sqs: ['sendMessage', 'sendMessage.waitForTaskToken'],
  dynamodb: ['getItem', 'putItem', 'updateItem', 'deleteItem'],
};

/** https://docs.aws.amazon.com/step-functions/latest/dg/supported-services-awssdk.html */
const throughSdk = new Set(['dynamodb', 'sqs', 'cloudwatch']);

const pattern =
  /^arn:aws[a-z-]*:states:[^:]*:\d*:(aws-sdk:)?([a-z0-9-]+):(([A-Za-z]+)(\.waitForTaskToken)?)$/;

function parseServiceResource(arn: string): ServiceResource | undefined {
  const match = pattern.exec(arn);
  const [, sdk, service, resource, action, waits] = match ?? [];
  if (service === undefined || resource === undefined || action === undefined) return undefined;
  const isKnown = sdk
    ? throughSdk.has(service)
    : Object.hasOwn(optimised, service) && optimised[service]?.includes(resource);
  if (!isKnown) return undefined;
  return {
    kind: 'service',
    service,
    action,
    isSdk: sdk !== undefined,
    waitsForToken: waits !== undefined,
    resourceType: sdk ? `aws-sdk:${service}` : service,
    resource,
  };
}

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
  const resource = parseResource(state.Resource);
  if (!resource) {
    throw refused(`The resource provided ${state.Resource} is not supported here`, `${at}/Resource`);
  }
  if (resource.kind === 'service' && !resource.isSdk)
    checkParameters(resource, state.Parameters, `${at}/Parameters`);
}

/** Only these fields are passed on. AWS, too, refuses names that its integration does not know. */
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

/** AWS's own integrations add this about the call to its result, as members of a JSON object. */
export function serviceMetadata(requestId: string, length: number): string {
  const headers = { 'x-amzn-RequestId': requestId, 'Content-Length': String(length), 'Content-Type': type };
  const lists = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]]));
  const http = { AllHttpHeaders: lists, HttpHeaders: headers, HttpStatusCode: 200 };
  const response = { RequestId: requestId };
  return `"SdkHttpMetadata":${JSON.stringify(http)},"SdkResponseMetadata":${JSON.stringify(response)}`;
}

const type = 'application/x-amz-json-1.0';
