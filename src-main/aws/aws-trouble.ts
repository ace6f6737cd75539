import type { Refusal } from '#shared/contract/result.ts';
import { NotSignedIn } from './account/not-signed-in.ts';
import { UnreadableAnswer } from './kept-body.ts';
import { ForbiddenCommand } from './allowed-targets.ts';
import { refusedAddress, whyRefusedAddress } from './refused-address.ts';

/** What was asked, for the words in which its failure is told. */
export interface Target {
  readonly operation: 'GetItem' | 'Query' | 'BatchGetItem';
  readonly table: string;
  readonly index: string | null;
}

export interface Trouble {
  readonly kind:
    | 'throttled'
    | 'server'
    | 'network'
    | 'denied'
    | 'missing'
    | 'expired'
    | 'not-signed-in'
    | 'refused';
  /** As DynamoDB calls it. */
  readonly name: string;
  /** Of one that is not signed in or was never sent, as a sentence. */
  readonly why?: string;
}

/** Throws again what is nobody's answer but a bug of ours. */
export function troubleOf(error: unknown): Trouble {
  if (!(error instanceof Error)) throw error;
  if (error instanceof NotSignedIn) return troubleOfSignIn(error);
  const status = statusOf(error);
  if (status === undefined && bugs.some((bug) => error instanceof bug)) throw error;
  // A proxy's page is no JSON, and the SDK's complaint about it says less than the status.
  const name = error instanceof SyntaxError ? `HTTP ${status ?? ''}` : error.name;
  if (slower.has(name) || status === 429) return { kind: 'throttled', name };
  if (denials.has(name)) return { kind: 'denied', name };
  if (absences.has(name)) return { kind: 'missing', name };
  if (signInErrors.has(name)) return { kind: 'expired', name };
  if (name === refusedAddress) return { kind: 'refused', name, why: whyRefusedAddress(error.message) };
  if (error instanceof UnreadableAnswer) return { kind: 'refused', name };
  if (status === undefined) return { kind: 'network', name };
  return { kind: status >= 500 ? 'server' : 'refused', name };
}

/** STS that cannot be reached passes like any other service; the rest is for a person. */
function troubleOfSignIn({ reason, name, message }: NotSignedIn): Trouble {
  if (reason === 'unreachable') return { kind: 'network', name };
  return { kind: reason === 'expired' ? 'expired' : 'not-signed-in', name, why: message };
}

export function isPassing({ kind }: Trouble): boolean {
  return kind === 'throttled' || kind === 'server' || kind === 'network';
}

export function refusalOf(trouble: Trouble, target: Target, attempts: number): Refusal {
  const { operation, table, index } = target;
  return failureOf(trouble, attempts, {
    service: 'DynamoDB',
    action: `dynamodb:${operation}`,
    place: index === null ? `the table "${table}"` : `the index "${index}" of "${table}"`,
    resource: index === null ? `table/${table}` : `table/${table}/index/${index}`,
    advice: 'Compare the keys and indexes of the table with those that the catalogue declares.',
    missing: {
      code: 'not-found',
      // Said of the table alone: an index that is not there is a ValidationException.
      message: `There is no table "${table}" on this connection. Nothing was read. Check the connection's region, account and table names.`,
      what: table,
    },
  });
}

/** How the failure of a request is told. */
export interface Telling {
  readonly service: 'DynamoDB' | 'Step Functions' | 'S3' | 'SQS' | 'CloudWatch';
  /** As a policy calls it. */
  readonly action: `${string}:${string}`;
  /** What was read, in words, and as a policy calls it. */
  readonly place: string;
  readonly resource: string;
  /** What to do where the service itself says no. */
  readonly advice: string;
  /** What is told where it is not there. */
  readonly missing: Refusal;
}

export function failureOf(trouble: Trouble, attempts: number, telling: Telling): Refusal {
  const { service, action, place, resource, advice, missing } = telling;
  switch (trouble.kind) {
    case 'throttled':
      return {
        code: 'throttled',
        message: `${service} asked for a slower pace ${attempts} times while ${place} was read, so it was not read to the end. Try again in a minute.`,
        attempts,
      };
    case 'denied':
      return {
        code: 'read-denied',
        message: `This sign-in may not do ${action} on ${place}. Nothing was read. Ask for a policy that allows it; the Explorer writes one.`,
        action,
        resource,
      };
    case 'missing':
      return missing;
    case 'expired':
      return {
        code: 'sign-in-expired',
        message: `The sign-in of this connection has expired, so ${place} was not read. Sign in again, then repeat it; nothing typed is lost.`,
      };
    case 'not-signed-in':
      return {
        code: 'not-signed-in',
        message: `${trouble.why ?? 'Nobody is signed in.'} So ${place} was not read.`,
      };
    case 'network':
      return {
        code: 'aws-unreachable',
        message: `${service} could not be reached, or did not answer in time, in ${attempts} attempts, so ${place} was not read. Check the network and the connection's addresses, then try again.`,
        service,
      };
    default:
      return {
        code: 'aws-refused',
        message:
          trouble.why === undefined
            ? `${service} answered ${trouble.name} to a ${action.slice(action.indexOf(':') + 1)} on ${place}. Nothing more was read. ${trouble.kind === 'server' ? serverTrouble : advice}`
            : `${trouble.why} So ${place} was not read.`,
        service,
        name: trouble.name,
      };
  }
}

const serverTrouble = 'The trouble is on its side: try again in a minute.';

const bugs = [TypeError, RangeError, ReferenceError, SyntaxError, ForbiddenCommand];

/** https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Programming.Errors.html */
const slower: ReadonlySet<string> = new Set([
  'ThrottlingException',
  'Throttling',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'TooManyRequestsException',
  // https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html
  'SlowDown',
  // https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_ReceiveMessage.html
  'RequestThrottled',
  'KmsThrottled',
]);

const denials: ReadonlySet<string> = new Set(['AccessDeniedException', 'AccessDenied', 'KmsAccessDenied']);
const absences: ReadonlySet<string> = new Set([
  'ResourceNotFoundException',
  'NoSuchKey',
  'NotFound',
  'NoSuchBucket',
  'QueueDoesNotExist',
]);

/** Who has to sign in again. */
export const signInErrors: ReadonlySet<string> = new Set([
  'ExpiredTokenException',
  'ExpiredToken',
  'UnrecognizedClientException',
  'CredentialsProviderError',
  'TokenProviderError',
  'InvalidAccessKeyId',
  'InvalidClientTokenId',
  'NotSignedIn',
]);

export function statusOf(error: Error): number | undefined {
  const metadata: unknown = '$metadata' in error ? error.$metadata : undefined;
  if (typeof metadata !== 'object' || metadata === null || !('httpStatusCode' in metadata)) return undefined;
  return typeof metadata.httpStatusCode === 'number' ? metadata.httpStatusCode : undefined;
}
