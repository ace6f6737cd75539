import { CloudWatchClient } from '@aws-sdk/client-cloudwatch';
import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { S3Client } from '@aws-sdk/client-s3';
import { SFNClient } from '@aws-sdk/client-sfn';
import { SQSClient } from '@aws-sdk/client-sqs';
import { STSClient } from '@aws-sdk/client-sts';
import type { AwsCredentialIdentity } from '@smithy/types';
import type { RequestHandler } from '#local/aws/request-handler.ts';
import type { Clients } from '#scripts/conformance/assertion.ts';

/** One attempt a call: what a test sees is what was answered. */
export function clientsOver(
  handler: RequestHandler,
  credentials: AwsCredentialIdentity = { accessKeyId: 'sandbox', secretAccessKey: 'sandbox' },
): Clients {
  const config = {
    region: 'local',
    endpoint: 'http://127.0.0.1:1',
    credentials,
    requestHandler: handler,
    maxAttempts: 1,
    logger: silence,
  };
  return {
    dynamodb: new DynamoDBClient(config),
    sqs: new SQSClient({ ...config, useQueueUrlAsEndpoint: false }),
    sfn: new SFNClient(config),
    cloudwatch: new CloudWatchClient(config),
    s3: new S3Client({ ...config, forcePathStyle: true }),
    sts: new STSClient(config),
  };
}

/**
 * The SDK copies every input and output for a log that nobody reads, unless its logger cannot take one: a third of
 * the time of a page of items.
 */
const silence = { debug() {}, warn() {}, error() {}, trace() {} } as unknown as NonNullable<
  DynamoDBClientConfig['logger']
>;
