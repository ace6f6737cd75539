import { CloudWatchClient } from '@aws-sdk/client-cloudwatch';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { S3Client } from '@aws-sdk/client-s3';
import { SFNClient } from '@aws-sdk/client-sfn';
import { SQSClient } from '@aws-sdk/client-sqs';
import { STSClient } from '@aws-sdk/client-sts';
import type { RequestHandler } from '#local/aws/request-handler.ts';
import type { Clients, Service } from './assertion.ts';

export type Endpoints = Readonly<Partial<Record<Service, string>>>;

/** Nothing listens at this address, so a call to a service that was not named cannot reach AWS itself. */
const nowhere = 'http://127.0.0.1:1';

/** Creates the SDK's clients for the given addresses. Each call is attempted once, so that the first answer counts. */
export function clientsAt(endpoints: Endpoints, handler?: RequestHandler): Clients {
  const config = (service: Service) => ({
    region: process.env['AWS_REGION'] ?? 'us-east-1',
    endpoint: endpoints[service] ?? nowhere,
    maxAttempts: 1,
    // An emulator accepts any credentials; AWS itself is reached with those of the environment.
    ...(process.env['AWS_ACCESS_KEY_ID'] && !handler
      ? {}
      : { credentials: { accessKeyId: 'conformance', secretAccessKey: 'conformance' } }),
    ...(handler ? { requestHandler: handler } : {}),
  });
  return {
    dynamodb: new DynamoDBClient(config('dynamodb')),
    streams: new DynamoDBStreamsClient(config('dynamodb')),
    // A queue's address names the host that an emulator assumes, so the endpoint is used instead.
    sqs: new SQSClient({ ...config('sqs'), useQueueUrlAsEndpoint: false }),
    sfn: new SFNClient({ ...config('sfn'), disableHostPrefix: true }),
    cloudwatch: new CloudWatchClient(config('cloudwatch')),
    s3: new S3Client({ ...config('s3'), forcePathStyle: true }),
    sts: new STSClient(config('sts')),
  };
}

export function closeClients(clients: Clients): void {
  for (const client of Object.values(clients)) client.destroy();
}
