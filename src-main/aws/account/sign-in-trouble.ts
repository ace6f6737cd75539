import { refusedAddress, whyRefusedAddress } from '../aws-trouble.ts';
import { CodeNotTaken, NotSignedIn } from './not-signed-in.ts';
import type { ProfileSource } from './profile-source.ts';

/** In words of ours: what the SDK says may hold a command line, an address or a file's content. */
export function notSignedInBy(error: unknown, profile: string, source: ProfileSource): NotSignedIn {
  const { name, message } = error instanceof Error ? error : { name: '', message: '' };
  const its = `The profile "${profile}"`;
  if (/invalid MFA one time pass code/i.test(message)) return new CodeNotTaken();
  if (name === refusedAddress) return new NotSignedIn('refused', whyRefusedAddress(message));
  // Of a program of somebody else's, whose words may be of anything.
  const isByProcess = name === 'CredentialsProviderError' && source.by === 'process';
  if (!isByProcess && (unreachable.test(`${name} ${message}`) || isOfTheirs(error))) {
    return new NotSignedIn('unreachable', `AWS could not be reached to sign in by the profile "${profile}".`);
  }
  const ofSts = wordsOfSts.get(name);
  if (ofSts !== undefined) return new NotSignedIn(ofSts.reason, `${its} ${ofSts.why}`);
  if (/could not be found|Could not resolve credentials using profile|was not found\./i.test(message)) {
    return new NotSignedIn(
      'no-profile',
      `${its} is not in the AWS configuration of this machine, or does not say what to sign in by.`,
      `aws configure --profile ${quoted(profile)}`,
    );
  }
  switch (source.by) {
    case 'sso':
      return bySso(message, its, source.profile);
    case 'login':
      return byLogin(message, its, source.profile);
    case 'process':
      return byProcess(message, its);
    default:
      return new NotSignedIn('refused', `${its} gave no keys.`);
  }
}

export const noEnvironment = new NotSignedIn(
  'no-profile',
  'The environment that the console was started in has no AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.',
);

function bySso(message: string, its: string, profile: string): NotSignedIn {
  if (/ForbiddenException|No access/i.test(message)) {
    return new NotSignedIn(
      'refused',
      `${its} signs in by SSO, which does not give its role to whoever is signed in.`,
    );
  }
  if (/Required parameters|missing required property|Conflicting SSO/i.test(message)) {
    const run = `aws configure sso --profile ${quoted(profile)}`;
    return new NotSignedIn(
      'no-profile',
      `${its} signs in by SSO, and what it says of that is not complete.`,
      run,
    );
  }
  const run = `aws sso login --profile ${quoted(profile)}`;
  return new NotSignedIn(
    'expired',
    `${its} signs in by SSO, and that sign-in is over or was never made.`,
    run,
  );
}

function byLogin(message: string, its: string, profile: string): NotSignedIn {
  if (/insufficient permissions/i.test(message)) {
    return new NotSignedIn(
      'refused',
      `${its} signs in by "aws login", and may not do signin:CreateOAuth2Token.`,
    );
  }
  const run = `aws login --profile ${quoted(profile)}`;
  return new NotSignedIn(
    'expired',
    `${its} signs in by "aws login", and that sign-in is over or was never made.`,
    run,
  );
}

function byProcess(message: string, its: string): NotSignedIn {
  if (/returned expired credentials/i.test(message)) {
    return new NotSignedIn(
      'expired',
      `${its} runs a command for its keys, which gave some that have expired.`,
    );
  }
  return new NotSignedIn('refused', `${its} runs a command for its keys, which failed or gave none.`);
}

/** https://docs.aws.amazon.com/STS/latest/APIReference/CommonErrors.html */
const wordsOfSts = new Map<string, { readonly reason: 'expired' | 'refused'; readonly why: string }>([
  ['ExpiredToken', { reason: 'expired', why: 'holds keys that have expired.' }],
  ['ExpiredTokenException', { reason: 'expired', why: 'holds keys that have expired.' }],
  [
    'AccessDenied',
    { reason: 'refused', why: 'may not take on its role, or not without a code of a device.' },
  ],
  ['InvalidClientTokenId', { reason: 'refused', why: 'holds keys that AWS does not know.' }],
  [
    'SignatureDoesNotMatch',
    { reason: 'refused', why: 'holds a secret key that is not the one of its access key.' },
  ],
  [
    'RegionDisabledException',
    { reason: 'refused', why: 'asks for a role in a region that is off for its account.' },
  ],
]);

const unreachable =
  /ECONN|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EPIPE|TimeoutError|AggregateError|socket hang up|InternalFailure|InternalServer|ServiceUnavailable|Throttl|TooManyRequests/i;

function isOfTheirs(error: unknown): boolean {
  const metadata: unknown = error instanceof Error && '$metadata' in error ? error.$metadata : undefined;
  if (typeof metadata !== 'object' || metadata === null || !('httpStatusCode' in metadata)) return false;
  return typeof metadata.httpStatusCode === 'number' && metadata.httpStatusCode >= 500;
}

/** For a shell: a profile may be called anything. */
function quoted(profile: string): string {
  return /^[\w.@/][\w.@/-]*$/.test(profile) ? profile : `'${profile.replaceAll("'", "'\\''")}'`;
}
