import { userInfo } from 'node:os';
import type { Connection } from '#shared/domain/connection.ts';
import { addressFor } from '../aws-address.ts';
import { fetchedInTime } from './fetched-in-time.ts';
import type { AwsKeys } from './keys.ts';
import { NotSignedIn } from './not-signed-in.ts';
import { profileSource } from './profile-source.ts';
import { noEnvironment, notSignedInBy } from './sign-in-trouble.ts';

interface Parts {
  readonly aws: Connection['aws'];
  readonly askCode: (device: string) => Promise<string>;
}

/**
 * The keys of one named profile, with whatever it says: an SSO session, a role, a device, a process, `aws login`. Never
 * the SDK's whole chain, which would go on to other accounts where this one fails. The files are read each time: what
 * `aws sso login` has just written is seen.
 */
export async function profileKeys({ aws, askCode }: Parts): Promise<AwsKeys> {
  const { profile, region } = aws;
  if (typeof profile !== 'string') return environmentKeys();
  try {
    const [{ fromIni }, roles] = await Promise.all([
      import('@aws-sdk/credential-provider-ini'),
      roleAssumers(aws),
    ]);
    return await fetchedInTime((askInTime) => {
      const provider = fromIni({
        profile,
        ignoreCache: true,
        mfaCodeProvider: askInTime,
        ...roles,
        // Of SSO and of the sign-in service. A region here would go before the one that an SSO session is in.
        clientConfig: patience,
      });
      return provider({ callerClientConfig: { region: () => Promise.resolve(region) } });
    }, askCode);
  } catch (error) {
    if (error instanceof NotSignedIn) throw error;
    throw notSignedInBy(error, profile, await profileSource(profile, process.env));
  }
}

async function environmentKeys(): Promise<AwsKeys> {
  const { fromEnv } = await import('@aws-sdk/credential-provider-env');
  try {
    return await fromEnv()();
  } catch {
    throw noEnvironment;
  }
}

/** STS is asked where the connection has it, and nobody else is asked there. */
async function roleAssumers({ region, endpoints = {}, profile }: Connection['aws']) {
  const { getDefaultRoleAssumer, getDefaultRoleAssumerWithWebIdentity } = await import('@aws-sdk/client-sts');
  const config = {
    ...patience,
    region,
    ...(typeof profile === 'string' && { profile }),
    ...addressFor('sts', region, endpoints),
  };
  const assume = getDefaultRoleAssumer(config);
  return {
    roleAssumer: (source: Parameters<typeof assume>[0], params: Parameters<typeof assume>[1]) =>
      assume(source, { ...params, RoleSessionName: sessionName(params.RoleSessionName) }),
    roleAssumerWithWebIdentity: getDefaultRoleAssumerWithWebIdentity(config),
  };
}

/** CloudTrail has it in each line: where a profile gives its session no name, it is whoever is at this machine. */
function sessionName(said: string | undefined): string {
  if (said !== undefined && !said.startsWith('aws-sdk-js-')) return said;
  return `sluice-${nameHere()}`.replaceAll(/[^\w+=,.@-]/g, '-').slice(0, 64);
}

function nameHere(): string {
  try {
    return userInfo().username;
  } catch {
    // A container may run as a number that has no name.
    return 'unnamed';
  }
}

const patience = {
  requestHandler: { connectionTimeout: 3_000, requestTimeout: 10_000, throwOnRequestTimeout: true },
  maxAttempts: 3,
};
