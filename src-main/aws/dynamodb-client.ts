import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { readsOnly } from './reads-only.ts';
import type { Sandbox } from './sandbox.ts';

/** The SDK's own client over the embedded AWS. One attempt a call: the reader itself counts its attempts. */
export function sandboxClient({
  requestHandler,
  region,
  accountId,
}: Pick<Sandbox, 'requestHandler' | 'region' | 'accountId'>): DynamoDBClient {
  return readsOnly(
    new DynamoDBClient({
      region,
      requestHandler,
      // A name that is never resolved: were the handler missing, nothing would leave this machine.
      endpoint: 'http://sandbox.invalid',
      credentials: { accessKeyId: 'sandbox', secretAccessKey: 'sandbox', accountId },
      maxAttempts: 1,
      logger: silence,
    }),
  );
}

/** The SDK copies each input and output for its logger's `info`, a third of the time of a page, unless it has none. */
const silence = { debug() {}, warn() {}, error() {}, trace() {} } as unknown as NonNullable<
  DynamoDBClientConfig['logger']
>;
