import type { Refusal } from '#shared/contract/result.ts';
import type { AwsSignIn } from '#shared/contract/sign-in.ts';
import { capitalize } from '#shared/domain/formatting.ts';
import { scrubText } from '../log/secret-text.ts';
import { denials, explainStop } from '../network/explain-stop.ts';
import { findNotConnected } from '../network/not-connected.ts';
import { ForbiddenCommand, readStatus, refusalBody, UnreadableAnswer } from './middleware.ts';

/** Names the call in the message about its failure. */
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
  /** This is the service's own error code, or "HTTP 500" when the answer has none. */
  readonly name: string;
  /** It is left out when there was no answer. */
  readonly status?: number;
  /** This is the answer's own message, shortened and with secrets hidden; it is left out when there is none. */
  readonly said?: string;
  /** This is the reason as a sentence, where the answer itself does not say it. */
  readonly why?: string;
  /** This is the next step as a sentence, where the reason is known. */
  readonly next?: string;
}

/** A read that other work needed has failed, although it was tried this many times. */
export class FailedRead extends Error {
  override readonly name = 'FailedRead';

  readonly trouble: Trouble;
  readonly attempts: number;

  constructor({ trouble, attempts, error }: Pick<FailedRead, 'trouble' | 'attempts'> & { error: unknown }) {
    super(trouble.said, { cause: error });
    this.trouble = trouble;
    this.attempts = attempts;
  }
}

/** Rethrows errors that are bugs of ours and not answers. */
export function toTrouble(error: unknown): Trouble {
  if (error instanceof FailedRead) return error.trouble;
  if (!(error instanceof Error)) throw error;
  if (error instanceof NotSignedIn) return troubleOfSignIn(error);
  const status = readStatus(error);
  if (status === undefined && bugs.some((bug) => error instanceof bug)) throw error;
  if (error instanceof UnreadableAnswer) return { kind: 'refused', name: error.name, said: error.message };
  if (error.name === refusedAddress) {
    return { kind: 'refused', name: error.name, why: whyRefusedAddress(error.message) };
  }
  if (status === undefined) {
    if (signInErrors.has(error.name)) return { kind: 'expired', name: error.name };
    // Where there was a connection, the number of attempts says more than the last error.
    const stop = findNotConnected(error) && explainStop(error, { to: 'AWS' });
    return { kind: 'network', name: error.name, ...(stop && { why: stop.happened, next: stop.next }) };
  }
  const { code, said } = answerIn(error);
  const name = code ?? `HTTP ${status}`;
  const kind = classifyTrouble(name, status);
  const stop = kind === 'refused' ? explainStop(error, { to: 'AWS' }) : null;
  const told =
    (stop?.trouble === 'clock' && { why: stop.happened, next: stop.next }) ||
    (isFullDisk(said) && { why: `The sandbox's disk: ${said}` });
  return { kind, name, status, ...(said !== '' && { said }), ...told };
}

/** The embedded AWS says which folder has no room. */
function isFullDisk(said: string): boolean {
  return said.startsWith('Nothing more can be kept in ');
}

function classifyTrouble(name: string, status: number): Trouble['kind'] {
  if (slower.has(name) || status === 429) return 'throttled';
  if (denials.has(name)) return 'denied';
  if (absences.has(name)) return 'missing';
  if (signInErrors.has(name)) return 'expired';
  return status >= 500 && status !== notImplemented ? 'server' : 'refused';
}

const notImplemented = 501;

/**
 * Formats an answer such as "400 UnsupportedOperation: "It is not supported here"", or "HTTP 502: "<html>…"" when
 * it has no code.
 */
export function describeAnswer({ name, status, said }: Omit<Trouble, 'kind'>): string {
  if (name === 'UnreadableAnswer') return `in a way that cannot be read: ${said?.replace(/\.$/, '') ?? ''}`;
  const what = status === undefined || name.startsWith('HTTP ') ? name : `${status} ${name}`;
  return said === undefined ? `${what}, without a message` : `${what}: "${said.replace(/\.$/, '')}"`;
}

/** Describes a change whose answer does not say whether it was made: "The SendMessageBatch got HTTP 502 (…)". */
export function unclearAnswer(error: unknown, operation: string): string {
  const status = error instanceof Error ? readStatus(error) : undefined;
  const name = error instanceof Error ? error.name : 'an unknown error';
  if (!(error instanceof Error) || status === undefined) return `The ${operation} got no answer (${name}).`;
  const { code, said } = answerIn(error);
  return `The ${operation} got HTTP ${status} (${code ?? (said === '' ? 'without a message' : `"${said}"`)}).`;
}

