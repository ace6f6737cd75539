import { AwsError } from '../../protocol/aws-error.ts';
import type { Failure } from '../interpreter/frame.ts';
import { runtimeError } from '../language/errors.ts';
import type { ServiceResource } from './resource.ts';

/**
 * Errors of a service have the name of the Java SDK's exception class: one of their own where the service's
 * model has it, the service's base exception otherwise. AWS's own integrations use the SDK's first version,
 * `aws-sdk` ones the second.
 */
export function serviceFailure(resource: ServiceResource, error: unknown, requestId: string): Failure {
  if (!(error instanceof AwsError) || error.name === 'UnknownOperationException') {
    return { error: runtimeError, cause: error instanceof Error ? error.message : String(error) };
  }
  const { isSdk, service } = resource;
  const classes = isSdk ? second[service] : first[service];
  const prefix = classes?.prefix ?? service;
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
