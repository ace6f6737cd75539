import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SQSClient } from '@aws-sdk/client-sqs';
import type { AwsPlace } from '#main/aws/client-config.ts';

/**
 * Connects to any service that speaks AWS at an address, both for the console, whose clients set no host, and
 * for plain clients.
 */
export function overHttp(address: string): {
  readonly aws: AwsPlace;
  readonly sqs: SQSClient;
  readonly dynamodb: DynamoDBClient;
} {
  const { protocol, hostname, port } = new URL(address);
  const place = { region: 'local', accountId: '000000000000' };
  const plain = {
    region: place.region,
    endpoint: address,
    credentials: { accessKeyId: 'sandbox', secretAccessKey: 'sandbox' },
  };
  const sqs = new SQSClient({ ...plain, useQueueUrlAsEndpoint: false });
  const dynamodb = new DynamoDBClient(plain);
  // This is the SDK's own handler, with connections that are kept open.
  const http = sqs.config.requestHandler;
  const handle: typeof http.handle = (request, options) =>
    http.handle(
      Object.assign(request, {
        protocol,
        hostname,
        port: Number(port),
        headers: { ...request.headers, host: `${hostname}:${port}` },
      }),
      options,
    );
  const requestHandler = {
    metadata: { handlerProtocol: 'http/1.1' },
    handle,
    updateHttpClientConfig() {},
    httpHandlerConfigs: () => ({}),
    destroy() {},
  };
  return { aws: { ...place, requestHandler }, sqs, dynamodb };
}
