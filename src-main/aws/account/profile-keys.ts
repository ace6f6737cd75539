import { readFile } from 'node:fs/promises';
import { homedir, userInfo } from 'node:os';
import { join } from 'node:path';
import type { Connection } from '#shared/domain/connection.ts';
import { CodeNotTaken, NotSignedIn, refusedAddress, whyRefusedAddress } from '../aws-trouble.ts';
import { explainStop, sayStop } from '../../network/explain-stop.ts';
import type { Network } from '../../network/open-network.ts';
import type { Environment } from '../../network/machine-settings.ts';
import { NotConnected } from '../../network/not-connected.ts';
import { addressFor } from '../client-config.ts';
import type { AwsKeys } from './account-credentials.ts';

interface Parts {
  readonly aws: Connection['aws'];
  readonly askCode: (device: string) => Promise<string>;
  readonly network: Pick<Network, 'requestHandler'>;
}

/**
 * Fetches the keys of one named profile, however it gets them: an SSO session, a role, a device, a process, `aws
 * login`. The SDK's default chain is never used, because it would go on to other accounts when this one fails. The
 * files are read each time, so a fresh `aws sso login` is noticed.
 */
export async function profileKeys({ aws, askCode, network }: Parts): Promise<AwsKeys> {
  const { profile, region } = aws;
  if (typeof profile !== 'string') return environmentKeys();
  let notConnected: NotConnected | undefined;
  const patience = {
    requestHandler: network.requestHandler(limits, (error) => {
      notConnected = error;
    }),
    maxAttempts: 3,
    disableClockSkewCorrection: true,
  };
  try {
    const [{ fromIni }, roles] = await Promise.all([
      import('@aws-sdk/credential-provider-ini'),
      roleAssumers(aws, patience),
    ]);
    return await fetchedInTime((askInTime) => {
      const provider = fromIni({
        profile,
        ignoreCache: true,
        mfaCodeProvider: askInTime,
        ...roles,
        // This configures the clients of SSO and of the sign-in service. A region here would override the one of an
        // SSO session.
        clientConfig: patience,
      });
      return provider({ callerClientConfig: { region: () => Promise.resolve(region) } });
    }, askCode);
  } catch (error) {
    if (error instanceof NotSignedIn) throw error;
    const cause = wasCausedBy(error, notConnected) ? notConnected : error;
    throw notSignedInBy(cause, profile, await profileSource(profile, process.env), region);
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

/** STS is called at the connection's own address, and no other service is called there. */
async function roleAssumers({ region, endpoints = {}, profile }: Connection['aws'], patience: object) {
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

/**
 * CloudTrail shows the session name on each line, so a session without a name in its profile gets the user of this
 * machine.
 */
function sessionName(said: string | undefined): string {
  if (said !== undefined && !said.startsWith('aws-sdk-js-')) return said;
  return `sluice-${nameHere()}`.replaceAll(/[^\w+=,.@-]/g, '-').slice(0, 64);
}

function nameHere(): string {
  try {
    return userInfo().username;
  } catch {
    // A container may run as a numeric user without a name.
    return 'unnamed';
  }
}

/** A sign-in makes a call or two, and new clients are made each time. */
const limits = {
  connectionTimeout: 3_000,
  requestTimeout: 10_000,
  throwOnRequestTimeout: true,
  keepAlive: false,
};

type AskCode = (device: string) => Promise<string>;

/**
 * A profile's command may wait in a window that is not visible; then the person gets an error and can try again.
 * The limit is suspended while a person looks for a code.
 */
export function fetchedInTime<Keys>(
  fetch: (askCode: AskCode) => Promise<Keys>,
  askCode: AskCode,
): Promise<Keys> {
  return new Promise((resolve, reject) => {
    const late = new NotSignedIn('refused', 'Sign-in to AWS took longer than two minutes.');
    let isOver = false;
    const tooLong = (): void => {
      isOver = true;
      reject(late);
    };
    let timer = setTimeout(tooLong, longest).unref();
    const askWithoutHaste: AskCode = async (device) => {
      // An attempt that has timed out may still ask its question, but the keys for that code would be lost.
      if (isOver) throw late;
      clearTimeout(timer);
      try {
        return await askCode(device);
      } finally {
        timer = setTimeout(tooLong, longest).unref();
      }
    };
    fetch(askWithoutHaste)
      .finally(() => clearTimeout(timer))
      .then(resolve, reject);
  });
}

const longest = 120_000;

/**
 * This is the profile that a person has to sign in with, and its method: a role takes its keys from another
 * profile.
 */
export interface ProfileSource {
  readonly profile: string;
  readonly by: 'sso' | 'login' | 'process' | 'other';
}

type Sections = ReadonlyMap<string, ReadonlyMap<string, string>>;

/**
 * Reads the files as they are now. It only serves the error messages, because the SDK reads the files itself to
 * sign in. https://docs.aws.amazon.com/sdkref/latest/guide/file-format.html
 */
export async function profileSource(profile: string, env: NodeJS.ProcessEnv): Promise<ProfileSource> {
  const says = await readProfiles(env);
  const visited = new Set([profile]);
  let last = profile;
  for (;;) {
    const next = says(last, 'role_arn') === undefined ? undefined : says(last, 'source_profile');
    if (next === undefined || visited.has(next)) break;
    visited.add(next);
    last = next;
  }
  return { profile: last, by: findSourceKind((key) => says(last, key) !== undefined) };
}

/** Returns a setting of a profile as its files have it now, such as `ca_bundle`. */
export async function readProfileSetting(
  profile: string,
  key: string,
  env: Environment,
): Promise<string | undefined> {
  return (await readProfiles(env))(profile, key);
}

async function readProfiles(env: Environment): Promise<(profile: string, key: string) => string | undefined> {
  const [config, credentials] = await Promise.all([
    readSections(env['AWS_CONFIG_FILE'] ?? join(homedir(), '.aws', 'config')),
    readSections(env['AWS_SHARED_CREDENTIALS_FILE'] ?? join(homedir(), '.aws', 'credentials')),
  ]);
  return (profile, key) => {
    const inConfig =
      config.get(`profile ${profile}`) ?? (profile === 'default' ? config.get(profile) : undefined);
    return credentials.get(profile)?.get(key) ?? inConfig?.get(key);
  };
}

function findSourceKind(has: (key: string) => boolean): ProfileSource['by'] {
  if (has('credential_process')) return 'process';
  if (has('sso_session') || has('sso_start_url')) return 'sso';
  return has('login_session') ? 'login' : 'other';
}

/** A missing or unreadable file counts as empty, as it does for the SDK. */
async function readSections(file: string): Promise<Sections> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const sections = new Map<string, Map<string, string>>();
  let section: Map<string, string> | undefined;
  for (const line of text.split(/\r?\n/)) {
    const said = line.replace(/(?:^|\s)[;#].*$/, '').trim();
    const head = /^\[\s*(?:(profile)\s+)?"?(.*?)"?\s*\]$/.exec(said);
    if (head !== null) {
      const name = head[1] === undefined ? `${head[2]}` : `profile ${head[2]}`;
      section = sections.get(name) ?? new Map();
      sections.set(name, section);
      continue;
    }
    const [, key, value] = /^([^=]+?)\s*=\s*(.+)$/.exec(said) ?? [];
    if (key !== undefined && value !== undefined) section?.set(key, value);
  }
  return sections;
}

/**
 * Describes the failure in our own words, because the SDK's message may hold a command line, an address or a file's
 * content.
 */
export function notSignedInBy(
  error: unknown,
  profile: string,
  source: ProfileSource,
  region?: string,
): NotSignedIn {
  const { name, message } = error instanceof Error ? error : { name: '', message: '' };
  const its = `The profile "${profile}"`;
  if (/invalid MFA one time pass code/i.test(message)) return new CodeNotTaken();
  if (name === refusedAddress) return new NotSignedIn('refused', whyRefusedAddress(message));
  const stopped = stopOfSignIn(error, its, region);
  if (stopped !== undefined) return stopped;
  // The error comes from a foreign program, whose message may contain anything.
  const isByProcess = name === 'CredentialsProviderError' && source.by === 'process';
  if (!isByProcess && (unreachable.test(`${name} ${message}`) || isOfTheirs(error))) {
    return new NotSignedIn('unreachable', `AWS could not be reached to sign in by the profile "${profile}".`);
  }
  const ofSts = wordsOfSts.get(name);
  if (ofSts !== undefined) return new NotSignedIn(ofSts.reason, `${its} ${ofSts.why}`);
  if (/could not be found|Could not resolve credentials using profile|was not found\./i.test(message)) {
    return new NotSignedIn(
      'no-profile',
      `${its} is not in the AWS configuration of this machine, or names no way to sign in.`,
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

/**
 * The SDK keeps only the text of what stopped a request for the keys of an SSO session, and nothing of what stopped
 * the renewal of the session itself.
 */
function wasCausedBy(error: unknown, notConnected: NotConnected | undefined): boolean {
  if (notConnected === undefined || !(error instanceof Error)) return false;
  return error.message.includes(notConnected.message) || /token is expired/i.test(error.message);
}

/** A network, a proxy, a certificate, a clock or a region that is closed says more than the SDK does. */
function stopOfSignIn(error: unknown, its: string, region: string | undefined): NotSignedIn | undefined {
  const stop = explainStop(error, { to: 'AWS', region });
  if (stop === null) return undefined;
  const why = `${its} cannot sign in. ${sayStop(stop)}`;
  if (error instanceof NotConnected) return new NotSignedIn('unreachable', why);
  const needsPerson = stop.trouble === 'clock' || stop.trouble === 'wrong-region';
  return needsPerson ? new NotSignedIn('refused', why) : undefined;
}

const noEnvironment = new NotSignedIn(
  'no-profile',
  'AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are not set in the environment that Sluice was started in.',
);

function bySso(message: string, its: string, profile: string): NotSignedIn {
  if (/ForbiddenException|No access/i.test(message)) {
    return new NotSignedIn(
      'refused',
      `${its} signs in by SSO, which does not give this role to the signed-in user.`,
    );
  }
  if (/Required parameters|missing required property|Conflicting SSO/i.test(message)) {
    const run = `aws configure sso --profile ${quoted(profile)}`;
    return new NotSignedIn('no-profile', `${its} signs in by SSO, but its SSO settings are incomplete.`, run);
  }
  const run = `aws sso login --profile ${quoted(profile)}`;
  return new NotSignedIn(
    'expired',
    `${its} signs in by SSO, and that sign-in expired or was never done.`,
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
    `${its} signs in by "aws login", and that sign-in expired or was never done.`,
    run,
  );
}

function byProcess(message: string, its: string): NotSignedIn {
  if (/returned expired credentials/i.test(message)) {
    return new NotSignedIn('expired', `${its} runs a command for its keys, which returned expired keys.`);
  }
  return new NotSignedIn('refused', `${its} runs a command for its keys, which failed or returned none.`);
}

/** See https://docs.aws.amazon.com/STS/latest/APIReference/CommonErrors.html */
const wordsOfSts = new Map<string, { readonly reason: 'expired' | 'refused'; readonly why: string }>([
  ['ExpiredToken', { reason: 'expired', why: 'holds keys that have expired.' }],
  ['ExpiredTokenException', { reason: 'expired', why: 'holds keys that have expired.' }],
  ['AccessDenied', { reason: 'refused', why: 'may not assume its role, or not without a device code.' }],
  ['InvalidClientTokenId', { reason: 'refused', why: 'holds keys that AWS does not know.' }],
  [
    'SignatureDoesNotMatch',
    { reason: 'refused', why: 'holds a secret key that does not match its access key.' },
  ],
]);

const unreachable =
  /ECONN|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EPIPE|TimeoutError|AggregateError|socket hang up|InternalFailure|InternalServer|ServiceUnavailable|Throttl|TooManyRequests/i;

function isOfTheirs(error: unknown): boolean {
  const metadata: unknown = error instanceof Error && '$metadata' in error ? error.$metadata : undefined;
  if (typeof metadata !== 'object' || metadata === null || !('httpStatusCode' in metadata)) return false;
  return typeof metadata.httpStatusCode === 'number' && metadata.httpStatusCode >= 500;
}

/** Quotes the profile for a shell, because its name may contain anything. */
function quoted(profile: string): string {
  return /^[\w.@/][\w.@/-]*$/.test(profile) ? profile : `'${profile.replaceAll("'", "'\\''")}'`;
}
