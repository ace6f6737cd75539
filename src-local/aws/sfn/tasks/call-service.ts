import { AwsError } from '../../protocol/aws-error.ts';
import type { Failure, Frame, TaskStep } from '../interpreter/frame.ts';
import { runtimeError } from '../language/errors.ts';
import type { Run } from '../step-functions-engine.ts';
import { callAsRole } from '../call-as-role.ts';
import { serviceMetadata, type ServiceResource } from './resource.ts';
import { answerTask } from './task-outcome.ts';

/** Asks another service of this world. https://docs.aws.amazon.com/step-functions/latest/dg/connect-to-resource.html */
export function callService(run: Run, frame: Frame, resource: ServiceResource, step: TaskStep): void {
  const release = run.engine.world.clock.hold();
  void ask(run, frame, resource, step).finally(release);
}

async function ask(run: Run, frame: Frame, resource: ServiceResource, step: TaskStep): Promise<void> {
  const { world } = run.engine;
  // The steps that led here must be stored first.
  await Promise.resolve();
  const requestId = world.random.uuid();
  let outcome: { text: string } | Failure;
  try {
    const operation = resource.action.charAt(0).toUpperCase() + resource.action.slice(1);
    const output = await callAsRole(run, resource.service, operation, buildRequest(resource, step.payload));
    outcome = { text: buildResult(resource, JSON.stringify(output ?? {}), requestId) };
  } catch (error) {
    outcome = serviceFailure(resource, error, requestId);
  }
  answerTask(run, frame, resource, step.token, outcome);
}

function buildRequest(resource: ServiceResource, payload: unknown): object {
  const request: Record<string, unknown> =
    typeof payload === 'object' && payload !== null ? { ...payload } : {};
  // "MessageBody" may be given as JSON; a queue holds text.
  const body = request['MessageBody'];
  if (resource.service === 'sqs' && typeof body === 'object' && body !== null) {
    request['MessageBody'] = JSON.stringify(body);
  }
  return request;
}

function buildResult(resource: ServiceResource, text: string, requestId: string): string {
  if (resource.isSdk) return text;
  const metadata = serviceMetadata(requestId, text.length);
  return text === '{}' ? `{${metadata}}` : `${text.slice(0, -1)},${metadata}}`;
}

/**
 * Errors of a service have the name of the Java SDK's exception class: one of their own where the service's
 * model has it, the service's base exception otherwise. AWS's own integrations use the SDK's first version,
 * `aws-sdk` ones the second.
 */
function serviceFailure(resource: ServiceResource, error: unknown, requestId: string): Failure {
  if (!(error instanceof AwsError) || error.name === 'UnknownOperationException') {
    return { error: runtimeError, cause: error instanceof Error ? error.message : String(error) };
  }
  const { isSdk, service } = resource;
  const classes = isSdk ? second[service] : first[service];
  const prefix = classes?.prefix ?? service;
  if (error.name === 'InvalidAddress') {
    // The SDK's client cannot reach such an address, so no service answers.
    return {
      error: `${prefix}.SdkClientException`,
      cause: `Unable to execute HTTP request: ${error.message}`,
    };
  }
  const exception = error.name.endsWith('Exception') ? error.name : `${error.name}Exception`;
  const name = modelled.has(exception) ? exception : (classes?.base ?? exception);
  const cause = isSdk
    ? `${error.message} (Service: ${prefix}, Status Code: ${error.status}, Request ID: ${requestId})`
    : `${error.message} (Service: ${classes?.label ?? service}; Status Code: ${error.status}; ` +
      `Error Code: ${error.queryCode ?? error.name}; Request ID: ${requestId}; Proxy: null)`;
  return { error: `${prefix}.${name}`, cause };
}

interface Classes {
  readonly prefix: string;
  readonly base: string;
  readonly label?: string;
}

const first: Readonly<Record<string, Classes>> = {
  dynamodb: { prefix: 'DynamoDB', base: 'AmazonDynamoDBException', label: 'AmazonDynamoDBv2' },
  sqs: { prefix: 'SQS', base: 'AmazonSQSException', label: 'AmazonSQS' },
};

const second: Readonly<Record<string, Classes>> = {
  dynamodb: { prefix: 'DynamoDb', base: 'DynamoDbException' },
  sqs: { prefix: 'Sqs', base: 'SqsException' },
  cloudwatch: { prefix: 'CloudWatch', base: 'CloudWatchException' },
};

const modelled = new Set([
  'ConditionalCheckFailedException',
  'DuplicateItemException',
  'IdempotentParameterMismatchException',
  'InternalServerErrorException',
  'ItemCollectionSizeLimitExceededException',
  'LimitExceededException',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceededException',
  'ResourceInUseException',
  'ResourceNotFoundException',
  'TransactionCanceledException',
  'TransactionConflictException',
  'TransactionInProgressException',
  'BatchEntryIdsNotDistinctException',
  'BatchRequestTooLongException',
  'EmptyBatchRequestException',
  'InvalidBatchEntryIdException',
  'InvalidMessageContentsException',
  'MessageNotInflightException',
  'OverLimitException',
  'PurgeQueueInProgressException',
  'QueueDoesNotExistException',
  'ReceiptHandleIsInvalidException',
  'TooManyEntriesInBatchRequestException',
  'UnsupportedOperationException',
]);
