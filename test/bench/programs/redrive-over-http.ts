import { SQSClient } from '@aws-sdk/client-sqs';
import type { AwsPlace } from '#main/aws/aws-place.ts';

/** Whatever speaks SQS at an address: for the console, whose clients name no host of their own, and for a plain client. */
export function overHttp(address: string): { readonly aws: AwsPlace; readonly sqs: SQSClient } {
  const { protocol, hostname, port } = new URL(address);
  const place = { region: 'local', accountId: '000000000000' };
  const sqs = new SQSClient({
    region: place.region,
    endpoint: address,
    credentials: { accessKeyId: 'sandbox', secretAccessKey: 'sandbox' },
    useQueueUrlAsEndpoint: false,
  });
  // The SDK's own, with connections that are kept.
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
  return { aws: { ...place, requestHandler }, sqs };
}
