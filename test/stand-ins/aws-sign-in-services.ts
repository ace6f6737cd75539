import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly token: string | undefined;
  readonly body: string;
}

type Answer = (asked: Asked) => {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly body: object;
};

/**
 * Answers as much of IAM Identity Center's portal and of the sign-in service as the SDK needs for keys. The
 * environment names it, as AWS documents for its tools.
 * https://docs.aws.amazon.com/sdkref/latest/guide/feature-ss-endpoints.html
 */
export async function awsSignInServices(answer: Answer) {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      const one: Asked = {
        method: request.method ?? '',
        path: request.url ?? '',
        token: request.headers['x-amz-sso_bearer_token']?.toString(),
        body,
      };
      asked.push(one);
      const { status = 200, headers = {}, body: said } = answer(one);
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(JSON.stringify(said));
    });
  });
  await new Promise<void>((ready) => void server.listen(0, '127.0.0.1', ready));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    asked,
    env: {
      AWS_ENDPOINT_URL_SSO: address,
      AWS_ENDPOINT_URL_SSO_OIDC: address,
      AWS_ENDPOINT_URL_SIGNIN: address,
    },
  };
}
