import { CloudWatchClient } from '@aws-sdk/client-cloudwatch';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { S3Client } from '@aws-sdk/client-s3';
import { SFNClient } from '@aws-sdk/client-sfn';
import { SQSClient } from '@aws-sdk/client-sqs';
import { STSClient } from '@aws-sdk/client-sts';
import { onTestFinished } from 'vitest';
import { pocketAws, type PocketAws, type PocketAwsOptions } from '#local/aws/pocket-aws.ts';
import { requestHandler, type RequestHandler } from '#local/aws/request-handler.ts';
import { drivenClock, type Clock } from '#local/world/clock.ts';

export interface AwsClients {
  readonly dynamodb: DynamoDBClient;
  readonly sqs: SQSClient;
  readonly sfn: SFNClient;
  readonly cloudwatch: CloudWatchClient;
  readonly s3: S3Client;
  readonly sts: STSClient;
}

/** Where a driven clock starts unless a test says otherwise. */
export const startOfTime = Date.UTC(2026, 0, 5, 9, 0, 0);

/** The whole of pocket AWS in this thread, on a clock that stands still, with the SDK's own clients. */
export function aPocketAws(options: PocketAwsOptions = {}): AwsClients & { aws: PocketAws; clock: Clock } {
  const clock = options.clock ?? drivenClock(startOfTime);
  const aws = pocketAws({ ...options, clock });
  onTestFinished(() => aws.close());
  return { aws, clock, ...clientsOver(requestHandler(aws.dispatch)) };
}

/** One attempt a call: what a test sees is what was answered. */
export function clientsOver(handler: RequestHandler): AwsClients {
  const config = {
    region: 'local',
    endpoint: 'http://127.0.0.1:1',
    credentials: { accessKeyId: 'sandbox', secretAccessKey: 'sandbox' },
    requestHandler: handler,
    maxAttempts: 1,
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
