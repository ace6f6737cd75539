import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import type { AccountPlace, AwsPlace } from '../aws-place.ts';
import { clientConfig } from '../client-config.ts';
import { troubleOf } from '../aws-trouble.ts';
import { withinTime } from '../within-time.ts';
import type { AwsKeys } from './keys.ts';
import { NotSignedIn } from './not-signed-in.ts';

type Place = Pick<AwsPlace, 'region' | 'accountId' | 'requestHandler'>;

/** Whose keys these are, by STS itself. Keys of any other account than the connection's are refused. */
export async function callerIdentity(
  keys: AwsKeys,
  place: Place,
  { endpoints, profile }: Pick<AccountPlace, 'endpoints' | 'profile'>,
): Promise<{ readonly accountId: string; readonly arn: string }> {
  const credentials = { get: () => Promise.resolve(keys), renew: () => Promise.resolve(false) };
  const account = { endpoints, profile, credentials };
  const client = new STSClient(clientConfig({ ...place, account }, 'sts'));
  const { Account, Arn } = await asked(client);
  if (Account === undefined || Arn === undefined) throw new NotSignedIn('refused', 'STS gave no identity.');
  if (Account !== place.accountId) {
    throw new NotSignedIn(
      'other-account',
      `These keys are of the account ${Account}, and this connection is to ${place.accountId}. Nothing was read.`,
    );
  }
  return { accountId: Account, arn: Arn };
}

async function asked(client: STSClient) {
  try {
    return await withinTime(longest, (abortSignal) =>
      client.send(new GetCallerIdentityCommand({}), { abortSignal }),
    );
  } catch (error) {
    const { kind, name, why } = troubleOf(error);
    if (kind === 'network' || kind === 'server' || kind === 'throttled') {
      throw new NotSignedIn(
        'unreachable',
        'STS could not be asked whose keys these are: it did not answer. The console asks again by itself.',
      );
    }
    if (kind === 'expired') throw new NotSignedIn('expired', 'The sign-in to AWS has expired.');
    throw new NotSignedIn('refused', why ?? `STS answered ${name} when it was asked whose keys these are.`);
  } finally {
    client.destroy();
  }
}

const longest = 10_000;
