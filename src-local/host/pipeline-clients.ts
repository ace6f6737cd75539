import { CloudWatchClient } from '@aws-sdk/client-cloudwatch';
import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { S3Client } from '@aws-sdk/client-s3';
import { SFNClient } from '@aws-sdk/client-sfn';
import { SQSClient } from '@aws-sdk/client-sqs';
import type { Dispatch } from '../aws/dispatch.ts';
import { requestHandler } from '../aws/request-handler.ts';
import type { PipelineClients } from '#pipelines/parts.ts';

export interface ClientPlace {
  readonly region: string;
  /** The clients put it into the addresses that they sign. */
  readonly endpoint: string;
}

/** Creates the SDK's own clients, as a deployed pipeline has them. Only the socket is left out. */
export function pipelineClients(dispatch: Dispatch, place: ClientPlace): PipelineClients {
  // A fault that strikes once is retried; one that stays is reported soon.
  const config = { ...clientSettings(place), requestHandler: requestHandler(dispatch), maxAttempts: 3 };
  return {
    dynamodb: new DynamoDBClient(config),
    sqs: new SQSClient({ ...config, useQueueUrlAsEndpoint: false }),
    s3: new S3Client({ ...config, forcePathStyle: true }),
    sfn: new SFNClient(config),
    cloudwatch: new CloudWatchClient(config),
  };
}

/** What all clients of the sandbox have in common. */
export function clientSettings({ region, endpoint }: ClientPlace) {
  return {
    region,
    endpoint,
    credentials: { accessKeyId: 'sandbox', secretAccessKey: 'sandbox' },
    // These settings of the environment are meant for AWS itself, so they are overridden here.
    useFipsEndpoint: false,
    useDualstackEndpoint: false,
    logger: silence,
  };
}

/** The SDK copies each input and output for its logger's `info`, unless it has none. */
const silence = { debug() {}, warn() {}, error() {}, trace() {} } as unknown as NonNullable<
  DynamoDBClientConfig['logger']
>;
