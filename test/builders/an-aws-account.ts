import { onTestFinished, vi } from 'vitest';
import { pocketAws } from '#local/aws/pocket-aws.ts';
import type { WireRequest } from '#local/aws/protocol/wire.ts';
import { serveHttp } from '#local/aws/serve-http.ts';
import { openAccount } from '#main/aws/account/open-account.ts';
import type { Connection } from '#shared/domain/connection.ts';
import { aConnection } from './a-connection.ts';
import { awsFiles, type AwsFiles } from './aws-files.ts';

export const accountId = '111122223333';

/** Opens an account with its services, STS included, over HTTP, and signs in to it by the files of a home. */
export async function anAwsAccount(told: AwsFiles) {
  const aws = pocketAws({ account: accountId, region: 'eu-west-1' });
  const asked: string[] = [];
  const server = await serveHttp(
    (request, signal) => {
      asked.push(readOperation(request));
      return aws.dispatch(request, signal);
    },
    { port: 0 },
  );
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    await server.close();
    aws.close();
  });
  const { write } = awsFiles(told);
  const address = `http://127.0.0.1:${server.port}`;
  const endpoints = {
    dynamodb: address,
    sqs: address,
    sfn: address,
    cloudwatch: address,
    s3: address,
    sts: address,
  };
  return {
    aws,
    /** Adds files to the same home later. */
    write,
    advance: (ms: number) => aws.advance(ms),
    /** Counts the calls of an operation, such as `sts:AssumeRole`. */
    count: (operation: string) => asked.filter((one) => one === operation).length,
    open(profile: Connection['aws']['profile'], change: Partial<Connection['aws']> = {}) {
      const connected = { region: 'eu-west-1', accountId, profile, endpoints, ...change };
      return openAccount(aConnection({ aws: connected }), { environment: {} });
    },
  };
}

function readOperation({ headers, body, method, path }: WireRequest): string {
  const target = headers['x-amz-target'];
  if (target !== undefined) return target;
  const form = new URLSearchParams(Buffer.from(body).toString('utf8'));
  return form.has('Action') ? `sts:${form.get('Action')}` : `${method} ${path}`;
}