/**
 * An error of AWS has a code and a message. A proxy or another implementation of the service may answer in a shape
 * of its own that the SDK cannot read; then the body is shown as it is.
 */
function answerIn(error: Error): { readonly code: string | null; readonly said: string } {
  const body = refusalBody(error);
  // The SDK uses this name for any 404.
  const isGuess = error.name === 'NotFound' && body !== '' && !body.includes('NotFound');
  const isNamed = !(error instanceof SyntaxError) && !isGuess && !nameless.test(error.name);
  const code = isNamed ? error.name : (/<Code>([\w.]{1,80})<\/Code>/.exec(body)?.[1] ?? null);
  const own = isNamed || (!isGuess && !wordless.test(error.message)) ? error.message : '';
  const inXml = /<Message>([^<]*)<\/Message>/i.exec(body)?.[1];
  const message = error instanceof SyntaxError || own === '' ? (inXml ?? body) : own;
  return { code, said: shownAnswer(message === code || wordless.test(message) ? '' : message) };
}

/** The SDK uses these words for an answer without a code, or without a message. */
const nameless = /^(?:Unknown|UnknownError|Error|\w*ServiceException)$/;
const wordless = /^(?:Unknown|UnknownError)$|Deserialization error/;

/** The answer may repeat what was sent, so it is cleaned. */
function shownAnswer(text: string): string {
  const plain = scrubText(text.slice(0, longestLook))
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .replaceAll(values, '[hidden]')
    .trim();
  return plain.length > mostShown ? `${plain.slice(0, mostShown - 1)}…` : plain;
}

const longestLook = 4_000;
const mostShown = 160;
/**
 * Receipt handles and tokens are longer than any id; keys may be e-mail addresses, and items hold extracted values.
 */
const values = /[\w+/=#-]{64,}|[^\s"'<>:]+@[\w.-]+|\{\s*"?(?:S|N|B|SS|NS|BS|M|L)"?\s*[:=][^}]*\}/g;

/** An unreachable STS is retried like any other service; the other reasons need a person. */
function troubleOfSignIn({ reason, name, message }: NotSignedIn): Trouble {
  if (reason === 'unreachable') return { kind: 'network', name, why: message };
  return { kind: reason === 'expired' ? 'expired' : 'not-signed-in', name, why: message };
}

/**
 * A page with the status 500 is no answer of AWS: another implementation lacks the call, and a retry does not help.
 */
export function isPassing({ kind, name, said }: Trouble): boolean {
  const isPage = name === 'HTTP 500' && said !== undefined;
  return kind === 'throttled' || (kind === 'server' && !isPage) || kind === 'network';
}

export function toRefusal(
  trouble: Trouble,
  target: Omit<Target, 'operation'> & { readonly operation: Target['operation'] | 'DescribeTable' },
  attempts: number,
): Refusal {
  const { operation, table, index } = target;
  return toFailure(trouble, attempts, {
    service: 'DynamoDB',
    action: `dynamodb:${operation}`,
    place: index === null ? `the table "${table}"` : `the index "${index}" of "${table}"`,
    resource: index === null ? `table/${table}` : `table/${table}/index/${index}`,
    ...(trouble.name === 'ValidationException' && {
      advice: 'Compare the keys and indexes of the table with those that the catalogue declares.',
    }),
    missing: {
      code: 'not-found',
      // This error concerns the table alone: a missing index is a ValidationException.
      message: `There is no table "${table}" on this connection. Nothing was read. Check the connection's region, account and table names.`,
      what: table,
    },
  });
}

/** These are the facts that the message about a failed request needs. */
export interface Telling {
  readonly service: 'DynamoDB' | 'Step Functions' | 'S3' | 'SQS' | 'CloudWatch' | 'Cost Explorer';
  /** This is the action as a policy names it. */
  readonly action: `${string}:${string}`;
  /** This is the thing that was read, in words; `resource` is its name in a policy. */
  readonly place: string;
  /** This is the part that this call reads, if the rest can be shown without it. */
  readonly part?: string;
  readonly resource: string;
  /** This is the next step for this very answer, if one is known. */
  readonly advice?: string;
  /** This is the refusal when the thing does not exist. */
  readonly missing: Refusal;
}

export function toFailure(trouble: Trouble, attempts: number, telling: Telling): Refusal {
  const { service, action, place, part = place, resource, advice, missing } = telling;
  const next =
    trouble.kind === 'server' && isPassing(trouble)
      ? ` ${serverTrouble}`
      : advice === undefined
        ? ''
        : ` ${advice}`;
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
        message: sayNotRead(trouble.why ?? 'Not signed in.', place),
      };
    case 'network':
      return {
        code: 'aws-unreachable',
        message:
          trouble.why === undefined
            ? `${service} could not be reached, or did not answer in time, in ${attempts} attempts, so ${place} was not read. Check the network and the connection's addresses, then try again.`
            : sayNotRead(trouble.why, place, trouble.next),
        service,
      };
    default:
      return {
        code: 'aws-refused',
        message:
          trouble.why === undefined
            ? `${service} ${action.slice(action.indexOf(':') + 1)} was answered ${describeAnswer(trouble)}${attempts > 1 ? `, ${attempts} times` : ''}. So ${part} was not read.${next}`
            : sayNotRead(trouble.why, place, trouble.next),
        service,
        name: trouble.name,
      };
  }
}

