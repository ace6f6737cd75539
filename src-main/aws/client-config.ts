import type { DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import type { AwsCredentialIdentity } from '@smithy/types';
import type { AwsPlace, AwsService } from './aws-place.ts';
import { addressFor, asNamed } from './aws-address.ts';

/**
 * How each of the SDK's clients reaches its AWS. One attempt a call: whoever reads counts the attempts itself, and
 * what changes something is never repeated by a client. The address is always ours to say, never a queue's.
 */
export function clientConfig(place: AwsPlace, service: AwsService) {
  const { region, requestHandler, accountId, account } = place;
  const common = { region, requestHandler, maxAttempts: 1, logger: silence };
  if (account === undefined) {
    return {
      ...common,
      // A name that is never resolved: were the handler missing, nothing would leave this machine.
      endpoint: 'http://sandbox.invalid',
      ...asNamed,
      credentials: { accessKeyId: 'sandbox', secretAccessKey: 'sandbox', accountId },
    };
  }
  const { credentials, endpoints, profile } = account;
  // Marked so, the SDK keeps none of its own: each client's copy would outlive what was renewed.
  const provider = Object.assign(async (): Promise<AwsCredentialIdentity> => credentials.get(), {
    memoized: true,
  });
  return {
    ...common,
    ...addressFor(service, region, endpoints),
    ...(profile !== undefined && { profile }),
    credentials: provider,
  };
}

/** The SDK copies each input and output for its logger's `info`, a third of the time of a page, unless it has none. */
const silence = { debug() {}, warn() {}, error() {}, trace() {} } as unknown as NonNullable<
  DynamoDBClientConfig['logger']
>;
