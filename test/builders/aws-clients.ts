import { CloudWatchClient } from '@aws-sdk/client-cloudwatch';
import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { S3Client } from '@aws-sdk/client-s3';
import { SFNClient } from '@aws-sdk/client-sfn';
import { SQSClient } from '@aws-sdk/client-sqs';
import { STSClient } from '@aws-sdk/client-sts';
import type { AwsCredentialIdentity } from '@smithy/types';
import type { RequestHandler } from '#local/aws/request-handler.ts';
import type { Clients } from '#scripts/conformance/assertion.ts';

/** Makes one attempt for each call, so that a test sees the first answer and no retry hides it. */
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
    streams: new DynamoDBStreamsClient(config),
    sqs: new SQSClient({ ...config, useQueueUrlAsEndpoint: false }),
    sfn: new SFNClient(config),
    cloudwatch: new CloudWatchClient(config),
    s3: new S3Client({ ...config, forcePathStyle: true }),
    sts: new STSClient(config),
  };
}

/**
 * The SDK copies every input and output for its logger unless the logger cannot take one. The copies, which
 * are never read, take a third of the time of a page of items.
 */
const silence = { debug() {}, warn() {}, error() {}, trace() {} } as unknown as NonNullable<
  DynamoDBClientConfig['logger']
>;
