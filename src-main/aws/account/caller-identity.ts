import {
  GetCallerIdentityCommand,
  STSClient,
  type GetCallerIdentityCommandOutput,
} from '@aws-sdk/client-sts';
import { explainStop, sayStop } from '../../network/explain-stop.ts';
import { clientConfig, type AccountPlace, type AwsPlace } from '../client-config.ts';
import { describeAnswer, isPassing, NotSignedIn, toTrouble, type Trouble } from '../aws-trouble.ts';
import { captureRefusal, whereRefusalsAre } from '../middleware.ts';
import { withinTime } from '../patience.ts';
import type { AwsKeys } from './account-credentials.ts';

type Place = Pick<AwsPlace, 'region' | 'accountId' | 'requestHandler'>;

/** Asks STS itself whose keys these are, and refuses keys of any account but the connection's. */
export async function callerIdentity(
  keys: AwsKeys,
  place: Place,
  { endpoints, profile }: Pick<AccountPlace, 'endpoints' | 'profile'>,
): Promise<{ readonly accountId: string; readonly arn: string }> {
  const { Account, Arn } = await asked(() => askCaller(keys, place, { endpoints, profile }), place.region);
  if (Account === undefined || Arn === undefined) {
    throw new NotSignedIn(
      'refused',
      `STS GetCallerIdentity returned no account. ${unknownAccount} ${otherAddress}`,
    );
  }
  if (Account !== place.accountId) {
    throw new NotSignedIn(
      'other-account',
      `These keys belong to account ${Account}, but this connection is to ${place.accountId}. Nothing was read.`,
    );
  }
  return { accountId: Account, arn: Arn };
}

/** Makes the call, and rejects with the SDK's own error. */
export async function askCaller(
  keys: AwsKeys,
  place: Place,
  { endpoints, profile }: Pick<AccountPlace, 'endpoints' | 'profile'>,
): Promise<GetCallerIdentityCommandOutput> {
  const credentials = { get: () => Promise.resolve(keys), renew: () => Promise.resolve(false) };
  const account = { endpoints, profile, credentials };
  const client = new STSClient(clientConfig({ ...place, account }, 'sts'));
  client.middlewareStack.add(captureRefusal, whereRefusalsAre);
  try {
    return await withinTime(longest, (abortSignal) =>
      client.send(new GetCallerIdentityCommand({}), { abortSignal }),
    );
  } finally {
    client.destroy();
  }
}

async function asked(ask: () => Promise<GetCallerIdentityCommandOutput>, region: string) {
  try {
    return await ask();
  } catch (error) {
    const trouble = toTrouble(error);
    const { kind, why } = trouble;
    const stop = explainStop(error, { to: 'STS', region });
    if (stop !== null && kind === 'network') {
      throw new NotSignedIn('unreachable', `${sayStop(stop)} ${retries}`);
    }
    if (kind === 'network') {
      throw new NotSignedIn(
        'unreachable',
        `STS did not answer, so the account of these keys is unknown. ${retries}`,
      );
    }
    if (isPassing(trouble)) {
      throw new NotSignedIn(
        'unreachable',
        `STS GetCallerIdentity was answered ${describeTrouble(trouble)}. The account of these keys is not known yet. ${retries}`,
      );
    }
    if (kind === 'expired') {
      throw new NotSignedIn('expired', stop === null ? 'The sign-in to AWS has expired.' : sayStop(stop));
    }
    if (stop?.trouble === 'clock' || stop?.trouble === 'wrong-region') {
      throw new NotSignedIn('refused', sayStop(stop));
    }
    throw new NotSignedIn(
      'refused',
      why ??
        `STS GetCallerIdentity was answered ${describeTrouble(trouble)}. ${unknownAccount}${isOfAnother(trouble) ? ` ${otherAddress}` : ''}`,
    );
  }
}

const retries = 'The console retries automatically.';

const longest = 10_000;

/** The code from STS is enough; its message about a signature repeats what was signed. */
function describeTrouble(trouble: Trouble): string {
  return trouble.name.startsWith('HTTP ')
    ? describeAnswer(trouble)
    : `${trouble.status ?? ''} ${trouble.name}`;
}

/** Says whether the answer came from another service than STS, or from one without this call. */
function isOfAnother({ name, status }: Trouble): boolean {
  return name.startsWith('HTTP ') || status === 501 || /^(?:InvalidAction|UnknownOperation)/.test(name);
}

/** The account must be known before the first read. */
const unknownAccount = 'The account of these keys is unknown, so nothing was read.';
const otherAddress = 'Set an address that answers it in aws.endpoints.sts.';
