import { findAwsPartition } from '#shared/catalogue/iam/arns.ts';
import { awsRegion } from '#shared/domain/aws-region.ts';
import { capitalize } from '#shared/domain/formatting.ts';
import { readHeaders, readStatus } from '../aws/middleware.ts';
import {
  certificateCodes,
  checkNetwork,
  explainNotConnected,
  findNotConnected,
  isOnNetwork,
  networkCodes,
  NotConnected,
} from './not-connected.ts';

export type StopKind =
  /** The proxy could not be reached, refused the call, or is of a kind that the console cannot use. */
  | 'proxy'
  | 'certificate'
  | 'no-network'
  /** There is no such host. */
  | 'no-host'
  | 'unreachable'
  /** There was no answer in time. */
  | 'late'
  | 'clock'
  | 'wrong-region'
  | 'expired'
  | 'denied'
  | 'unknown-keys';

/** Says why a call was not answered as hoped. Neither sentence contains a secret. */
export interface Stop {
  readonly trouble: StopKind;
  /** Says what has happened. */
  readonly happened: string;
  /** Says what to do next. */
  readonly next: string;
}

interface Call {
  /** Names whom the call was for: "STS", "the pipeline API". */
  readonly to: string;
  /** This is the region that the call was for, if it was for AWS. */
  readonly region?: string | undefined;
  /** Returns milliseconds since 1970. */
  readonly now?: () => number;
  readonly hasNetwork?: () => boolean;
}

/**
 * Explains why a call failed, for each cause that a person can do something about: the network, a proxy, a
 * certificate, the clock, the region, the sign-in, a permission. Returns null for everything else, such as a bug or
 * an answer of the service that only its caller can judge.
 */
export function explainStop(
  error: unknown,
  { to, region, now = Date.now, hasNetwork = isOnNetwork }: Call,
): Stop | null {
  if (!(error instanceof Error)) return null;
  const status = readStatus(error);
  if (status !== undefined) return explainAnswer(error, { to, region, now });
  const notConnected = findNotConnected(error);
  if (notConnected !== undefined) return explainNotConnected(notConnected, { to, region, hasNetwork });
  const code = findCode(error);
  if (isLate(error, code)) return stop('late', `${capitalize(to)} did not answer in time.`, checkNetwork);
  if (certificateCodes.has(code) || networkCodes.has(code)) {
    const known = { to, region, hasNetwork };
    const host = readHost(error);
    return explainNotConnected(new NotConnected({ at: 'host', code, host }), known);
  }
  if (isClosedEarly(error, code)) {
    return stop(
      'unreachable',
      `The connection to ${to} ended before it answered (${code || error.name}).`,
      checkNetwork,
    );
  }
  if (code === tokenTimeCode) {
    return stop(
      'clock',
      `The token from ${to} is not valid at the time that this machine's clock shows.`,
      setClock,
    );
  }
  return null;
}

/**
 * Explains a change that certainly never left this machine, because no connection was made for it; returns null for any
 * other failure. It holds for a client that makes one attempt: before a repeated one, an earlier may have arrived.
 */
export function explainNeverSent(error: unknown, to: string): string | null {
  if (!(error instanceof Error) || findNotConnected(error) === undefined) return null;
  const explained = explainStop(error, { to });
  return explained && `${explained.happened} Nothing was done. ${explained.next}`;
}

/** Joins both sentences, for places with room for one text. */
export function sayStop({ happened, next }: Pick<Stop, 'happened' | 'next'>): string {
  return `${happened} ${next}`;
}

/** Explains an answer in which AWS or a gateway of it refused the call. */
function explainAnswer(
  error: Error,
  { to, region, now }: Required<Pick<Call, 'to' | 'now'>> & Pick<Call, 'region'>,
): Stop | null {
  const { name, message } = error;
  const headers = readHeaders(error);
  const offset = clockOffset({ message, date: headers['date'], now: now() });
  const isSkewed = isAboutSignature(name) && Math.abs(offset ?? 0) > mostSkew;
  if (timeErrors.has(name) || isSkewed || isAboutTime(message)) return explainClock(to, offset);
  const bucketRegion = headers['x-amz-bucket-region'];
  if (bucketRegion !== undefined && bucketRegion !== region && awsRegion.test(bucketRegion)) {
    return stop(
      'wrong-region',
      `The bucket is in ${bucketRegion}, and the connection is to ${region ?? 'another region'}.`,
      'Correct the region or the bucket of the connection.',
    );
  }
  if (/credential should be scoped to a valid region/i.test(message) || wrongRegions.has(name)) {
    return stop(
      'wrong-region',
      `${capitalize(to)} does not serve the region${region === undefined ? '' : ` "${region}"`} at this address (${name}).`,
      'Check the region and the endpoints of the connection.',
    );
  }
  if (closedRegions.has(name) || (unknownKeys.has(name) && region !== undefined && isOptIn(region))) {
    return stop(
      'wrong-region',
      `${capitalize(to)} does not accept this sign-in in ${region ?? 'this region'} (${name}).`,
      `Regions such as this one are off until an account enables them: check under Account, AWS Regions, in AWS's console. If it is enabled, these keys are not known to AWS any more.`,
    );
  }
  if (unknownKeys.has(name)) {
    return stop(
      'unknown-keys',
      `${capitalize(to)} does not know these keys (${name}).`,
      'They may have been deleted, or belong to another part of AWS, such as China or GovCloud. Put new keys in the profile, or sign in again.',
    );
  }
  if (expiries.has(name)) {
    return stop(
      'expired',
      'The sign-in to AWS has expired.',
      'Sign in again, then repeat it; nothing typed is lost.',
    );
  }
  if (denials.has(name)) {
    const [, action] = /not authorized to perform: ([a-z0-9-]+:[A-Za-z]+)/.exec(message) ?? [];
    return stop(
      'denied',
      action === undefined
        ? `${capitalize(to)} refused the call (${name}).`
        : `This sign-in may not do ${action}.`,
      'Ask for a policy that allows it.',
    );
  }
  return null;
}

