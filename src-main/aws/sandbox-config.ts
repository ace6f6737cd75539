import type { DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import type { Sandbox } from './sandbox.ts';

export type SandboxAws = Pick<Sandbox, 'requestHandler' | 'region' | 'accountId'>;

/** How the SDK's clients reach the embedded AWS. One attempt a call: whoever reads counts the attempts itself. */
export function sandboxConfig({ requestHandler, region, accountId }: SandboxAws) {
  return {
    region,
    requestHandler,
    // A name that is never resolved: were the handler missing, nothing would leave this machine.
    endpoint: 'http://sandbox.invalid',
    credentials: { accessKeyId: 'sandbox', secretAccessKey: 'sandbox', accountId },
    maxAttempts: 1,
    logger: silence,
  };
}

/** The SDK copies each input and output for its logger's `info`, a third of the time of a page, unless it has none. */
const silence = { debug() {}, warn() {}, error() {}, trace() {} } as unknown as NonNullable<
  DynamoDBClientConfig['logger']
>;