/** A reason that ends with "Nothing was read." has said it already. */
function sayNotRead(why: string, place: string, next?: string): string {
  if (why.endsWith('Nothing was read.')) return why;
  if (next === undefined) return `${why} So ${place} was not read.`;
  return `${why} ${capitalize(place)} was not read. ${next}`;
}

const serverTrouble = 'The problem is on its side. Try again in a minute.';

/** The SDK refuses an address before anything is sent to it; its error has this name. */
export const refusedAddress = 'EndpointError';

/**
 * Explains the refusal in a sentence. The SDK's own message quotes its input, and says of FIPS only that it is not
 * supported.
 */
export function whyRefusedAddress(message: string): string {
  return /fips|dual-?stack/i.test(message)
    ? 'This machine asks for FIPS or dual-stack addresses of AWS, which the console does not choose automatically, so nothing was sent. Set them in aws.endpoints in connections.json, or remove the setting (AWS_USE_FIPS_ENDPOINT, AWS_USE_DUALSTACK_ENDPOINT, or use_fips_endpoint, use_dualstack_endpoint of the profile), and start again.'
    : 'The SDK refused the address before anything was sent.';
}

const bugs = [TypeError, RangeError, ReferenceError, SyntaxError, ForbiddenCommand];

/** See https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Programming.Errors.html */
const slower: ReadonlySet<string> = new Set([
  'ThrottlingException',
  'Throttling',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'TooManyRequestsException',
  // See https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html
  'SlowDown',
  // See https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_ReceiveMessage.html
  'RequestThrottled',
  'KmsThrottled',
]);

const absences: ReadonlySet<string> = new Set([
  'ResourceNotFoundException',
  'NoSuchKey',
  'NotFound',
  'NoSuchBucket',
  'QueueDoesNotExist',
]);

/** These errors require a new sign-in. */
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

type Reason = Extract<AwsSignIn, { state: 'failed' }>['reason'];

/** Says in a sentence for people why an account cannot be called now. */
export class NotSignedIn extends Error {
  override readonly name = 'NotSignedIn';
  /** The last two are no failures of a sign-in: a code was asked for, or the sign-in is still in progress. */
  readonly reason: Reason | 'code-wanted' | 'in-progress';
  /** This is the command to run in a terminal, if that helps. */
  readonly run: string | null;

  constructor(reason: NotSignedIn['reason'], why: string, run: string | null = null) {
    super(why);
    this.reason = reason;
    this.run = run;
  }
}

/** It is not a property of the error, since the SDK's message may hold a command line and would get into the log. */
const causes = new WeakMap<NotSignedIn, unknown>();

export function withCause(error: NotSignedIn, cause: unknown): NotSignedIn {
  causes.set(error, cause);
  return error;
}

/** Returns the SDK's own error, which says which part of the way failed. */
export function findCause(error: NotSignedIn): unknown {
  return causes.get(error);
}

/** Another code may work, and the person is still there to enter it. */
export class CodeNotTaken extends NotSignedIn {
  constructor() {
    super('refused', 'AWS rejected that code. Wait for the next code on the device.');
  }
}