/** Explains an answer of a gateway that refused the time of a request; returns null for any other. */
export function explainSkewedAnswer(
  answer: { readonly message: string; readonly date: string | undefined },
  to: string,
  now = Date.now(),
): Stop | null {
  return isAboutTime(answer.message) ? explainClock(to, clockOffset({ ...answer, now })) : null;
}

function explainClock(to: string, offset: number | null): Stop {
  const minutes = Math.round(Math.abs(offset ?? 0) / 60_000);
  const happened =
    offset === null || minutes === 0
      ? `${capitalize(to)} refused the call because of its time: the clock of this machine is wrong.`
      : `The clock of this machine is ${describeMinutes(minutes)} ${offset > 0 ? 'behind' : 'ahead'}, so ${to} refused the call.`;
  return stop('clock', happened, setClock);
}

/**
 * Returns the clock of the server less that of this machine, in milliseconds; null when the answer does not say.
 * AWS accepts a difference of 5 to 15 minutes.
 */
function clockOffset({
  message,
  date,
  now,
}: {
  readonly message: string;
  readonly date: string | undefined;
  readonly now: number;
}): number | null {
  // The message names the server's time where it refuses a signature: "(20260101T120000Z - 15 min.)".
  const [, y, mo, d, h, mi, s] = /\((\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z [-+] \d+ min/.exec(message) ?? [];
  const server = y === undefined ? Date.parse(date ?? '') : Date.parse(`${y}-${mo}-${d}T${h}:${mi}:${s}Z`);
  return Number.isNaN(server) ? null : server - now;
}

/** Services refuse a signature that is older or newer than this. */
const mostSkew = 4 * 60_000;

function describeMinutes(minutes: number): string {
  if (minutes < 120) return `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`;
  const hours = Math.round(minutes / 60);
  return hours < 48 ? `${hours} hours` : `${Math.round(hours / 24)} days`;
}

function isAboutTime(message: string): boolean {
  return /signature (?:expired|not yet current)/i.test(message);
}

function isAboutSignature(name: string): boolean {
  return name === 'SignatureDoesNotMatch' || name === 'InvalidSignatureException';
}

function isOptIn(region: string): boolean {
  return findAwsPartition(region) === 'aws' && !alwaysOpen.has(region);
}

/** See https://docs.aws.amazon.com/global-infrastructure/latest/regions/aws-regions.html; later ones are opt-in. */
const alwaysOpen: ReadonlySet<string> = new Set([
  'us-east-1',
  'us-east-2',
  'us-west-1',
  'us-west-2',
  'ca-central-1',
  'sa-east-1',
  'eu-central-1',
  'eu-north-1',
  'eu-west-1',
  'eu-west-2',
  'eu-west-3',
  'ap-northeast-1',
  'ap-northeast-2',
  'ap-northeast-3',
  'ap-south-1',
  'ap-southeast-1',
  'ap-southeast-2',
]);

export const denials: ReadonlySet<string> = new Set([
  'AccessDeniedException',
  'AccessDenied',
  'KmsAccessDenied',
]);

const expiries: ReadonlySet<string> = new Set(['ExpiredTokenException', 'ExpiredToken']);

const unknownKeys: ReadonlySet<string> = new Set([
  'UnrecognizedClientException',
  'InvalidClientTokenId',
  'InvalidAccessKeyId',
]);

const closedRegions: ReadonlySet<string> = new Set([
  'OptInRequired',
  'SubscriptionRequiredException',
  'RegionDisabledException',
]);

const wrongRegions: ReadonlySet<string> = new Set([
  'AuthorizationHeaderMalformed',
  'IllegalLocationConstraintException',
  'PermanentRedirect',
]);

const timeErrors: ReadonlySet<string> = new Set([
  'RequestTimeTooSkewed',
  'RequestExpired',
  'RequestInTheFuture',
]);

/** The OIDC library reports a token of another time by this code. */
const tokenTimeCode = 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED';

function isLate({ name }: Error, code: string): boolean {
  return name === 'TimeoutError' || name === 'LateAnswer' || code === 'OAUTH_TIMEOUT';
}

function isClosedEarly({ message }: Error, code: string): boolean {
  return (
    code === 'ECONNRESET' || code === 'EPIPE' || code === 'UND_ERR_SOCKET' || /socket hang up/.test(message)
  );
}

/** A failed fetch keeps the code in its cause, and a failed look-up of several addresses in its list of errors. */
function findCode(error: Error): string {
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 4; at = at.cause, depth += 1) {
    if ('code' in at && typeof at.code === 'string' && codeOnly.test(at.code)) return at.code;
  }
  return '';
}

const codeOnly = /^[A-Z][A-Z0-9_]{1,60}$/;

function readHost(error: Error): string {
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 4; at = at.cause, depth += 1) {
    if ('hostname' in at && typeof at.hostname === 'string') return at.hostname;
    if ('host' in at && typeof at.host === 'string') return at.host;
  }
  return '';
}

function stop(trouble: StopKind, happened: string, next: string): Stop {
  return { trouble, happened, next };
}

const setClock = 'Set the date and time of this machine, best automatically, then try again.';
